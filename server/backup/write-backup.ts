import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { profileImageName, profileImageKey } from '#server/accounts/profile-image-key.ts'
import { bookFiles, coverKey } from '#server/books/cover-key.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { readApplied } from '#server/platform/database/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { writeWithChecksum, writeChecksums } from './checksums.ts'
import { type Description, DESCRIPTION, FORMAT, filePath, storageKey, rowsPath } from './layout.ts'
import { readLines, listTables, readRows } from './table-rows.ts'
import { withClient } from './with-client.ts'

const MAX_SNAPSHOTS = 3

/** The source of a backup and the target of a restore. */
export interface Stores {
  database: DatabaseConfig
  storage: Storage
}

export interface Contents {
  rows: number
  files: number
  /** The number of files that rows refer to and that do not exist. */
  missing: number
}

/**
 * Writes the rows of one snapshot and all files into a new folder; the server may be running. Throws if the folder is not
 * empty. An interrupted backup has no checksums, so it cannot be restored.
 */
export const writeBackup = async ({ database, storage }: Stores, folder: string): Promise<Contents> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder.`)
  const sums = new Map<string, string>()
  // Files never change, so most of them can be copied before the snapshot.
  await copyFiles(storage, folder, sums)
  return withClient(database, async (client) => {
    const takeSnapshot = () =>
      inSnapshot(client, async () => {
        const rows = await writeRows(client, folder, sums)
        await copyFiles(storage, folder, sums)
        return { rows, missing: await countMissing(client, sums) }
      })
    let found = await takeSnapshot()
    // A book that was deleted since its row was read is missing from the next snapshot; files that are missing again are lost.
    for (let n = 1, before = Infinity; n < MAX_SNAPSHOTS && found.missing > 0 && found.missing < before; n += 1) {
      before = found.missing
      found = await takeSnapshot()
    }
    await writeChecksums(folder, sums)
    return { ...found, files: [...sums.keys()].filter((path) => storageKey(path) !== undefined).length }
  })
}

const inSnapshot = async <T>(client: pg.Client, read: () => Promise<T>) => {
  await client.query('begin isolation level repeatable read read only')
  const found = await read()
  await client.query('commit')
  return found
}

const writeRows = async (client: pg.Client, folder: string, sums: Map<string, string>) => {
  const migrations = await readApplied(client)
  if (migrations.length === 0) throw new Error('The database has no tables yet: there is nothing to back up.')
  const tables: Description['tables'] = {}
  for (const table of await listTables(client)) {
    let rows = 0
    const texts = async function* () {
      for await (const part of readLines(client, table)) {
        rows += part.rows
        yield part.text
      }
    }
    sums.set(rowsPath(table.name), await writeWithChecksum(folder, rowsPath(table.name), texts()))
    tables[table.name] = rows
  }
  const description: Description = { format: FORMAT, createdAt: new Date().toISOString(), migrations, tables }
  sums.set(DESCRIPTION, await writeWithChecksum(folder, DESCRIPTION, [JSON.stringify(description, undefined, 2)]))
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0)
}

/** Copies the files that have no checksum yet. */
const copyFiles = async (storage: Storage, folder: string, sums: Map<string, string>) => {
  for await (const { key } of storage.list('')) {
    const path = filePath(key)
    if (sums.has(path)) continue
    try {
      sums.set(path, await writeWithChecksum(folder, path, storage.read(key)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // Deleted since it was listed.
      await rm(join(folder, path), { force: true })
    }
  }
}

const EARLIER_FILES = `
  select distinct pdf from book_versions where not exists (select from books where books.pdf = book_versions.pdf)`

const PAGE_EPUBS = 'select key as pdf from page_epubs where key is not null'
const CHAPTERS = 'select pdf from chapters where pdf is not null'

const PICTURES_OF_PEN_NAMES = `
  select from information_schema.columns
  where table_schema = current_schema() and table_name = 'pen_names' and column_name = 'image'`

const countMissing = async (client: pg.Client, sums: ReadonlyMap<string, string>) => {
  let missing = 0
  const check = (key: string) => {
    if (!sums.has(filePath(key))) missing += 1
  }
  for await (const books of readRows<{ pdf: string; cover: string }>(client, 'select pdf, cover from books'))
    for (const { pdf, cover } of books) [...bookFiles(pdf).keys, coverKey(cover, '.webp')].forEach(check)
  // Before an upgrade the database is that of an earlier version, which may have none of these tables.
  for (const [table, files] of Object.entries({
    book_versions: EARLIER_FILES,
    page_epubs: PAGE_EPUBS,
    chapters: CHAPTERS,
  })) {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
    if (!rows[0]?.exists) continue
    for await (const stored of readRows<{ pdf: string }>(client, files))
      for (const { pdf } of stored) bookFiles(pdf).keys.forEach(check)
  }
  const { rowCount } = await client.query(PICTURES_OF_PEN_NAMES)
  const pictures = `
    select profile_image as url from users where profile_image is not null
    ${rowCount ? 'union all select image from pen_names where image is not null' : ''}`
  for await (const people of readRows<{ url: string }>(client, pictures))
    for (const { url } of people) check(profileImageKey(profileImageName(url)))
  return missing
}
