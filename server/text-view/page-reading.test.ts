import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackLines, type PackedLine } from '#contract/page-reading.ts'
import { getPageReading } from '#contract/text-view.ts'
import { drawnPdf } from '#server/formats/pdf/text/testing-drawn-pdf.ts'
import { readBookTexts, replaceBookText } from '#server/search-inside/read-book-texts.ts'
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
