import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readIdentities } from '#server/backup/encryption.ts'
import { SNAPSHOTS, ROWS } from '#server/backup/layout.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import type { BackupPlace } from '#server/backup/place.ts'
import { restoreFrom } from '#server/backup/restore-backup.ts'
import { backUpIfDue } from '#server/backup/run-backup.ts'
import { findSnapshot, listSnapshots } from '#server/backup/snapshots.ts'
import { verifyBackups } from '#server/backup/verify-backup.ts'
import { type Stores, writeBackup } from '#server/backup/write-backup.ts'
import { MIGRATIONS, openServices } from '#server/open-services.ts'
import { parseBackupAddress } from '#server/platform/backup-settings.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { askPassword } from './ask-password.ts'

export const BACKUP_USAGE = `  backup [FOLDER]
              writes all rows and files to a new folder, or makes a backup in BACKUP_TO now; the server may run
  backup --verify [PLACE [SNAPSHOT]]
              reads the backups in a folder or s3://…, or in BACKUP_TO, and names what is damaged or missing
  restore [PLACE [SNAPSHOT]] [--key FILE]
              restores the last backup, or the one that is named, into a site without people and books;
              --key is the secret key of an encrypted one, which may have a passphrase; the server must be stopped`

/** Resolves to the exit code. */
export const backupCommand = async (args: string[]): Promise<number> => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { verify: { type: 'boolean', default: false } },
  })
  const [first, second, ...rest] = positionals
  if (rest.length > 0 || (second !== undefined && !values.verify)) return usage()
  if (values.verify) return verify(first, second)
  console.log(first === undefined ? await backUpNow() : await backUp(first))
  return 0
}

/** No server may run on the DATA_DIR. Resolves to the exit code. */
export const restoreCommand = async (args: string[]): Promise<number> => {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } })
  const [address, snapshot, ...rest] = positionals
  if (rest.length > 0) return usage()
  const settings = readSettings()
  const place = await openPlace(settings, address)
  const identities =
    values.key === undefined
      ? undefined
      : await readIdentities(await readFile(values.key), () => askPassword('Passphrase of the key file: '))
  const { rows, files, createdAt } = await withStores(settings, 'server', (stores) =>
    restoreFrom(stores, { place, snapshot, identities }, MIGRATIONS),
  )
  console.log(`${rows} rows and ${files} files of ${createdAt} were restored.`)
  return 0
}

const usage = () => {
  console.log(`Usage: npm run quillhouse -- COMMAND\n\n${BACKUP_USAGE}`)
  return 2
}

const backUp = async (folder: string) => {
  const { rows, files, missing, unreadable } = await withStores(readSettings(), 'command', (stores) =>
    writeBackup(stores, folder),
  )
  const lost = missing > 0 ? ` ${missing} files that books or people refer to were missing.` : ''
  const bad = unreadable.length > 0 ? ` ${unreadable.length} files cannot be read: ${unreadable[0]}.` : ''
  return `${rows} rows and ${files} files were written to ${folder}.${lost}${bad}`
}

const backUpNow = async () => {
  const settings = readSettings()
  if (!settings.backup.to) throw new Error('BACKUP_TO is not set: name a folder, or set it.')
  const { services, close } = await openServices(settings, createLog('warn'))
  try {
    const outcome = await backUpIfDue(services, { isForced: true })
    if (!outcome) throw new Error('A backup is being made by another process.')
    if ('error' in outcome) throw new Error(outcome.error)
    const { name, rows, files, fault = '' } = outcome.snapshot
    return `${rows} rows and ${files} files are in the backup ${name}. ${fault}`.trim()
  } finally {
    await close()
  }
}

const verify = async (address: string | undefined, snapshot: string | undefined) => {
  const place = await openPlace(readSettings(), address)
  const folders = snapshot === undefined ? await allFolders(place) : [await findSnapshot(place, snapshot)]
  const { paths, faults } = await verifyBackups(place, folders)
  for (const fault of faults) console.log(fault)
  const backups = folders.length === 1 ? '1 backup' : `${folders.length} backups`
  console.log(
    `${backups} with ${paths.length} files: ${faults.length > 0 ? `${faults.length} faults` : 'all are whole'}.`,
  )
  return faults.length > 0 ? 1 : 0
}

const allFolders = async (place: BackupPlace) => {
  const folders = []
  for (const above of [SNAPSHOTS, ROWS] as const)
    folders.push(...(await listSnapshots(place, above)).whole.map((name) => `${above}${name}/`))
  // One that was written by hand, or the error that there is none.
  return folders.length > 0 ? folders : [await findSnapshot(place)]
}

/** A folder, from the current one, or a store; that of the settings if none is named. */
const openPlace = async ({ backup, dataDir }: Settings, address: string | undefined) => {
  const to =
    address === undefined ? backup.to : parseBackupAddress(address.includes('://') ? address : resolve(address))
  if (!to)
    throw new Error(
      address === undefined ? 'Name a folder or s3://…, or set BACKUP_TO.' : 'The place is a folder or s3://….',
    )
  return openBackupPlace(to, join(dataDir, 'tmp'))
}

const withStores = async <T>(settings: Settings, role: 'server' | 'command', use: (stores: Stores) => Promise<T>) => {
  const { config, stop } = await startDatabase(settings, { log: createLog('warn'), role })
  try {
    return await use({ database: config, storage: await openStorage(settings) })
  } finally {
    await stop()
  }
}
