import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { listOwnBooks } from '#contract/publishing.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { readBookTexts, replaceBookText } from './read-book-texts.ts'
import { pdfBytes, publishPdf, searchOf, untilRead } from './testing-pages.ts'

let site: TestSite
let author: Person
/** Its pages are read in two tasks. */
const long = pdfBytes('alice-en-69p.pdf')
const PAGES = 69

beforeEach(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterEach(() => site.close())

const aText = async (pdf: string, bytes: Buffer) => {
  const bookId = await site.aBookRow(author)
  await site.services.storage.put(pdf, bytes)
  await replaceBookText(site.services.db, bookId, pdf)
  return bookId
}

const readAll = () => readBookTexts(site.services, new AbortController().signal)

const stateOf = (bookId: string) =>
  site.services.db.selectFrom('bookTexts').selectAll().where('bookId', '=', bookId).executeTakeFirstOrThrow()

const pagesIn = async (id: number) =>
  (
    await site.services.db.selectFrom('pageTexts').select('page').where('textId', '=', id).orderBy('page').execute()
  ).map(({ page }) => page)

test.skipIf(!long)(
  'an interrupted reading is taken up where it ended',
  async () => {
    const bookId = await aText('pdf/long.pdf', long ?? aPdf())
    const stopping = new AbortController()
    const { storage } = site.services
    const read = (key: string) => {
      // Stops while the first pages are being read.
      const stream = new PassThrough()
      void pipeline(storage.read(key), stream).then(() => stopping.abort())
      return stream
    }
    await readBookTexts({ ...site.services, storage: { ...storage, read } }, stopping.signal)
    const interrupted = await stateOf(bookId)
    expect(interrupted.isRead).toBe(false)
    expect(interrupted.pages).toBeLessThan(PAGES)
    await readAll()
    const { id, isRead, pages, textPages } = await stateOf(bookId)
    expect({ isRead, pages }).toEqual({ isRead: true, pages: PAGES })
    const read2 = await pagesIn(id)
    expect(read2.length).toBe(textPages)
    expect(read2.at(-1)).toBe(PAGES)
  },
  120_000,
)

test.skipIf(!long)(
  'a reading whose process was killed is taken up by another, when a minute has passed',
  async () => {
    const bookId = await aText('pdf/long.pdf', long ?? aPdf())
    const claim = (claimedUntil: Date) =>
      site.services.db.updateTable('bookTexts').set({ claimedUntil }).where('bookId', '=', bookId).execute()
    await claim(new Date(Date.now() + 60_000))
    expect(await readAll()).toBeGreaterThan(30_000)
    expect((await stateOf(bookId)).pages).toBe(0)
    await claim(new Date(Date.now() - 1000))
    expect(await readAll()).toBeUndefined()
    expect((await stateOf(bookId)).pages).toBe(PAGES)
  },
  120_000,
)

test.skipIf(!long)(
  'the reading of an earlier file writes no page, and its pages are deleted',
  async () => {
    const bookId = await aText('pdf/long.pdf', long ?? aPdf())
    const { storage, db } = site.services
    const { id } = await stateOf(bookId)
    const replaceMeanwhile = async function* (key: string) {
      if (key === 'pdf/long.pdf') await replaceBookText(db, bookId, 'pdf/new.pdf')
      yield* storage.read(key)
    }
    await storage.put('pdf/new.pdf', aPdf())
    // The pages of an earlier file would be deleted at the end.
    await sql`create table written (text_id integer)`.execute(db)
    await sql`create rule record_written as on insert to page_texts do also insert into written values (new.text_id)`.execute(
      db,
    )
    const read = (key: string) => Readable.from(replaceMeanwhile(key))
    await readBookTexts({ ...site.services, storage: { ...storage, read } }, new AbortController().signal)
    expect((await sql`select from written where text_id = ${id}`.execute(db)).rows).toEqual([])
    // The row of the earlier file stays until nobody can have it open any more; it has no pages.
    expect(await pagesIn(id)).toEqual([])
    const ofBook = db.selectFrom('bookTexts').select('pdf').where('bookId', '=', bookId)
    expect(await ofBook.execute()).toEqual([{ pdf: 'pdf/new.pdf' }])
    expect(await stateOf(bookId)).toMatchObject({ isRead: true, pages: 2, textPages: 0 })
  },
  120_000,
)

test.skipIf(!long)(
  'the pages of deleted books are deleted',
  async () => {
    const bookId = await aText('pdf/long.pdf', long ?? aPdf())
    await readAll()
    const { id } = await stateOf(bookId)
    expect((await pagesIn(id)).length).toBeGreaterThan(PAGES - 5)
    await site.services.db.deleteFrom('books').where('id', '=', bookId).execute()
    await readAll()
    expect(await pagesIn(id)).toEqual([])
    expect(await site.services.db.selectFrom('bookTexts').select('id').execute()).toEqual([])
  },
  120_000,
)

test('pages are saved while somebody changes the book, who else would wait for the job that waits for them', async () => {
  const bookId = await aText('pdf/short.pdf', aPdf())
  await site.services.db.transaction().execute(async (trx) => {
    await trx.selectFrom('books').select('id').where('id', '=', bookId).forUpdate().execute()
    await readAll()
    expect(await stateOf(bookId)).toMatchObject({ isRead: true, pages: 2 })
    await replaceBookText(trx, bookId, 'pdf/new.pdf')
  })
})

test('a missing or damaged file does not keep the others from being read', async () => {
  const good = await aText('pdf/good.pdf', aPdf(3))
  const damaged = await aText('pdf/damaged.pdf', Buffer.from('%PDF-1.7 and no more'))
  const missing = await aText('pdf/missing.pdf', aPdf())
  await site.services.storage.remove('pdf/missing.pdf')
  await readAll()
  expect(await stateOf(good)).toMatchObject({ isRead: true, pages: 3 })
  for (const bookId of [damaged, missing]) expect(await stateOf(bookId)).toMatchObject({ isRead: true, pages: 0 })
})

const failsFor = (keys: string[]): Pick<Storage, 'read'> => {
  const { storage } = site.services
  const read: Storage['read'] = (key, part) =>
    keys.includes(key)
      ? new Readable({ read: () => undefined }).destroy(Object.assign(new Error('i/o error'), { code: 'EIO' }))
      : storage.read(key, part)
  return { read }
}

test('a file that the disk can not read is left for an hour, and the others are read', async () => {
  const { storage, db } = site.services
  const older = await aText('pdf/older.pdf', aPdf(3))
  const newest = await aText('pdf/newest.pdf', aPdf(2))
  const deleted = await aText('pdf/deleted.pdf', aPdf())
  await db.deleteFrom('books').where('id', '=', deleted).execute()
  const failing = { ...storage, ...failsFor(['pdf/newest.pdf']) }
  const next = await readBookTexts({ ...site.services, storage: failing }, new AbortController().signal)
  expect(await stateOf(older)).toMatchObject({ isRead: true, pages: 3 })
  expect(await stateOf(newest)).toMatchObject({ isRead: false, pages: 0 })
  expect(next).toBeGreaterThan(59 * 60_000)
  // What is done after the reading is done too.
  expect(await db.selectFrom('bookTexts').select('pdf').where('bookId', 'is', null).execute()).toEqual([])
  const claimedUntil = new Date(Date.now() - 1000)
  await db.updateTable('bookTexts').set({ claimedUntil }).where('bookId', '=', newest).execute()
  await readAll()
  expect(await stateOf(newest)).toMatchObject({ isRead: true, pages: 2 })
})

test('while the storage is down no file is left for an hour', async () => {
  const { storage } = site.services
  const keys = ['pdf/1.pdf', 'pdf/2.pdf', 'pdf/3.pdf']
  const books: string[] = []
  for (const key of keys) books.push(await aText(key, aPdf()))
  const check = async () => {
    throw Object.assign(new Error('the storage is down'), { code: 'EIO' })
  }
  const reading = readBookTexts(
    { ...site.services, storage: { ...storage, ...failsFor(keys), check } },
    new AbortController().signal,
  )
  await expect(reading).rejects.toMatchObject({ code: 'EIO' })
  for (const bookId of books) {
    const { isRead, claimedUntil } = await stateOf(bookId)
    expect(isRead).toBe(false)
    expect(Number(claimedUntil)).toBeLessThan(Date.now() + 2 * 60_000)
  }
})

test('books from before the search inside are read when the workers start', async () => {
  const bookId = await aText('pdf/old.pdf', aPdf(3))
  await site.startJobs()
  await untilRead(site, bookId)
  expect(await stateOf(bookId)).toMatchObject({ pages: 3 })
})

test.skipIf(!long)(
  'authors are told which of their PDFs have no text',
  async () => {
    await site.startJobs()
    const own = async () =>
      Object.fromEntries((await site.api(author)(listOwnBooks)).map(({ title, lacksText }) => [title, lacksText]))
    const empty = await site.aBook(author, { title: 'Pictures' })
    await untilRead(site, empty._id)
    await publishPdf(site, author, 'vicksburg-scan-ocr-6p.pdf', 'Recognized')
    expect(await own()).toEqual({ Pictures: true, Recognized: false })
  },
  120_000,
)

test.skipIf(!long)(
  'a published book is found within a second of its reading',
  async () => {
    await site.startJobs()
    const find = searchOf(site, author)
    const book = await publishPdf(site, author, 'libpari-en-427p.pdf')
    expect((await find('"elliptic curve" discriminant')).hits[0]?.book._id).toBe(book?._id)
  },
  400_000,
)
