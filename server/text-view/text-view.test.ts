import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getBookText } from '#contract/text-view.ts'
import { replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { pdfBytes } from '#server/book-texts/testing-pages.ts'
import { type Person, problemFrom, type TestSite, openTestSite, testData } from '#server/testing/test-site.ts'
import { aPdf, pdfBlob } from '#server/testing/book-form.ts'
import { makeTextViews } from './make-text-views.ts'
import { GOOD_PDFS } from './testing-good-pdfs.ts'

let site: TestSite
let author: Person

beforeEach(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterEach(() => site.close())

const aRead = async (pdf: string, bytes: Buffer) => {
  const bookId = await site.aBookRow(author)
  await site.services.storage.put(pdf, bytes)
  await replaceBookText(site.services.db, bookId, pdf)
  await site.services.db.updateTable('bookTexts').set({ isRead: true }).where('bookId', '=', bookId).execute()
  return bookId
}

const makeAll = () => makeTextViews(site.services, new AbortController().signal)
const textOf = (id: string, from?: number) => site.api(author)(getBookText, { params: { id }, query: { from } })
const stateOf = (bookId: string) =>
  site.services.db.selectFrom('bookTexts').selectAll().where('bookId', '=', bookId).executeTakeFirstOrThrow()

const wholeText = async (id: string) => {
  const { parts } = await textOf(id)
  return (await Promise.all(parts.map((from) => textOf(id, from)))).flatMap(({ blocks }) => blocks)
}

const alice = testData('pdf/alice-en-69p.pdf')

test.skipIf(!alice)(
  'a published book has its text as headings and paragraphs, in parts',
  async () => {
    await site.startJobs()
    const book = await site.aBook(author, { pdf: pdfBlob(alice ?? '') })
    const parts = await vi.waitFor(
      async () => {
        const { parts: found } = await textOf(book._id)
        if (found.length === 0) throw new Error('not made yet')
        return found
      },
      { timeout: 90_000, interval: 100 },
    )
    expect(parts[0]).toBe(1)
    expect(parts.length).toBeGreaterThan(1)
    const blocks = await wholeText(book._id)
    // A paragraph over several lines, and over the end of a page.
    expect(blocks).toContainEqual({
      page: 11,
      kind: 'p',
      text: "'Speak English!' said the Eaglet. 'I don't know the meaning of half those long words, and, what's more, I don't believe you do either!' And the Eaglet bent down its head to hide a smile: some of the other birds tittered audibly.",
    })
    expect(blocks.filter(({ kind }) => kind === 'h2' || kind === 'h3').length).toBeGreaterThanOrEqual(12)
    const pages = blocks.map(({ page }) => page)
    expect(pages).toEqual(pages.toSorted((one, other) => one - other))
    // The part of a page has that page.
    const second = parts[1] ?? 0
    expect((await textOf(book._id, second - 1)).blocks[0]?.page).toBe(1)
    expect((await textOf(book._id, second)).blocks[0]?.page).toBe(second)
    expect((await textOf(book._id, 100_000)).blocks.at(-1)?.page).toBe(69)
  },
  120_000,
)

/** Scans without text, pictures, mathematics, letters without a meaning, and a file whose pages are all alike. */
const POOR = [
  'broken-xref-30p.pdf',
  'enormous-page-1p.pdf',
  'geotopo-de-117p.pdf',
  'habibi-ar-1p.pdf',
  'huckfinn-scan-6p.pdf',
]

test.skipIf(!alice)(
  'only books whose text is good enough have a text view',
  async () => {
    const names = [...GOOD_PDFS, ...POOR]
    const books = new Map<string, string>()
    for (const name of names) books.set(name, await aRead(`pdf/${name}`, pdfBytes(name) ?? aPdf()))
    await makeAll()
    const found = new Map<string, boolean>()
    for (const [name, id] of books) found.set(name, (await textOf(id)).parts.length > 0)
    expect([...found].filter(([, has]) => has).map(([name]) => name)).toEqual(GOOD_PDFS)
    // Of each it is stored how good it is.
    for (const id of books.values())
      expect((await stateOf(id)).viewMeasure).toMatchObject({ pages: expect.any(Number), words: expect.any(Number) })
    // Divided words are joined, and Japanese has no blanks at the ends of lines.
    const russian = await wholeText(books.get('debian-install-ru-128p.pdf') ?? '')
    expect(russian.filter(({ text }) => /\p{Ll}- \p{Ll}/u.test(text)).length).toBeLessThan(russian.length / 100)
    const japanese = await wholeText(books.get('debian-history-ja-28p.pdf') ?? '')
    expect(japanese.some(({ text }) => text.length > 200 && /プロジェクト/.test(text))).toBe(true)
    expect(japanese.filter(({ text }) => /\p{scx=Hiragana} \p{scx=Hiragana}/u.test(text)).length).toBeLessThan(5)
    // Running heads and page numbers are gone.
    const manual = await wholeText(books.get('libpari-en-427p.pdf') ?? '')
    expect(manual.filter(({ kind, text }) => kind === 'p' && /^\d+$/.test(text)).length).toBeLessThan(40)
  },
  240_000,
)

test('a file that is damaged or missing has no text view, and is not tried again', async () => {
  const damaged = await aRead('pdf/damaged.pdf', Buffer.from('%PDF-1.7 and no more'))
  const missing = await aRead('pdf/missing.pdf', aPdf())
  await site.services.storage.remove('pdf/missing.pdf')
  await makeAll()
  for (const id of [damaged, missing]) {
    expect(await stateOf(id)).toMatchObject({ viewIsMade: true, hasView: false, viewMeasure: null })
    expect(await textOf(id)).toEqual({ parts: [], blocks: [] })
  }
})

test('a file that the disk can not read is left for an hour, and the others are made', async () => {
  const { storage, db } = site.services
  const older = await aRead('pdf/older.pdf', aPdf())
  const newest = await aRead('pdf/newest.pdf', aPdf())
  const read: typeof storage.read = (key, part) =>
    key === 'pdf/newest.pdf'
      ? new Readable({ read: () => undefined }).destroy(Object.assign(new Error('i/o error'), { code: 'EIO' }))
      : storage.read(key, part)
  const check = async () => {
    throw Object.assign(new Error('the storage is down'), { code: 'EIO' })
  }
  const make = (failing: Partial<typeof storage>) =>
    makeTextViews({ ...site.services, storage: { ...storage, ...failing } }, new AbortController().signal)
  // Not while all of the storage is down.
  await expect(make({ read, check })).rejects.toMatchObject({ code: 'EIO' })
  expect(Number((await stateOf(newest)).viewClaimedUntil)).toBeLessThan(Date.now() + 20 * 60_000)
  await db
    .updateTable('bookTexts')
    .set({ viewClaimedUntil: new Date(0) })
    .execute()
  await make({ read })
  expect(await stateOf(older)).toMatchObject({ viewIsMade: true })
  const { viewIsMade, viewClaimedUntil } = await stateOf(newest)
  expect(viewIsMade).toBe(false)
  expect(Number(viewClaimedUntil)).toBeGreaterThan(Date.now() + 50 * 60_000)
})

test.skipIf(!alice)(
  'a text view that was stopped is made by the next run',
  async () => {
    const id = await aRead('pdf/alice.pdf', pdfBytes('alice-en-69p.pdf') ?? aPdf())
    const stopping = new AbortController()
    const { storage } = site.services
    const read = (key: string) => {
      stopping.abort()
      return storage.read(key)
    }
    await makeTextViews({ ...site.services, storage: { ...storage, read } }, stopping.signal)
    expect(await stateOf(id)).toMatchObject({ viewIsMade: false, viewClaimedUntil: new Date(0) })
    await makeAll()
    expect(await stateOf(id)).toMatchObject({ viewIsMade: true, hasView: true })
  },
  60_000,
)

test.skipIf(!alice)(
  'a book with another file has the text of that one, and a deleted book has none',
  async () => {
    const { db } = site.services
    const id = await aRead('pdf/alice.pdf', pdfBytes('alice-en-69p.pdf') ?? aPdf())
    await makeAll()
    expect((await textOf(id)).parts.length).toBeGreaterThan(0)
    await site.services.storage.put('pdf/new.pdf', pdfBytes('vicksburg-scan-ocr-6p.pdf') ?? aPdf())
    await replaceBookText(db, id, 'pdf/new.pdf')
    expect(await textOf(id)).toEqual({ parts: [], blocks: [] })
    await db.updateTable('bookTexts').set({ isRead: true }).where('bookId', '=', id).execute()
    await makeAll()
    expect((await textOf(id, 1)).blocks[0]?.text).toContain('did not last long')
    await db.deleteFrom('books').where('id', '=', id).execute()
    expect(await problemFrom(textOf(id))).toMatchObject({ status: 404 })
    await db.deleteFrom('bookTexts').execute()
    expect(await db.selectFrom('textViewParts').select('textId').execute()).toEqual([])
  },
  60_000,
)

test('the text of a hidden book is not served', async () => {
  const id = await site.aBookRow(author)
  expect(await textOf(id)).toEqual({ parts: [], blocks: [] })
  await site.services.db.updateTable('books').set({ isHidden: true }).where('id', '=', id).execute()
  expect(await problemFrom(textOf(id))).toMatchObject({ status: 404, message: 'Book not found.' })
})

test('bad pages are refused with a message', async () => {
  const id = await site.aBookRow(author)
  for (const from of ['0', '-1', 'x', '99999999999'])
    expect(await problemFrom(textOf(id, from as unknown as number))).toMatchObject({ status: 400 })
})
