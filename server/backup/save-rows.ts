import { join } from 'node:path'
import type { Logger } from 'pino'
import type pg from 'pg'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import type { Settings } from '#server/platform/settings.ts'
import { errorText } from './backup-task.ts'
import { ROWS, snapshotName } from './layout.ts'
import { backupPlaceName, openBackupPlace } from './open-place.ts'
import { listSnapshots } from './snapshots.ts'
import { writeRowsTo } from './write-backup.ts'

/** How many upgrades one can go back. */
const KEPT = 3

/**
 * Writes the rows, with the client that is about to migrate them, into BACKUP_TO or DATA_DIR/backups, and keeps those of the
 * last three upgrades. Files need no copy: they never change. If it fails the upgrade does not begin.
 */
export const saveRowsBeforeUpgrade = async (
  { backup, dataDir }: Pick<Settings, 'backup' | 'dataDir'>,
  client: pg.Client,
  log: Pick<Logger, 'info' | 'warn'>,
  now = new Date(),
): Promise<void> => {
  if (!backup.beforeMigration) return log.warn('BACKUP_BEFORE_MIGRATION is off: the rows are not saved')
  const to = backup.to ?? { folder: join(dataDir, 'backups') }
  try {
    const place = await openBackupPlace(to, join(dataDir, 'tmp'))
    const folder = `${ROWS}${snapshotName(now)}/`
    const rows = await writeRowsTo(client, { place, folder, recipient: backup.key, now })
    const { whole, interrupted, remove } = await listSnapshots(place, ROWS)
    for (const name of [...interrupted, ...whole.slice(0, -KEPT)]) await remove(name)
    log.info({ rows, place: place.name, folder }, 'rows saved before the upgrade')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new DatabaseSetupError(
      `The upgrade has not begun, and nothing was changed: the rows could not be saved in ${backupPlaceName(to)} (${errorText(error)}). Make room there or correct BACKUP_TO; BACKUP_BEFORE_MIGRATION=off upgrades without a backup.`,
      { cause: error },
    )
  }
}
