import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { migrate, readApplied, readMigrations } from '#server/platform/database/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { verifySums } from './checksums.ts'
import { type Description, DESCRIPTION, FORMAT, fileAt, keyOf, rowsAt } from './layout.ts'
import { fillTables, listTables } from './table-rows.ts'
import { withClient } from './with-client.ts'
import type { Stores } from './write-backup.ts'

/** Each file waits for the disk. */
const AT_ONCE = 8

/**
 * Puts the rows and files of a backup into a site without people and books, then brings its tables up to this version.
 * Every byte is checked first: from a damaged backup nothing is restored. Throws with what to do. Where it broke off, it
 * can be begun again.
 */
export const restoreBackup = async ({ database, storage }: Stores, folder: string, migrations: string) => {
  const keys = (await verifySums(folder)).map(keyOf).filter((key) => key !== undefined)
  const { made, tables, migrations: applied } = await readDescription(folder)
  await prepareTables(database, migrations, applied)
  await withClient(database, async (client) => {
    await assertEmptySite(client)
    await putFiles(storage, folder, keys)
    await client.query('begin')
    await fillTables(client, await listTables(client), ({ name }) => linesIn(join(folder, rowsAt(name))))
    await client.query('commit')
  })
  await migrate(database, migrations)
  return { made, files: keys.length, rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0) }
}

const readDescription = async (folder: string): Promise<Description> => {
  const description = JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as Description
  if (description.format !== FORMAT)
    throw new Error(`${folder} was made by a newer version of Quillhouse: upgrade first.`)
  return description
}

/** Makes the tables as they were when the backup was made. */
const prepareTables = async (database: DatabaseConfig, folder: string, wanted: Description['migrations']) => {
  const known = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
  const foreign = wanted.find(({ name, checksum }) => known.get(name) !== checksum)
  if (foreign) throw new Error(`The backup is of another version of Quillhouse, with ${foreign.name}: upgrade first.`)
  const there = await withClient(database, readApplied)
  if (there.length > wanted.length)
    throw new Error('The tables are newer than the backup: restore into a new DATA_DIR, or a database without tables.')
  await migrate(database, folder, wanted.at(-1)?.name)
}

const assertEmptySite = async (client: pg.Client) => {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists(select from users) or exists(select from books) as used',
  )
  if (rows[0]?.used)
    throw new Error('This site has people or books already: restore into a new DATA_DIR, or a database without tables.')
}

const putFiles = async (storage: Storage, folder: string, keys: string[]) => {
  const waiting = keys.values()
  const putNext = async () => {
    for (const key of waiting) {
      const copy = join(storage.tempFolder, randomUUID())
      await copyFile(join(folder, fileAt(key)), copy)
      await storage.put(key, copy)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, putNext))
}

/** Split at line feeds alone: a row may have the other ends of line that Unicode knows in its words. */
async function* linesIn(path: string) {
  let rest = ''
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
