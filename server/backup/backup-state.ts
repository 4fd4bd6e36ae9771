import type { Services } from '#server/platform/services.ts'
import { backupPlaceName } from './open-place.ts'

/** A backup is late after this number of intervals. */
const LATE_AFTER = 2

export interface BackupState {
  /** Without secrets. */
  place: string
  /** The last whole backup. */
  last: { at: Date; bytes: number; files: number; isEncrypted: boolean } | null
  /** What was wrong with the last attempt. */
  fault: { at: Date; text: string } | null
  isLate: boolean
}

/** What the attempts of all processes have come to; undefined without BACKUP_TO. */
export const readBackupState = async ({
  db,
  settings,
  now,
}: Pick<Services, 'db' | 'settings' | 'now'>): Promise<BackupState | undefined> => {
  const { to, everyMs } = settings.backup
  if (!to) return undefined
  const attempts = db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1)
  const [whole, ended, first] = await Promise.all([
    attempts.where('snapshot', 'is not', null).executeTakeFirst(),
    attempts.where('endedAt', 'is not', null).executeTakeFirst(),
    db
      .selectFrom('backups')
      .select(({ fn }) => fn.min('startedAt').as('at'))
      .executeTakeFirst(),
  ])
  const since = whole?.startedAt ?? first?.at
  return {
    place: backupPlaceName(to),
    last: whole
      ? {
          at: whole.startedAt,
          bytes: whole.bytes ?? 0,
          files: whole.files ?? 0,
          isEncrypted: whole.isEncrypted ?? false,
        }
      : null,
    fault: ended?.fault ? { at: ended.startedAt, text: ended.fault } : null,
    isLate: since ? now().getTime() - since.getTime() > LATE_AFTER * everyMs : false,
  }
}
