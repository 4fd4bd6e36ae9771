import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/values/durations.ts'
import { getDashboardStats } from '#contract/admin.ts'
import type { Book } from '#contract/books.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { sweepFiles } from './sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'

let site: TestSite
let book: Book

beforeAll(async () => {
  site = await openTestSite()
  book = await site.aBook(await site.anAuthor())
})
afterAll(() => site.close())

const leave = async (name: string, agoMs: number) => {
  const path = join(site.services.settings.dataDir, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'left over')
  const at = new Date(Date.now() - agoMs)
  await utimes(path, at, at)
  return name
}
const files = async () => (await remainsOf(site)).files
/** Makes every file as old as one of a book that was published long ago. */
const age = async () => {
  const at = new Date(Date.now() - 100 * HOUR_MS)
  await Promise.all((await files()).map((name) => utimes(join(site.services.settings.dataDir, name), at, at)))
}

test('files that no book uses are removed after an hour; those of books stay, however old', async () => {
  await age()
  const used = await files()
  expect(used).toHaveLength(8)
  const hash = '0123456789abcdef0123456789abcdef'
  const young = await Promise.all([
    leave('files/pdf/young.pdf', 0.9 * HOUR_MS),
    leave(`files/covers/ab/${hash}.webp`, 0),
    leave('tmp/young', 0),
  ])
  await Promise.all([
    leave('files/pdf/old.pdf', 1.1 * HOUR_MS),
    leave(`files/covers/01/${hash}.webp`, 2 * HOUR_MS),
    leave(`files/covers/01/${hash}-320.avif`, 2 * HOUR_MS),
    leave('tmp/old', 2 * HOUR_MS),
  ])
  expect(await sweepFiles(site.services)).toEqual({ removed: 3, missing: [] })
  expect(await files()).toEqual([...used, ...young].sort())
  expect((await site.app.inject({ url: book.image })).statusCode).toBe(200)
})

test('files of a killed process, older than a given time, are removed immediately', async () => {
  await Promise.all([leave('files/pdf/killed.pdf', 1000), leave('tmp/killed', 1000)])
  const { removed } = await sweepFiles(site.services, new Date(Date.now() + 1000))
  expect(removed).toBeGreaterThan(0)
  expect(await readdir(site.services.storage.tempFolder)).toEqual([])
  expect(await files()).toHaveLength(8)
})

test('a cover that two books share stays while one of them does', async () => {
  const { db } = site.services
  const { cover } = await db.selectFrom('books').select('cover').where('id', '=', book._id).executeTakeFirstOrThrow()
  const other = await site.aBook(await site.anAuthor(), { title: 'Another' })
  await db.updateTable('books').set({ cover }).where('id', '=', other._id).execute()
  await db.deleteFrom('books').where('id', '=', book._id).execute()
  await age()
  await sweepFiles(site.services)
  expect((await site.app.inject({ url: book.image })).statusCode).toBe(200)
  expect((await files()).filter((file) => file.startsWith('files/pdf/'))).toHaveLength(1)
})

test('a book whose PDF is missing is reported by its id, and on the dashboard until the file is back', async () => {
  const lost = await site.aBook(await site.anAuthor(), { title: 'Lost' })
  const { pdf } = await site.services.db
    .selectFrom('books')
    .select('pdf')
    .where('id', '=', lost._id)
    .executeTakeFirstOrThrow()
  await site.services.storage.remove(pdf)
  expect((await sweepFiles(site.services)).missing).toEqual([lost._id])
  expect(site.logged.join('')).toContain('books without a file')
  const waiting = async () => (await site.api(await site.anAdmin())(getDashboardStats)).data.waiting
  expect((await waiting()).booksWithoutFile).toBe(1)
  await site.services.storage.put(pdf, aPdf())
  await sweepFiles(site.services)
  expect((await waiting()).booksWithoutFile).toBe(0)
})

test('a book whose cover is missing is reported like one whose PDF is missing', async () => {
  const lost = await site.aBook(await site.anAuthor(), { title: 'Without a Cover' })
  const { db, storage } = site.services
  const { cover } = await db.selectFrom('books').select('cover').where('id', '=', lost._id).executeTakeFirstOrThrow()
  await storage.remove(coverKey(cover, '.webp'))
  expect((await sweepFiles(site.services)).missing).toEqual([lost._id])
  const { waiting } = (await site.api(await site.anAdmin())(getDashboardStats)).data
  expect(waiting.booksWithoutFile).toBe(1)
  await db.deleteFrom('books').where('id', '=', lost._id).execute()
  await age()
  await sweepFiles(site.services)
  expect((await files()).filter((file) => file.includes(cover))).toEqual([])
})

/** Books with this one's cover and without files. */
const insertLost = async (count: number) => {
  const { db } = site.services
  const { title, author, caption, genre, cover, coverColor } = await db
    .selectFrom('books')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow()
  const copy = { title, author, caption, genre, cover, coverColor, pdfName: 'book.pdf', pdfBytes: 1, pageCount: 1 }
  await db
    .insertInto('books')
    .values(Array.from({ length: count }, (_, i) => ({ ...copy, pdf: `pdf/lost-${i}.pdf` })))
    .execute()
}
const removeLost = () => site.services.db.deleteFrom('books').where('pdf', 'like', 'pdf/lost-%').execute()

test('of more books without files than one batch the first are named, and all are counted', async () => {
  await insertLost(1100)
  expect((await sweepFiles(site.services)).missing).toHaveLength(20)
  const waiting = async () => (await site.api(await site.anAdmin())(getDashboardStats)).data.waiting
  expect((await waiting()).booksWithoutFile).toBe(1100)
  await removeLost()
})

test('few books are looked at together, and a run that ends early is continued by the next one', async () => {
  await insertLost(600)
  const { storage, db } = site.services
  const asked: string[] = []
  let now = 0
  let most = 0
  const size = async (key: string) => {
    if (key.startsWith('pdf/')) asked.push(key)
    most = Math.max(most, ++now)
    return storage.size(key).finally(() => (now -= 1))
  }
  const sweep = () => sweepFiles({ ...site.services, storage: { ...storage, size } }, undefined, 0)
  await sweep()
  expect(asked).toHaveLength(500)
  await sweep()
  const books = await db.selectFrom('books').select('pdf').execute()
  expect(asked.toSorted()).toEqual(books.map(({ pdf }) => pdf).toSorted())
  expect(most).toBeLessThanOrEqual(32)
  // The end of the books is reached, and the next run begins anew.
  await sweep()
  expect(asked).toHaveLength(books.length + 500)
  await removeLost()
  await sweepFiles(site.services)
})

test('more than one batch of unused files is removed', async () => {
  await Promise.all(Array.from({ length: 1100 }, (_, i) => leave(`files/pdf/many-${i}.pdf`, 2 * HOUR_MS)))
  expect((await sweepFiles(site.services)).removed).toBe(1100)
})

test('a sweep with an empty database removes no file', async () => {
  await age()
  const { db } = site.services
  const before = await files()
  await db.deleteFrom('books').execute()
  expect(await sweepFiles(site.services)).toEqual({ removed: 0, missing: [] })
  expect(await files()).toEqual(before)
  expect(site.logged.filter((line) => line.includes('there are files but no books'))).toHaveLength(1)
})
