import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editAdminBook, getAdminBook } from '#contract/admin.ts'
import { getBookFile } from '#contract/books.ts'
import { editBook, publishBook } from '#contract/publishing.ts'
import { DETAIL_FIELDS, type DetailField } from '#contract/shapes/detail-fields.ts'
import { LIMITS } from '#server/platform/http/uploads/receive-upload.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { DetailsFields } from '#web/publishing/details-fields.tsx'
import { EMPTY } from '#web/publishing/use-draft.ts'

/** What a form is sent for each detail, and by what it is known where it is told. */
const DETAILS: Record<DetailField, { sent: string; told: RegExp }> = {
  subtitle: { sent: 'Of seven winds', told: /Of seven winds/ },
  series: { sent: 'Tidewater Tales', told: /Tidewater Tales/ },
  seriesNumber: { sent: '7.25', told: /7\.25/ },
  language: { sent: 'cy', told: /Welsh|[>"]cy[<"]/ },
  year: { sent: '1867', told: /1867/ },
  isbn: { sent: '9780306406157', told: /9780306406157/ },
  tags: { sent: 'xylography', told: /xylography/ },
  licence: { sent: 'cc-by-nc-nd', told: /licenses\/by-nc-nd/ },
  downloads: { sent: 'none', told: /Reading here only/ },
  contentNotes: { sent: 'A shipwreck off Skye', told: /A shipwreck off Skye/ },
  age: { sent: '16', told: /aged 16|"16-"/ },
}

/** What each place leaves out: a new detail is told there, or named here. */
const LEFT_OUT: Record<string, DetailField[]> = {
  'web/books/book-details.tsx': [],
  'web/books/structured-book.tsx': ['downloads'],
  'server/opds/write-opds1.ts': ['subtitle', 'downloads', 'contentNotes', 'age'],
  'server/opds/write-opds2.ts': ['downloads', 'contentNotes', 'age'],
  'server/publishing/catalog-entry.ts': ['subtitle', 'downloads', 'contentNotes', 'age'],
}

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  author = await site.anAuthor()
})
afterAll(() => site.close())

const MANUSCRIPT = { pdf: new Blob(['# One\n\nIt was lit.\n']), pdfFileName: 'lamp.md' }

const publish = async (details: Partial<Record<DetailField, string>>, file = {}) => {
  const body = aBookForm(file)
  for (const [name, value] of Object.entries(details)) body.set(name, value)
  return (await site.api(author)(publishBook, { body })).book._id
}
const sentOf = (field: DetailField) => DETAILS[field].sent
const ALL = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, sentOf(field)]))

const read = async (url: string) => (await site.app.inject({ url })).body

/** What each place says of a book that has all details. */
const textsOf = async (): Promise<Record<keyof typeof LEFT_OUT, string>> => {
  const id = await publish(ALL)
  const page = await read(`/books/${id}`)
  const [, structured = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page) ?? []
  const { downloads: _, ...words } = ALL
  const made = await publish(words, MANUSCRIPT)
  const { downloadUrl = '' } = await site.api(author)(getBookFile, { params: { id: made } })
  const epub = await site.app.inject({ url: downloadUrl })
  return {
    'web/books/book-details.tsx': page.replace(/<script.*?<\/script>|<head>.*?<\/head>/gs, ''),
    'web/books/structured-book.tsx': structured,
    'server/opds/write-opds1.ts': await read(`/opds/v1/books/${id}`),
    'server/opds/write-opds2.ts': await read(`/opds/v2/books/${id}`),
    'server/publishing/catalog-entry.ts': strFromU8(unzipSync(epub.rawPayload)['EPUB/package.opf'] ?? new Uint8Array()),
  }
}

test('each place that describes a book tells each detail, or leaves it out by a decision', async () => {
  const texts = await textsOf()
  const untold = (text: string) => DETAIL_FIELDS.filter((field) => !DETAILS[field].told.test(text))
  const found = Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, untold(text)]))
  expect(found, 'Tell it in these files, or name it in LEFT_OUT').toEqual(LEFT_OUT)
})

test('a change of each detail alone is a new version of the book', async () => {
  const id = await publish({ series: 'Almanacs' })
  const admin = await site.anAdmin()
  const version = async () => (await site.api(admin)(getAdminBook, { params: { id } })).data.version
  const kept: DetailField[] = []
  for (const field of DETAIL_FIELDS) {
    const before = await version()
    await site.api(author)(editBook, { params: { id }, body: { [field]: sentOf(field) } as never })
    if ((await version()) === before) kept.push(field)
  }
  expect(kept, 'These are not in the trigger books_increment_version').toEqual([])
})

test('the form has a control for each detail', () => {
  const props = { fields: EMPTY, errors: { year: 'wrong' }, onChange: () => undefined }
  const markup = renderToStaticMarkup(createElement(DetailsFields, props))
  const controls = Array.from(markup.matchAll(/ name="(\w+)"/g), ([, name]) => name)
  expect(controls.toSorted(), 'web/publishing/details-fields.tsx').toEqual(DETAIL_FIELDS.toSorted())
})

test('a form may have all fields of a book, its files as texts too', () => {
  const fields = Object.keys(editAdminBook.body.shape).length
  expect(fields, 'LIMITS in receive-upload.ts').toBeLessThanOrEqual(LIMITS.fields)
})

test('the table of an import may have a column for each detail, which is told in docs/operating.md', () => {
  const told = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  const untold = DETAIL_FIELDS.filter((field) => !told.includes(`\`${field}\``))
  expect(untold, 'docs/operating.md').toEqual([])
})
