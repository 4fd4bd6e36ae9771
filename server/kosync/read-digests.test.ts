import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editBook } from '#contract/publishing.ts'
import { insertManyBooks, withoutSearch } from '#server/books/testing-books.ts'
import { explainStatements } from '#server/books/testing-plans.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import type { Services } from '#server/platform/services.ts'
import { readDigests } from './read-digests.ts'

const BOOKS = 10_000
const SEQUENTIAL_SCAN = /Seq Scan on (?:books|book_versions|book_digests)\b/

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const read = (services: Services = site.services) => readDigests(services, new AbortController().signal)
const waiting = () => site.services.db.selectFrom('booksToDigest').select('bookId').execute()
const versionsOf = async (bookId: string) => {
  const rows = await site.services.db
    .selectFrom('bookDigests')
    .select(['version', 'contentMd5'])
    .where('bookId', '=', bookId)
    .orderBy('version')
    .execute()
  return rows.map(({ version, contentMd5 }) => [version, contentMd5 !== null])
}
const replaceFile = (id: string, pages: number) =>
  site.api(author)(editBook, { params: { id }, body: aBookForm({ pdf: new Blob([aPdf(pages)]) }) })

test('a book waits for its digests when it is published or its file is replaced, and for nothing else', async () => {
  const { _id: id } = await site.aBook(author)
  expect(await waiting()).toEqual([{ bookId: id }])
  await read()
  expect(await waiting()).toEqual([])
  await site.services.db.updateTable('books').set({ views: 7, caption: 'Another one.' }).where('id', '=', id).execute()
  expect(await waiting()).toEqual([])
  // Twice, so that one version is never the current one while digests are read.
  for (const pages of [3, 4]) await replaceFile(id, pages)
  await read()
  expect([await versionsOf(id), await waiting()]).toEqual([
    [
      [1, true],
      [2, true],
      [3, true],
    ],
    [],
  ])
})

test('a file that comes while digests are read is read too', async () => {
  const { _id: id } = await site.aBook(author)
  let replaced: Promise<unknown> | undefined
  const { storage } = site.services
  const size = async (key: string) => {
    await (replaced ??= replaceFile(id, 5))
    return storage.size(key)
  }
  await read({ ...site.services, storage: { ...storage, size } })
  expect([await versionsOf(id), await waiting()]).toEqual([
    [
      [1, true],
      [2, true],
    ],
    [],
  ])
})

test('a file that can not be read is tried again by the next run, and holds up no later book', async () => {
  const { _id: first } = await site.aBook(author)
  const { _id: second } = await site.aBook(author)
  const { storage, db } = site.services
  const { pdf } = await db.selectFrom('books').select('pdf').where('id', '=', first).executeTakeFirstOrThrow()
  const size = (key: string) => (key === pdf ? Promise.reject(new Error('EIO')) : storage.size(key))
  const check = () => Promise.reject(new Error('the store is down'))
  await expect(read({ ...site.services, storage: { ...storage, size, check } })).rejects.toThrow('the store is down')
  expect(await waiting()).toEqual([{ bookId: first }, { bookId: second }])
  await read({ ...site.services, storage: { ...storage, size } })
  expect([await versionsOf(first), await versionsOf(second), await waiting()]).toEqual([
    [],
    [[1, true]],
    [{ bookId: first }],
  ])
  await read()
  expect([await versionsOf(first), await waiting()]).toEqual([[[1, true]], []])
})

test(
  `of ${BOOKS.toLocaleString('en-GB')} books those without digests are found by index`,
  { timeout: 120_000 },
  async () => {
    const { db } = site.services
    await withoutSearch(site.services, () => insertManyBooks(site.services, BOOKS))
    await sql`
    insert into book_digests (book_id, version, pdf, name_md5s, page_count)
    select id, 1, pdf, array[md5(pdf_name)], page_count from books
    on conflict do nothing`.execute(db)
    await sql`
    insert into book_versions (book_id, number, pdf, pdf_name, pdf_bytes, format, page_count, created_at)
    select id, 1, pdf, pdf_name, pdf_bytes, format, page_count, created_at from books
    on conflict do nothing`.execute(db)
    await db.deleteFrom('booksToDigest').execute()
    await sql`vacuum analyze`.execute(db)
    const explained = await explainStatements(site)
    const plans = [...(await explained.plansOf(read))]
    await site.aBook(author)
    plans.push(...(await explained.plansOf(read)))
    await explained.close()
    expect(plans.length).toBeGreaterThan(3)
    expect(plans.filter((plan) => SEQUENTIAL_SCAN.test(plan))).toEqual([])
  },
)
