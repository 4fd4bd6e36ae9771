import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { migrate, readApplied, readMigrations } from '#server/platform/database/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { verifyChecksums } from './checksums.ts'
import { type Description, DESCRIPTION, FORMAT, filePath, storageKey, rowsPath } from './layout.ts'
import { fillTables, listTables } from './table-rows.ts'
import { withClient } from './with-client.ts'
import type { Stores } from './write-backup.ts'

/** Each write waits for the disk. */
const CONCURRENT_WRITES = 8

/**
 * Restores the rows and files of a backup into a site without users and books, then applies later migrations. All
 * checksums are verified first, so nothing is restored from a damaged backup. An interrupted restore can be repeated.
 */
export const restoreBackup = async ({ database, storage }: Stores, folder: string, migrations: string) => {
  const keys = (await verifyChecksums(folder)).map(storageKey).filter((key) => key !== undefined)
  const { createdAt, tables, migrations: applied } = await readDescription(folder)
  await prepareTables(database, migrations, applied)
  await withClient(database, async (client) => {
    await assertEmptySite(client)
    await putFiles(storage, folder, keys)
    await client.query('begin')
    await fillTables(client, await listTables(client), ({ name }) => linesIn(join(folder, rowsPath(name))))
    await client.query('commit')
  })
  await migrate(database, migrations)
  return { createdAt, files: keys.length, rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0) }
}

const readDescription = async (folder: string): Promise<Description> => {
  const description = JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as Description
  if (description.format !== FORMAT)
    throw new Error(`${folder} was written by a newer version of Quillhouse: upgrade first.`)
  return description
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

const putFiles = async (storage: Storage, folder: string, keys: string[]) => {
  const remaining = keys.values()
  const putNext = async () => {
    for (const key of remaining) {
      const copy = join(storage.tempFolder, randomUUID())
      await copyFile(join(folder, filePath(key)), copy)
      await storage.put(key, copy)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_WRITES }, putNext))
}

/** Splits at line feeds only: the text of a row may have other line ends of Unicode. */
async function* linesIn(path: string) {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
