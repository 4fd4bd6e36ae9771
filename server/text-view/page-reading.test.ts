import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackLines, type PackedLine } from '#contract/shapes/page-reading.ts'
import { getPageReading } from '#contract/text-view.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { drawnPdf } from '#server/formats/pdf/text/testing-drawn-pdf.ts'
import { readBookTexts, replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

const PAGES = 13

let site: TestSite
let author: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  id = await site.aBookRow(author)
  const pages = Array.from({ length: PAGES }, (_, at) => [{ text: `word${at + 1}`, x: 50, y: 700, width: 2 }])
  await site.services.storage.put('pdf/words.pdf', drawnPdf(pages))
  await site.services.db.updateTable('books').set({ pdf: 'pdf/words.pdf' }).where('id', '=', id).execute()
  await replaceBookText(site.services.db, id, 'pdf/words.pdf')
})
afterAll(() => site.close())

const readingOf = (page?: number) => site.api(author)(getPageReading, { params: { id }, query: { page } })
const wordsOf = (pages: PackedLine[][]) =>
  pages.map((lines) => unpackLines(lines).flatMap(({ words }) => words.map(({ text }) => text)))

test('the words of pages are sent in groups, once all pages are read', async () => {
  expect((await readingOf()).pages).toEqual([])
  await readBookTexts(site.services, new AbortController().signal)
  const { first, pages } = await readingOf(4)
  expect([first, wordsOf(pages)]).toEqual([1, Array.from({ length: 10 }, (_, at) => [`word${at + 1}`])])
  expect(unpackLines(pages[0] ?? [])[0]?.words[0]).toMatchObject({ start: 50 })
  expect(wordsOf((await readingOf(PAGES)).pages)).toEqual([['word11'], ['word12'], ['word13']])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (bytes: Buffer) => bytes],
])('the words of pages are sent as %s to whom accepts it', async (encoding, decompress) => {
  const headers = { authorization: `Bearer ${author.token}`, 'accept-encoding': encoding }
  const sent = await site.app.inject({ url: `/api/books/${id}/reading?page=1`, headers })
  expect(sent.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
  expect(sent.headers['vary']).toContain('accept-encoding')
  expect(JSON.parse(String(decompress(sent.rawPayload)))).toEqual(await readingOf(1))
})

const readAnother = async (name: string, file: Buffer) => {
  await site.services.storage.put(name, file)
  await site.services.db.updateTable('books').set({ pdf: name }).where('id', '=', id).execute()
  await replaceBookText(site.services.db, id, name)
  await readBookTexts(site.services, new AbortController().signal)
  return readingOf()
}

// mozilla/pdf.js #14393: other readers go to the page.
test.runIf(hasCases)('entries of the outline with too few numbers are told with their pages', async () => {
  const { contents } = await readAnother('pdf/r34.pdf', caseFile('r34-outline.pdf'))
  expect(contents).toEqual([
    { title: 'No operands', page: 4 },
    { title: 'XYZ 28.34', page: 5 },
  ])
})

test('entries with too few numbers are told in their order, those below an entry after it, and none of others', async () => {
  const complete = ['/XYZ null null null', '/XYZ 0 null', '/Fit', '/FitH null', '/FitH', '/FitR 0 0 9 9']
  const incomplete = ['/XYZ', '/XYZ 1', '/FitR 0 0 9']
  const targets = [...complete, ...incomplete]
  const entries = targets.map((target, at) => {
    const next = at + 1 < targets.length ? `/Next ${at + 22} 0 R` : ''
    const below = at === complete.length ? '/First 50 0 R /Last 50 0 R' : ''
    return [at + 21, `<< /Title (Entry ${target}) /Parent 20 0 R ${next} ${below} /Dest [3 0 R ${target}] >>`]
  })
  const objects = {
    20: `<< /First 21 0 R /Last ${20 + targets.length} 0 R >>`,
    ...Object.fromEntries(entries),
    50: `<< /Title (Below) /Parent ${21 + complete.length} 0 R /Next 21 0 R /A << /S /GoTo /D [0 /XYZ] >> >>`,
    51: '<< /Title (Gone) /Parent 20 0 R /Dest [99 0 R /XYZ] >>',
  }
  const { contents } = await readAnother('pdf/kinds.pdf', aPdf({ catalog: '/Outlines 20 0 R', objects }))
  const titles = incomplete.map((target) => `Entry ${target}`).toSpliced(1, 0, 'Below')
  expect(contents).toEqual(titles.map((title) => ({ title, page: 1 })))
  expect((await readAnother('pdf/plain.pdf', aPdf({}))).contents).toBeUndefined()
})

test('a book with another file has no words until that is read', async () => {
  await replaceBookText(site.services.db, id, 'pdf/other.pdf')
  expect((await readingOf()).pages).toEqual([])
})

test('the words of a hidden book are not served, and bad pages are refused', async () => {
  for (const page of ['0', '-1', '1.5', 'x'])
    expect(await problemFrom(readingOf(page as unknown as number))).toMatchObject({ status: 400 })
  await site.services.db.updateTable('books').set({ isHidden: true }).where('id', '=', id).execute()
  expect(await problemFrom(readingOf())).toMatchObject({ status: 404, message: 'Book not found.' })
})
