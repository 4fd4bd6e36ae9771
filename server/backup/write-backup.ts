import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { profileImageName, profileImageKey } from '#server/accounts/profile-image-key.ts'
import { coverKey } from '#server/books/cover-key.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { readApplied } from '#server/platform/database/migrate.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { writeSummed, writeSums } from './checksums.ts'
import { type Description, DESCRIPTION, FORMAT, fileAt, keyOf, rowsAt } from './layout.ts'
import { linesOf, listTables, rowsOf } from './table-rows.ts'
import { withClient } from './with-client.ts'

const MAX_SNAPSHOTS = 3

/** What a backup is made of, and what it is restored into. */
export interface Stores {
  database: DatabaseConfig
  storage: Storage
}

export interface Contents {
  rows: number
  files: number
  /** How many files rows name that aren't there. */
  missing: number
}

/**
 * Writes all rows, as they were at one moment, and all files into a new folder, beside a running server too. Throws if
 * the folder has something in it. A backup that broke off has no sums, so nothing is restored from it.
 */
export const writeBackup = async ({ database, storage }: Stores, folder: string): Promise<Contents> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder.`)
  const sums = new Map<string, string>()
  // Files never change under their name, so what is copied before the rows is still what they mean.
  await copyFiles(storage, folder, sums)
  return withClient(database, async (client) => {
    const snapshot = () =>
      atOneMoment(client, async () => {
        const rows = await writeRows(client, folder, sums)
        await copyFiles(storage, folder, sums)
        return { rows, missing: await countMissing(client, sums) }
      })
    let found = await snapshot()
    // A book that was deleted since its row was read is gone from the next rows; what is missing again is lost for good.
    for (let n = 1, before = Infinity; n < MAX_SNAPSHOTS && found.missing > 0 && found.missing < before; n += 1) {
      before = found.missing
      found = await snapshot()
    }
    await writeSums(folder, sums)
    return { ...found, files: [...sums.keys()].filter((path) => keyOf(path) !== undefined).length }
  })
}

const atOneMoment = async <T>(client: pg.Client, read: () => Promise<T>) => {
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
      for await (const part of linesOf(client, table)) {
        rows += part.rows
        yield part.text
      }
    }
    sums.set(rowsAt(table.name), await writeSummed(folder, rowsAt(table.name), texts()))
    tables[table.name] = rows
  }
  const description: Description = { format: FORMAT, made: new Date().toISOString(), migrations, tables }
  sums.set(DESCRIPTION, await writeSummed(folder, DESCRIPTION, [JSON.stringify(description, undefined, 2)]))
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0)
}

/** Copies the files that aren't in `sums` yet. */
const copyFiles = async (storage: Storage, folder: string, sums: Map<string, string>) => {
  for await (const { key } of storage.list('')) {
    const path = fileAt(key)
    if (sums.has(path)) continue
    try {
      sums.set(path, await writeSummed(folder, path, storage.read(key)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // Deleted since it was listed.
      await rm(join(folder, path), { force: true })
    }
  }
}

const countMissing = async (client: pg.Client, sums: ReadonlyMap<string, string>) => {
  let missing = 0
  const look = (key: string) => {
    if (!sums.has(fileAt(key))) missing += 1
  }
  for await (const books of rowsOf<{ pdf: string; cover: string }>(client, 'select pdf, cover from books'))
    for (const { pdf, cover } of books) [pdf, coverKey(cover, '.webp')].forEach(look)
  const pictures = 'select profile_image as url from users where profile_image is not null'
  for await (const people of rowsOf<{ url: string }>(client, pictures))
    for (const { url } of people) look(profileImageKey(profileImageName(url)))
  return missing
}
