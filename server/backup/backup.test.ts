import { execFile } from 'node:child_process'
import {
  appendFile,
  cp,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addComment } from '#contract/comments.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { aMigratedSite, anEmptySite, ask, filesIn, rowsIn, storesOf } from './testing-backups.ts'
import { placeOnDisk } from './place-on-disk.ts'
import { restoreBackup } from './restore-backup.ts'
import { type Stores, writeBackup, writeBackupTo } from './write-backup.ts'

let site: TestSite
let folder: string
let whole: string
let count = 0

const aPath = () => join(folder, `n${(count += 1)}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-backup-'))
  site = await openTestSite()
  const author = await site.anAuthor({ username: 'Ottoline \u2028 "Marsh" \\ ليلى' })
  const reader = await site.aReader()
  const guest = await site.aGuest()
  // A foreign key to a later row of the same table.
  await site.services.db.updateTable('users').set({ guestId: guest._id }).where('id', '=', author._id).execute()
  const book = await site.aBook(author, { title: 'ألف ليلة وليلة' })
  await site.api(author)(publishBook, { body: anEpubForm(anEpub()) })
  await site.aBookRow(null, {
    title: 'Nobody published it',
    caption: 'Lines\u2028and\u2029ends\n\u0085of "them" \\ 夜',
    isPremium: true,
    premiumUntil: new Date('2031-02-03T04:05:06.789Z'),
  })
  await site.api(reader)(rateBook, { params: { id: book._id }, body: { rating: 4 } })
  await site.api(reader)(addComment, { params: { id: book._id }, body: { text: 'At dusk.' } })
  await site.services.storage.put('people/0123456789abcdef0123456789abcdef.webp', Buffer.from('a picture'))
  whole = aPath()
  await writeBackup(storesOf(site), whole)
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

let copy: string
beforeEach(async () => {
  copy = aPath()
  await cp(whole, copy, { recursive: true })
})

test('a restored site has the same rows and the same files', async () => {
  const restored = await anEmptySite(aPath())
  const { rows, files } = await restoreBackup(restored, copy, MIGRATIONS)
  expect(await rowsIn(restored)).toEqual(await rowsIn(storesOf(site)))
  expect(await filesIn(restored)).toEqual(await filesIn(storesOf(site)))
  expect(rows).toBeGreaterThan(10)
  expect(files).toBe((await filesIn(restored)).length)
})

test('a table whose rows are in several files is restored, and a version that knows only one refuses it', async () => {
  const stores = await aMigratedSite(aPath())
  // More than are read at once.
  await ask(
    stores.database,
    `insert into audit_log (admin_name, action, subject) select 'Ada', 'look', 'n' || n from generate_series(1, 5000) n`,
  )
  const backup = aPath()
  await writeBackupTo(stores, { place: placeOnDisk(backup), folder: '', partCharacters: 1 })
  expect(await readdir(join(backup, 'tables'))).toEqual(
    expect.arrayContaining(['audit_log.jsonl', 'audit_log.2.jsonl']),
  )
  expect(JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'))).toMatchObject({ format: 2 })
  expect(JSON.parse(await readFile(join(whole, 'backup.json'), 'utf8'))).toMatchObject({ format: 1 })
  const restored = await aMigratedSite(aPath())
  await restoreBackup(restored, backup, MIGRATIONS)
  expect(await rowsIn(restored)).toEqual(await rowsIn(stores))
})

test('a restored site works on: foreign keys, identity columns and counters', async () => {
  const restored = await aMigratedSite(aPath())
  await restoreBackup(restored, copy, MIGRATIONS)
  // The tables of the queue are no part of a backup: the server makes them.
  const links = `select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as link from pg_constraint
    where connamespace <> all(select oid from pg_namespace where nspname = 'pgboss') order by 1`
  expect((await ask(restored.database, links)).rows).toEqual((await ask(site.database.config, links)).rows)
  await ask(restored.database, 'insert into file_keys (key) select key from file_keys')
  const { rows } = await ask(
    restored.database,
    `
    with gone as (delete from books where publisher_id is null returning genre)
    select (select sum(change) from counters where name = 'books') as before`,
  )
  const { rows: after } = await ask(restored.database, "select sum(change) as after from counters where name = 'books'")
  expect(Number(after[0].after)).toBeLessThan(Number(rows[0].before))
})

test('sha256sum --check accepts a backup', async () => {
  await promisify(execFile)('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: copy })
})

const aFileOf = async () => {
  const names = (await readdir(join(copy, 'files/pdf'))).map((name) => `files/pdf/${name}`)
  return join(copy, names[0] ?? '')
}

test.each<[string, () => Promise<unknown>, string]>([
  [
    'a row with another word',
    async () => swap(join(copy, 'tables/comments.jsonl'), 'dusk', 'dawn'),
    'is damaged or missing',
  ],
  [
    'a link in the place of a file',
    async () => {
      const path = await aFileOf()
      const elsewhere = `${copy}-secret`
      await rename(path, elsewhere)
      await symlink(elsewhere, path)
    },
    'is not a plain file',
  ],
  [
    'a link in the place of a folder',
    async () => {
      await rename(join(copy, 'files/pdf'), `${copy}-folder`)
      await symlink(`${copy}-folder`, join(copy, 'files/pdf'))
    },
    'is not a plain file',
  ],
  ['a file with a byte more', async () => appendFile(await aFileOf(), 'x'), 'is damaged or missing'],
  ['a file that is cut', async () => truncate(await aFileOf(), 20), 'is damaged or missing'],
  ['a missing file', async () => rm(await aFileOf()), 'is damaged or missing'],
  ['a missing table', async () => rm(join(copy, 'tables/ratings.jsonl')), 'is damaged or missing'],
  ['a file too many', async () => writeFile(join(copy, 'files/pdf/more.pdf'), 'x'), 'but not in its SHA256SUMS'],
  ['sums that end early', async () => truncate(join(copy, 'SHA256SUMS'), 200), 'SHA256SUMS'],
  ['no sums', async () => rm(join(copy, 'SHA256SUMS')), 'it is not a backup, or the backup was interrupted'],
])('nothing is restored from a damaged backup: %s', async (_, damage, says) => {
  const restored = await anEmptySite(aPath())
  await damage()
  await expect(restoreBackup(restored, copy, MIGRATIONS)).rejects.toThrow(says)
  expect(await filesIn(restored)).toEqual([])
  expect((await ask(restored.database, "select to_regclass('users') as users")).rows).toEqual([{ users: null }])
})

const swap = async (path: string, from: string, to: string) =>
  writeFile(path, (await readFile(path, 'utf8')).replace(from, to))

test('a backup is not restored into a site with users or books', async () => {
  const before = await rowsIn(storesOf(site))
  await expect(restoreBackup(storesOf(site), copy, MIGRATIONS)).rejects.toThrow('has users or books already')
  expect(await rowsIn(storesOf(site))).toEqual(before)
})

test('a backup is not written to a folder that is not empty', async () => {
  await expect(writeBackup(storesOf(site), copy)).rejects.toThrow('is not empty: name a new folder')
})

test('a database without tables cannot be backed up', async () => {
  await expect(writeBackup(await anEmptySite(aPath()), aPath())).rejects.toThrow('nothing to back up')
})

test('restoring a backup of an earlier version applies the later migrations', async () => {
  const names = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
  const earlier = aPath()
  await cp(MIGRATIONS, earlier, { recursive: true })
  for (const name of names.slice(5)) await rm(join(earlier, name))
  const old = await anEmptySite(aPath())
  await migrate(old.database, earlier)
  await ask(
    old.database,
    "insert into users (username, email, password_hash, user_type) values ('Old reader', 'old@example.org', 'none', 'reader')",
  )
  const backup = aPath()
  await writeBackup(old, backup)

  const restored = await anEmptySite(aPath())
  await restoreBackup(restored, backup, MIGRATIONS)
  expect((await ask(restored.database, 'select username from users')).rows).toEqual([{ username: 'Old reader' }])
  expect(
    (await ask(restored.database, 'select name from schema_migrations order by 1')).rows.map(({ name }) => name),
  ).toEqual(names)
  await expect(restoreBackup(await anEmptySite(aPath()), copy, earlier)).rejects.toThrow('upgrade first')
})

test('rows of a megabyte each are read by their size, also after many small ones', { timeout: 180_000 }, async () => {
  const big = await aMigratedSite(aPath())
  const fill = (count: number, choice: string, picture: string) => `
    insert into pending_covers (book_id, plain, choice, picture)
    select gen_random_uuid(), 'none', '${choice}', ${picture} from generate_series(1, ${count});`
  const picture = `convert_to(repeat('0123456789', 100000), 'UTF8')`
  await ask(
    big.database,
    `set session_replication_role = replica; ${fill(2100, 'series', 'null')} ${fill(300, 'image', picture)}`,
  )
  const backup = aPath()
  expect((await writeBackup(big, backup)).rows).toBeGreaterThanOrEqual(2400)
  expect((await stat(join(backup, 'tables/pending_covers.jsonl'))).size).toBeGreaterThan(300 * 2_000_000)
  await rm(backup, { recursive: true })
  await ask(big.database, 'truncate pending_covers')
})

const titlesIn = async (path: string) => {
  const rows = (await readFile(join(path, 'tables/books.jsonl'), 'utf8')).split('\n').slice(0, -1)
  return rows.map((row) => (JSON.parse(row) as { title: string }).title)
}
/** One row has no cover. */
const MISSING = 1

/** A storage with hooks before and after the n-th listing of its files. */
const listing = (happens: { before?: (n: number) => Promise<void>; after?: (n: number) => Promise<void> }): Stores => {
  const { database, storage } = storesOf(site)
  let times = 0
  const list: Stores['storage']['list'] = async function* (below) {
    const n = (times += 1)
    await happens.before?.(n)
    yield* storage.list(below)
    await happens.after?.(n)
  }
  return { database, storage: { ...storage, list } }
}

test('a book that is published after the files were copied is in the backup with its files', async () => {
  const author = await site.anAuthor()
  const path = aPath()
  const files = (await filesIn(storesOf(site))).length
  const publish = async (n: number) => {
    if (n === 1) await site.aBook(author, { title: 'Just in time' })
  }
  expect(await writeBackup(listing({ after: publish }), path)).toMatchObject({ missing: MISSING, files: files + 8 })
  expect(await titlesIn(path)).toContain('Just in time')
})

test('a backup says that the edition of an EPUB is missing', async () => {
  const { storage } = site.services
  const lost = (await Array.fromAsync(storage.list('epub/'))).find(({ key }) => key.endsWith('.edition'))?.key ?? ''
  const bytes = Buffer.concat(await Array.fromAsync(storage.read(lost)))
  await storage.remove(lost)
  expect((await writeBackup(storesOf(site), aPath())).missing).toBe(MISSING + 1)
  await storage.put(lost, bytes)
})

test('a book that is deleted after its row was read is not in the backup', async () => {
  const author = await site.anAuthor()
  const path = aPath()
  let id = ''
  const publish = async (n: number) => {
    if (n === 1) id = (await site.aBook(author, { title: 'For a moment' }))._id
  }
  const remove = async (n: number) => {
    if (n === 2) await site.api(author)(deleteBook, { params: { id } })
  }
  expect((await writeBackup(listing({ before: remove, after: publish }), path)).missing).toBe(MISSING)
  expect(await titlesIn(path)).not.toContain('For a moment')
})
