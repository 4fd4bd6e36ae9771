import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDashboardStats } from '#contract/admin.ts'
import { getPosition, savePosition } from '#contract/reading.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { EDITION_VERSION } from '#server/formats/edition-version.ts'
import { editionKeyOf, openStored, pageReaderOf } from '#server/formats/formats.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { readBookTexts } from '#server/book-texts/read-book-texts.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { countOutdatedEditions, remakeEditions } from './remake-editions.ts'

let site: TestSite
let author: Person
let reader: Person
let id: string

/** Of a page and a half each, with words of their own. */
const paragraphs = (name: string) =>
  Array.from(
    { length: 14 },
    (_, at) => `<p>${name} ${at} was ${'long and dark and '.repeat(10)}quiet in ${name}${at}.</p>`,
  ).join('')
const metadata = '<dc:title>Nights</dc:title><dc:language>en</dc:language>'
const found = { one: paragraphs('harbour'), two: paragraphs('ferry') }
/** With the chapter that the library could not read before. */
const WHOLE = anEpub({ metadata, chapters: { zero: paragraphs('lighthouse'), ...found } })

const signal = () => new AbortController().signal
const readTexts = () => readBookTexts(site.services, signal())
const remakeAll = (stopping = signal()) => remakeEditions(site.services, stopping)
const rowOf = (one = id) =>
  site.services.db.selectFrom('books').select(['pdf', 'pageCount']).where('id', '=', one).executeTakeFirstOrThrow()
const editionOf = (one = id) =>
  site.services.db.selectFrom('bookTexts').select('editionVersion').where('bookId', '=', one).executeTakeFirstOrThrow()
const put = async (key: string, bytes: Buffer) => {
  const path = join(site.services.storage.tempFolder, randomUUID())
  await writeFile(path, bytes)
  await site.services.storage.put(key, path)
}
/** As if this book had been published by earlier rules, with other bytes as its file if they are given. */
const outdate = async (file?: Buffer) => {
  if (file) await put((await rowOf()).pdf, file)
  await sql`update book_texts set edition_version = 0 where book_id = ${id}::uuid`.execute(site.services.db)
}
const toMake = async () => (await site.api(await site.anAdmin())(getDashboardStats)).data.waiting.editionsToMake

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  reader = await site.aReader()
})
afterAll(() => site.close())
beforeEach(async () => {
  const epub = new Blob([new Uint8Array(anEpub({ metadata, chapters: found }))])
  id = (await site.aBook(author, { pdf: epub }))._id
  await readTexts()
})

test('a new book has an edition by the rules of now, which is not made again', async () => {
  const { pdf } = await rowOf()
  expect(await editionOf()).toEqual({ editionVersion: EDITION_VERSION })
  await remakeAll()
  expect((await rowOf()).pdf).toBe(pdf)
})

test('an edition of before is made again, and places stay at their words', async () => {
  const listed = site.services.db.selectFrom('bookVersions').select('number').where('bookId', '=', id)
  const before = { ...(await rowOf()), versions: await listed.execute() }
  const text = async (page: number) =>
    (await pageReaderOf((await rowOf()).pdf).read(openStored(site.services.storage, (await rowOf()).pdf), page - 1))
      .texts[0] ?? ''
  const page = before.pageCount
  const words = (await text(page)).slice(0, 60)
  await site.api(reader)(savePosition, {
    params: { id },
    body: { device: { id: randomUUID(), name: 'Firefox on Linux' }, page, step: 1, seen: 0 },
  })
  await outdate(WHOLE)
  expect(await toMake()).toBe(1)
  await remakeAll()
  await readTexts()
  const after = await rowOf()
  expect(after.pdf).not.toBe(before.pdf)
  expect(after.pageCount).toBeGreaterThan(before.pageCount)
  expect([await editionOf(), await toMake()]).toEqual([{ editionVersion: EDITION_VERSION }, 0])
  const versions = site.services.db.selectFrom('bookVersions').select(['number', 'pdf']).where('bookId', '=', id)
  expect(await versions.execute()).toEqual(before.versions.map(({ number }) => ({ number, pdf: after.pdf })))
  const { at } = await site.api(reader)(getPosition, { params: { id }, query: {} })
  expect(at?.page).toBeGreaterThan(page)
  expect(await text(at?.page ?? 0)).toContain(words.slice(0, 30))
  // Who reads it now has the files of before.
  expect(await site.services.storage.size(editionKeyOf(before.pdf) ?? '')).toBeGreaterThan(0)
})

test('an administrator stops it, and lets it go on', async () => {
  await outdate()
  const { pdf } = await rowOf()
  const set = async (remakeEditions: 'on' | 'off') =>
    site.api(await site.anAdmin())(updateSiteSettings, { body: { remakeEditions } })
  await set('off')
  await remakeAll()
  expect([(await rowOf()).pdf, await countOutdatedEditions(site.services.db)]).toEqual([pdf, 1])
  await set('on')
  await remakeAll()
  expect((await rowOf()).pdf).not.toBe(pdf)
})

test('a book that is refused by now keeps the edition that it has, and the others are made', async () => {
  await outdate(Buffer.from('no EPUB at all'))
  const { pdf } = await rowOf()
  const size = await site.services.storage.size(editionKeyOf(pdf) ?? '')
  await remakeAll()
  expect([(await rowOf()).pdf, await editionOf()]).toEqual([pdf, { editionVersion: EDITION_VERSION }])
  expect(await site.services.storage.size(editionKeyOf(pdf) ?? '')).toBe(size)
})

test('it ends with the server', async () => {
  await outdate()
  const { pdf } = await rowOf()
  await remakeAll(AbortSignal.abort())
  expect((await rowOf()).pdf).toBe(pdf)
  await remakeAll()
})
