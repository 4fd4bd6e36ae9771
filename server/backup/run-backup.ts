import { withClient } from './with-client.ts'
import type { Services } from '#server/platform/services.ts'
import { type BackupOutcome, runBackupTask } from './backup-task.ts'

/** How often a job looks whether a backup is due. */
const TICK_MS = 10 * 60_000
/** After one that failed or was killed. */
const RETRY_MS = 3_600_000
/** The attempts that are remembered, and the last that made a backup. */
const REMEMBERED = 100
const INTERRUPTED = 'The backup was interrupted: its server was stopped or killed.'

type BackupServices = Pick<Services, 'settings' | 'database' | 'db' | 'now'>

interface Options {
  stopping?: AbortSignal | undefined
  /** Makes one even if none is due. */
  isForced?: boolean
  run?: typeof runBackupTask
}

/**
 * Makes a backup into BACKUP_TO if one is due, and records it. Undefined if none is due, another process is making one, or
 * the server stops.
 */
export const backUpIfDue = async (
  services: BackupServices,
  { stopping, isForced = false, run = runBackupTask }: Options = {},
): Promise<BackupOutcome | undefined> => {
  const { settings, database, now } = services
  const { to, keep, key } = settings.backup
  if (!to || (!isForced && !(await isDue(services)))) return undefined
  return withBackupLock(services, async () => {
    if (!isForced && !(await isDue(services))) return undefined
    const startedAt = now()
    const id = await begin(services, startedAt)
    const { dataDir, objectStore } = settings
    const task = { database, dataDir, objectStore, to, keep, key, now: startedAt.toISOString() }
    const outcome = await run(task, stopping)
    if (stopping?.aborted) return forget(services, id)
    await record(services, id, outcome)
    return outcome
  })
}

/** One process makes a backup at a time; the lock of one that is killed ends with its connection. */
const withBackupLock = <T>({ database }: BackupServices, use: () => Promise<T>): Promise<T | undefined> =>
  withClient(database, async (client) => {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ isLocked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('backup')) as "isLocked"`,
    )
    return rows[0]?.isLocked ? use() : undefined
  })

const isDue = async ({ db, settings, now }: BackupServices): Promise<boolean> => {
  // Ordered by id, because a clock may have been wrong.
  const last = await db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last) return true
  // Also after a clock that was wrong by more is right again.
  const passed = Math.abs(now().getTime() - last.startedAt.getTime())
  return passed >= (last.snapshot === null ? RETRY_MS : settings.backup.everyMs - TICK_MS)
}

const begin = async ({ db }: BackupServices, startedAt: Date): Promise<number> => {
  await db.updateTable('backups').set({ endedAt: startedAt, fault: INTERRUPTED }).where('endedAt', 'is', null).execute()
  const lastFirst = db.selectFrom('backups').select('id').orderBy('id', 'desc')
  await db
    .deleteFrom('backups')
    .where('id', 'not in', lastFirst.limit(REMEMBERED - 1))
    .where('id', 'not in', lastFirst.where('snapshot', 'is not', null).limit(1))
    .execute()
  const { id } = await db.insertInto('backups').values({ startedAt }).returning('id').executeTakeFirstOrThrow()
  return id
}

const record = async ({ db, now, settings }: BackupServices, id: number, outcome: BackupOutcome) => {
  const values =
    'error' in outcome
      ? { fault: outcome.error }
      : {
          snapshot: outcome.snapshot.name,
          totalRows: outcome.snapshot.rows,
          files: outcome.snapshot.files,
          bytes: outcome.snapshot.bytes,
          isEncrypted: settings.backup.key !== undefined,
          fault: outcome.snapshot.fault ?? null,
        }
  await db
    .updateTable('backups')
    .set({ endedAt: now(), ...values })
    .where('id', '=', id)
    .execute()
}

/** The next server begins at once. */
const forget = async ({ db }: BackupServices, id: number): Promise<undefined> => {
  await db.deleteFrom('backups').where('id', '=', id).execute()
}
