import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteBook, editBook } from '#contract/publishing.ts'
import { hideBook, showBook } from '#contract/moderation.ts'
import { searchInside } from '#contract/search-inside.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, problemFrom, testData, type TestSite } from '#server/testing/test-site.ts'
import { pdfBlob } from '#server/testing/book-form.ts'
import { findPages } from './find-pages.ts'
import { addPages, markedWords, publishPdf, searchOf, untilRead } from '#server/book-texts/testing-pages.ts'

let site: TestSite
let author: Person
let find: ReturnType<typeof searchOf>
const hasPdfs = testData('pdf/alice-en-69p.pdf') !== undefined

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  author = await site.anAuthor()
  find = searchOf(site, await site.aReader())
})
afterAll(() => site.close())

const aBookWith = async (texts: string[], views = 0) => {
  const id = await site.aBookRow(null, { views })
  await addPages(site.services, id, texts)
  return id
}

test.skipIf(!hasPdfs)('a sentence of a published PDF is found on its page, its words marked', async () => {
  const book = await publishPdf(site, author, 'alice-en-69p.pdf', 'Wonderland')
  const found = await find('curiouser and curiouser')
  expect(found).toMatchObject({ total: 1, hits: [{ book: { _id: book?._id, title: 'Wonderland' } }] })
  expect(markedWords(found)[0]?.[0]?.toLowerCase()).toBe('curiouser and curiouser')
  const [hit] = found.hits
  expect(hit?.snippet.text.length).toBeLessThan(500)
  expect((await find('"curiouser and curiouser"', { book: book?._id ?? '' })).hits[0]?.page).toBe(hit?.page)
})

test.skipIf(!hasPdfs)(
  'Japanese and German PDFs are found, with and without umlauts',
  async () => {
    await publishPdf(site, author, 'debian-history-ja-28p.pdf')
    await publishPdf(site, author, 'geotopo-de-117p.pdf')
    const japanese = await find('プロジェクトリーダー')
    expect(japanese.total).toBeGreaterThan(1)
    expect(markedWords(japanese).flat()).toContain('プロジェクトリーダー')
    expect(markedWords(await find('"Topologische Raume"')).flat()).toContain('Topologische Räume')
    // Divided at the end of a line.
    expect(markedWords(await find('Übungsaufgaben')).flat()).toContain('Übungsaufgaben')
  },
  120_000,
)

test('words are found in any order, a phrase in quotes only as it is', async () => {
  const id = await aBookWith(['The kettle sang before the lamplighter came.', 'The lamplighter sang. The kettle came.'])
  expect((await find('lamplighter kettle')).hits.map(({ page }) => page)).toEqual([1, 2])
  expect((await find('"kettle sang"')).hits.map(({ page }) => page)).toEqual([1])
  expect((await find('"sang the kettle"')).hits.map(({ page }) => page)).toEqual([2])
  expect((await find('"kettle lamplighter"')).total).toBe(0)
  expect((await find('“kettle came” lamplighter')).hits.map(({ page }) => page)).toEqual([2])
  expect((await find('lamplighter kettle', { book: id })).total).toBe(2)
})

test('a phrase is not found where only the pairs of its words are', async () => {
  await aBookWith(['vermilion teal amber teal ochre'])
  expect((await find('"vermilion teal"')).total).toBe(1)
  expect((await find('"teal ochre"')).total).toBe(1)
  expect((await find('"vermilion teal ochre"')).total).toBe(0)
})

test('the page with the words in their order is first, then the pages of the most viewed book', async () => {
  const rare = await aBookWith(['An orchard, an owl and a wintry pond.', 'A wintry orchard owl.'], 1)
  const popular = await aBookWith(['The owl left the wintry orchard.', 'Wintry is the orchard of the owl.'], 9)
  const order = (await find('wintry orchard owl')).hits.map(({ book, page }) => [book._id, page])
  expect(order).toEqual([
    [rare, 2],
    [popular, 1],
    [rare, 1],
    [popular, 2],
  ])
})

test.each([
  ['Chinese', '道可道，非常道。名可名，非常名。', '非常道', '道名常'],
  ['Japanese', '吾輩は猫である。名前はまだ無い。', '猫である', '猫名前'],
  ['Arabic', 'كَانَ يَا مَا كَانَ فِي قَدِيمِ الزَّمَانِ', '"كان يا ما كان"', '"ما يا كان"'],
  ['Thai', 'กาลครั้งหนึ่งนานมาแล้ว', 'นานมาแล้ว', 'แล้วนาน'],
  ['Russian', 'Все счастливые семьи похожи друг на друга', 'семьи похожи', '"похожи семьи"'],
  ['Polish', 'Zażółć gęślą jaźń w Łodzi', 'zazolc gesla jazn lodzi', '"gesla zazolc"'],
  ['German', 'Die weiße Straße am Fuß des Ölbergs', '"weisse strasse"', '"strasse weisse"'],
  ['English', 'The mother-in-law’s clock didn’t strike', '"mother in law\'s clock didn’t"', 'didnot'],
])('text in %s is found as it is written', async (_language, text, query, other) => {
  const id = await aBookWith([text])
  expect((await find(query, { book: id })).total).toBe(1)
  expect((await find(query)).hits.map(({ book }) => book._id)).toContain(id)
  expect(markedWords(await find(query, { book: id })).flat().length).toBeGreaterThan(0)
  expect((await find(other)).hits.map(({ book }) => book._id)).not.toContain(id)
})

test.each([
  ['words', 'A quagga grazed. ', 'quagga'],
  ['characters', '斑驴在吃草', '斑驴'],
])('of a stored page of too many %s, only the beginning is read', async (_kind, sentence, query) => {
  const id = await aBookWith([sentence.repeat(10_000)])
  const { pages } = await findPages(site.services, { query, book: id, offset: 0, limit: 1 })
  expect(pages[0]?.content.length).toBe(20_000)
  expect(pages[0]?.words.length).toBeLessThan(50_000)
  const [marked] = markedWords(await find(query, { book: id }))
  expect(marked?.length).toBeGreaterThan(1)
  expect(new Set(marked)).toEqual(new Set([query]))
})

test('hits are counted exactly up to 1,000, and listed in pages', async () => {
  const texts = Array.from({ length: 999 }, (_, n) => `Umbrella number ${n}.`)
  const first = await aBookWith(texts)
  expect((await find('umbrella')).total).toBe(999)
  await aBookWith(texts)
  const found = await find('umbrella')
  expect(found.total).toBe(1000)
  expect((await find('umbrella', { book: first })).total).toBe(999)
  const pages = await Promise.all([1, 2, 50, 51].map((page) => find('umbrella', { page })))
  expect(pages.map(({ hits }) => hits.length)).toEqual([20, 20, 20, 0])
  expect(pages.map(({ total }) => total)).toEqual([1000, 1000, 1000, 1000])
  const keys = pages.flatMap(({ hits }) => hits.map(({ book, page }) => `${book._id} ${page}`))
  expect(new Set(keys).size).toBe(60)
  expect(await find('umbrella', { page: 2_147_483_647 })).toEqual({ total: 1000, hits: [] })
})

test('books in any section of the index are found', async () => {
  const { db } = site.services
  const skip = () =>
    db
      .insertInto('bookTexts')
      .values(Array.from({ length: 256 }, () => ({ pdf: 'none', isRead: true })))
      .execute()
  const first = await aBookWith(['A periwinkle grew there.'])
  await skip()
  const second = await aBookWith(['Another periwinkle grew there.'])
  await skip()
  const found = await find('"periwinkle grew"')
  expect(found.total).toBe(2)
  expect(found.hits.map(({ book }) => book._id).toSorted()).toEqual([first, second].toSorted())
})

test('a book with another title is found under it at once, and no more once it is deleted', async () => {
  const book = await site.aBook(author, { title: 'Before' })
  await untilRead(site, book._id)
  await site.services.db.deleteFrom('bookTexts').where('bookId', '=', book._id).execute()
  await addPages(site.services, book._id, ['Quinces ripened on the sill.'])
  const params = { id: book._id }
  const body = new FormData()
  body.set('title', 'After')
  await site.api(author)(editBook, { params, body })
  expect((await find('quinces')).hits[0]?.book.title).toBe('After')
  await site.api(author)(deleteBook, { params })
  expect(await find('quinces')).toEqual({ total: 0, hits: [] })
})

test('a hidden book is not found, and found again when it is shown', async () => {
  const id = await aBookWith(['A gooseberry by the privet.'])
  const admin = await site.anAdmin()
  await site.api(admin)(hideBook, { params: { id }, body: { reason: 'Copied.' } })
  expect(await find('gooseberry')).toEqual({ total: 0, hits: [] })
  expect((await find('gooseberry', { book: id })).total).toBe(0)
  await site.api(admin)(showBook, { params: { id } })
  expect((await find('gooseberry')).total).toBe(1)
})

test.skipIf(!hasPdfs)('a new PDF is found instead of the earlier one', async () => {
  const book = await publishPdf(site, author, 'vicksburg-scan-ocr-6p.pdf')
  const params = { id: book?._id ?? '' }
  expect((await find('Vicksburg grumblers')).total).toBe(1)
  const body = new FormData()
  body.set('pdfFile', pdfBlob(testData('pdf/pdf20-simple-1p.pdf') ?? ''), 'new.pdf')
  await site.api(author)(editBook, { params, body })
  expect((await find('Vicksburg grumblers')).total).toBe(0)
  await untilRead(site, params.id)
  expect((await find('"hello world"')).hits.map(({ book: { _id }, page }) => [_id, page])).toEqual([[params.id, 1]])
})

test('a search without words finds nothing, an unknown book is empty, a malformed one is rejected', async () => {
  for (const query of ['', '"', '%', '?!', '""', '📚', '_', 'ـ', 'ـ"ـ ـ"'])
    expect(await find(query)).toEqual({ total: 0, hits: [] })
  expect((await find('clock', { book: crypto.randomUUID() })).total).toBe(0)
  expect(await problemFrom(find('clock', { book: '1 or 1=1' }))).toMatchObject({ status: 400 })
  expect(await problemFrom(find('x'.repeat(201)))).toMatchObject({ status: 400 })
})

test('people who may see the library may search inside its books', async () => {
  const search = () => site.api()(searchInside, { query: { query: 'clock' } })
  expect(await problemFrom(search())).toMatchObject({ status: 401 })
  const admin = await site.anAdmin()
  await site.api(admin)(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
  expect((await search()).total).toBeGreaterThan(0)
})
