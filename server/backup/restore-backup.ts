import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { forEachAtOnce } from '#server/platform/concurrency-limit.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { migrate, readApplied, readMigrations } from '#server/platform/database/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { decryptWith, type Transform, unchanged } from './encryption.ts'
import { type Description, DESCRIPTION, FORMAT, storageKey, rowsPath } from './layout.ts'
import type { BackupPlace, Content } from './place.ts'
import { placeOnDisk } from './place-on-disk.ts'
import { findSnapshot } from './snapshots.ts'
import { fillTables, listTables } from './table-rows.ts'
import { verifyBackups } from './verify-backup.ts'
import { withClient } from './with-client.ts'
import type { Stores } from './write-backup.ts'

/** Each write waits for the disk. */
const CONCURRENT_WRITES = 8

interface Source {
  place: BackupPlace
  /** The last one, if none is named. */
  snapshot?: string | undefined
  /** The text of an identity file of age. */
  identities?: string | undefined
}

/** Restores a backup in a folder, or the last one of a folder of backups. */
export const restoreBackup = (stores: Stores, folder: string, migrations: string) =>
  restoreFrom(stores, { place: placeOnDisk(folder) }, migrations)

/**
 * Restores the rows and files of a backup into a site without users and books, then applies later migrations. All
 * checksums are verified first, so nothing is restored from a damaged backup. An interrupted restore can be repeated.
 */
export const restoreFrom = async (
  { database, storage }: Stores,
  { place, snapshot, identities }: Source,
  migrations: string,
) => {
  const folder = await findSnapshot(place, snapshot)
  const { paths, faults } = await verifyBackups(place, [folder])
  const [fault, ...others] = faults
  if (fault) throw new Error(others.length > 0 ? `${fault} ${others.length} more files are too.` : fault)
  const description = await readDescription(place, folder)
  const { createdAt, tables, parts = {}, encryptedFor } = description
  const decrypt = await decryption(encryptedFor, identities)
  // Tells a wrong key before anything is written.
  const [first = ''] = Object.keys(tables)
  if (encryptedFor) for await (const _ of decrypt(place.read(folder + rowsPath(first)))) break
  const files = paths.filter((path) => storageKey(path) !== undefined)
  await prepareTables(database, migrations, description.migrations)
  await withClient(database, async (client) => {
    await assertEmptySite(client)
    await putFiles(storage, files, (path) => decrypt(place.read(path)))
    await client.query('begin')
    const rowsOf = async function* (table: string) {
      for (let part = 1; part <= (parts[table] ?? 1); part += 1)
        yield* decrypt(place.read(folder + rowsPath(table, part)))
    }
    await fillTables(client, await listTables(client), ({ name }) => linesIn(rowsOf(name)))
    await client.query('commit')
  })
  await migrate(database, migrations)
  return { createdAt, files: files.length, rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0) }
}

const readDescription = async (place: BackupPlace, folder: string): Promise<Description> => {
  const description = JSON.parse(await text(place.read(folder + DESCRIPTION))) as Description
  if (description.format > FORMAT)
    throw new Error(`${place.name} was written by a newer version of Quillhouse: upgrade first.`)
  return description
}

const decryption = async (recipient: string | undefined, identities: string | undefined): Promise<Transform> => {
  if (!recipient) return unchanged
  if (identities === undefined)
    throw new Error(`The backup is encrypted for ${recipient}: name the file with its secret key, --key FILE.`)
  const decrypt = await decryptWith(identities)
  return async function* (content) {
    try {
      yield* decrypt(content)
    } catch (error) {
      throw new Error(`The key does not open the backup, which is encrypted for ${recipient}.`, { cause: error })
    }
  }
}

/** Applies the migrations of the backup. */
const prepareTables = async (database: DatabaseConfig, folder: string, migrations: Description['migrations']) => {
  const known = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
  const foreign = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (foreign) throw new Error(`The backup is of another version of Quillhouse, with ${foreign.name}: upgrade first.`)
  const applied = await withClient(database, readApplied)
  if (applied.length > migrations.length)
    throw new Error('The tables are newer than the backup: restore into a new DATA_DIR, or a database without tables.')
  await migrate(database, folder, migrations.at(-1)?.name)
}

const assertEmptySite = async (client: pg.Client) => {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists(select from users) or exists(select from books) as used',
  )
  if (rows[0]?.used)
    throw new Error('This site has users or books already: restore into a new DATA_DIR, or a database without tables.')
}

const putFiles = (storage: Storage, paths: string[], read: (path: string) => Content) =>
  forEachAtOnce(CONCURRENT_WRITES, paths, async (path) => {
    const copy = join(storage.tempFolder, randomUUID())
    try {
      await pipeline(read(path), createWriteStream(copy))
      await storage.put(storageKey(path) ?? '', copy)
    } finally {
      await rm(copy, { force: true })
    }
  })

/** Splits at line feeds only: the text of a row may have other line ends of Unicode. */
async function* linesIn(content: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
