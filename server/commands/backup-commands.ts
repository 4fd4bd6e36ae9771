import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Stores, writeBackup } from '#server/backup/write-backup.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'

/** `backup FOLDER`. The server may run. */
export const backUp = (folder: string): Promise<string> =>
  withStores('command', async (stores) => {
    const { rows, files, missing } = await writeBackup(stores, folder)
    const lost = missing > 0 ? ` ${missing} files that books or people refer to were missing.` : ''
    return `${rows} rows and ${files} files were written to ${folder}.${lost}`
  })

/** `restore FOLDER`. No server may run on the DATA_DIR. */
export const restore = (folder: string): Promise<string> =>
  withStores('server', async (stores) => {
    const { rows, files, createdAt } = await restoreBackup(stores, folder, MIGRATIONS)
    return `${rows} rows and ${files} files of ${createdAt} were restored.`
  })

const withStores = async (role: 'server' | 'command', use: (stores: Stores) => Promise<string>) => {
  const settings = readSettings()
  const { config, stop } = await startDatabase(settings, { log: createLog('warn'), role })
  try {
    return await use({ database: config, storage: await openStorage(settings) })
  } finally {
    await stop()
  }
}
