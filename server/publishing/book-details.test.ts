import { afterAll, beforeAll, expect, test } from 'vitest'
import { editAdminBook, getAdminBook, listAuditLog } from '#contract/admin.ts'
import { getBook } from '#contract/books.ts'
import { editBook, publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalBooks } from './personal-books.ts'

let site: TestSite
let author: Person
let admin: Person

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  ;[author, admin] = await Promise.all([site.anAuthor(), site.anAdmin()])
})
afterAll(() => site.close())

type Fields = Record<string, string>
const aForm = (fields: Fields) => {
  const form = aBookForm()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const publish = async (fields: Fields, person = author) =>
  (await site.api(person)(publishBook, { body: aForm(fields) })).book._id
const detailOf = (id: string) => site.api()(getBook, { params: { id } })
const edit = (id: string, body: object) => site.api(author)(editBook, { params: { id }, body: body as never })

const ALL = {
  subtitle: ' With twelve maps ',
  series: 'The Almanacs',
  seriesNumber: '1,5',
  language: 'DE-at',
  year: '1911',
  isbn: '0-306-40615-2',
  tags: 'Sea,  sea , Lamps & light,',
  licence: 'cc-by-sa',
  downloads: 'none',
  contentNotes: 'A shipwreck.\r\nA storm.',
  age: '13',
}
const SHOWN = {
  subtitle: 'With twelve maps',
  series: { _id: expect.any(String), name: 'The Almanacs', number: 1.5 },
  language: 'de-AT',
  year: 1911,
  isbn: '9780306406157',
  tags: ['Sea', 'Lamps & light'],
  licence: 'cc-by-sa',
  downloads: 'none',
  contentNotes: 'A shipwreck.\nA storm.',
  age: 13,
}

test('a book says what its author says of it, in the form that the page needs', async () => {
  expect(await detailOf(await publish(ALL))).toMatchObject(SHOWN)
})

test('of a book with the fields of the spec alone nothing more is said', async () => {
  const detail = await detailOf(await publish({}))
  for (const field of Object.keys(SHOWN)) expect(detail).not.toHaveProperty(field)
  const empty = Object.fromEntries(Object.keys(ALL).map((field) => [field, ' ']))
  expect(Object.keys(await detailOf(await publish(empty)))).toEqual(Object.keys(detail))
})

test('each part is changed and taken back by itself, in a form and in JSON, and makes a new version', async () => {
  const id = await publish(ALL)
  const versionOf = async () => (await site.api(admin)(getAdminBook, { params: { id } })).data.version
  const first = await versionOf()
  await edit(id, { tags: ['Harbours'], year: 1912, seriesNumber: 2 })
  expect(await detailOf(id)).toMatchObject({
    ...SHOWN,
    tags: ['Harbours'],
    year: 1912,
    series: { name: 'The Almanacs', number: 2 },
  })
  expect(await versionOf()).toBe(first + 1)
  await edit(id, { subtitle: 'With twelve maps' })
  expect(await versionOf()).toBe(first + 1)
  await edit(id, { age: null, tags: [], isbn: null })
  const form = new FormData()
  for (const field of ['subtitle', 'series', 'language', 'licence', 'downloads', 'contentNotes', 'year'])
    form.set(field, '')
  await edit(id, form)
  const detail = await detailOf(id)
  for (const field of Object.keys(SHOWN)) expect(detail).not.toHaveProperty(field)
})

test('a series belongs to its publisher, whatever the case of its name', async () => {
  const series = async (name: string, person?: Person) =>
    (await detailOf(await publish({ series: name }, person))).series?._id
  const id = await series('Tidewater')
  expect(await series('TIDEWATER')).toBe(id)
  expect(await series('Tidewater Two')).not.toBe(id)
  const other = await site.anAuthor()
  expect(await series('Tidewater', other)).not.toBe(id)
})

const next = new Date().getUTCFullYear() + 1
test.each([
  ['year', String(next + 1), 'The year is a number of four digits, at most next year'],
  ['year', 'MCMXI', 'The year is a number of four digits, at most next year'],
  ['isbn', '9780306406158', 'This is no ISBN: please check its digits'],
  ['language', 'de_AT', 'The language is a tag such as en, de or pt-BR'],
  ['licence', 'mit', expect.stringContaining('The licence is one of all-rights-reserved, cc0')],
  ['downloads', 'epub', 'What readers may download is one of file, none, with-epub'],
  ['age', '17', 'The age is one of 13, 16, 18'],
  ['subtitle', 'x'.repeat(201), 'The subtitle has at most 200 characters'],
  ['contentNotes', 'x'.repeat(501), 'The content notes have at most 500 characters'],
  ['series', 'x'.repeat(201), 'The name of the series has at most 200 characters'],
  ['seriesNumber', '-1', 'The number in the series is from 0 to 9999, such as 2 or 1.5'],
  ['seriesNumber', '2', 'Please name the series of this number'],
  ['tags', Array.from({ length: 11 }, (_, at) => `tag ${at}`).join(), 'A book has at most 10 tags'],
])('what is wrong is told by its field: %s of %s', async (field, value, message) => {
  expect(await problemFrom(site.api(author)(publishBook, { body: aForm({ [field]: value }) }))).toMatchObject({
    status: 400,
    errors: { [field]: message },
  })
})

test('a tag that is too long is told by its place', async () => {
  const body = aForm({ tags: `sea,${'x'.repeat(41)}` })
  expect(await problemFrom(site.api(author)(publishBook, { body }))).toMatchObject({
    status: 400,
    errors: { tags: 'A tag has at most 40 characters' },
  })
})

test('next year is a year, and the same tag in two spellings one tag', async () => {
  const id = await publish({ year: String(next), tags: 'ＳＥＡ,sea,Sea' })
  expect(await detailOf(id)).toMatchObject({ year: next, tags: ['ＳＥＡ'] })
})

test.each([
  ['a field for each', (form: FormData) => ['Sea', 'Lamps & light', 'Sea'].forEach((tag) => form.append('tags', tag))],
  ['a list in JSON', (form: FormData) => form.set('tags', '["Sea", "Lamps & light"]')],
  [
    'texts with commas in two fields',
    (form: FormData) => ['Sea,', 'Lamps & light'].forEach((tag) => form.append('tags', tag)),
  ],
])('tags may be %s', async (_, set) => {
  const body = aForm({})
  set(body)
  const { book } = await site.api(author)(publishBook, { body })
  expect(await detailOf(book._id)).toMatchObject({ tags: ['Sea', 'Lamps & light'] })
})

test('a tag that begins like a list in JSON is one', async () => {
  expect(await detailOf(await publish({ tags: '[draft, sea' }))).toMatchObject({ tags: ['[draft', 'sea'] })
})

test('the audit log names what an administrator changed, and the export of an author has it', async () => {
  const person = await site.anAuthor()
  const id = await publish(ALL, person)
  await site.api(admin)(editAdminBook, {
    params: { id },
    body: { age: 16, tags: ['Sea', 'Stars'], licence: null, downloads: 'file' } as never,
  })
  const { changes } = (await site.api(admin)(listAuditLog)).data[0] ?? { changes: [] }
  expect(changes.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual([
    { field: 'age', before: '13', after: '16' },
    { field: 'downloads', before: 'none', after: null },
    { field: 'licence', before: 'cc-by-sa', after: null },
    { field: 'tags', before: 'Sea, Lamps & light', after: 'Sea, Stars' },
  ])
  const { documents } = await personalBooks.exportOf(site.services, person._id)
  expect(documents['books']).toMatchObject([
    { subtitle: 'With twelve maps', age: 16, tags: ['Sea', 'Stars'], series: SHOWN.series },
  ])
})

test('the page has the details as the server renders it, for readers and for search engines', async () => {
  const { body } = await site.app.inject({ url: `/books/${await publish(ALL)}` })
  const html = body.replaceAll('<!-- -->', '')
  for (const text of [
    'With twelve maps</p>',
    'The Almanacs, 1.5',
    'Austrian German',
    'CC BY-SA 4.0',
    'Reading here only',
    'Lamps &amp; light',
  ])
    expect(html).toContain(text)
  expect(html).toContain('href="https://creativecommons.org/licenses/by-sa/4.0/"')
  expect(html.indexOf('Suitable for readers aged 13 and over.')).toBeGreaterThan(0)
  expect(html.indexOf('A shipwreck.\nA storm.</p>')).toBeLessThan(html.indexOf('Read Now'))
  expect(html).not.toMatch(/files\/(?:pdf|epub)/)
  const [, data = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    inLanguage: 'de-AT',
    isbn: '9780306406157',
    datePublished: '1911',
    keywords: 'Sea, Lamps & light',
    license: 'https://creativecommons.org/licenses/by-sa/4.0/',
    isPartOf: { '@type': 'BookSeries', name: 'The Almanacs' },
    typicalAgeRange: '13-',
  })
})
