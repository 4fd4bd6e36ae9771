import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessFilter } from '#contract/shapes/accessibility.ts'
import * as calls from '#contract/books.ts'
import { type Age, LICENCES, tagKey } from '#contract/shapes/detail-fields.ts'
import { FILTERS, type FilterName, type Filters, READER_AGES } from '#contract/shapes/filters.ts'
import { compactCounters } from '#server/admin/counters.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { countFacets } from './count-facets.ts'
import { countFoundGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { insertBooks, insertManyBooks } from './testing-books.ts'

interface Described {
  title: string
  genre: string
  language: string | null
  licence: (typeof LICENCES)[number] | null
  age: Age | null
  access: AccessFilter[]
  tags: string[]
  isHidden: boolean
  views: number
}

const at = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

/** Every value occurs, and the cycles have different lengths, so that the values are combined in many ways. */
const BOOKS: Described[] = Array.from({ length: 240 }, (_, n) => ({
  title: `${n % 4 === 0 ? 'Lamp' : 'Tide'} ${String((n * 77) % 240).padStart(3, '0')}`,
  genre: at(['Poetry', 'Fantasy', 'Historical Fiction'], n),
  language: at(['en', 'de-AT', null, 'pt-BR', 'pt'], n),
  licence: at([null, ...LICENCES], n),
  age: at([null, 13, null, 16, 18, null, null], n),
  access: at<AccessFilter[]>([[], ['screen-reader'], ['image-descriptions', 'screen-reader'], []], n),
  tags: at([[], ['Sea'], ['sea  STORIES', 'Lamps & light'], ['SEA', 'ΌΡΟΣ'], ['İzmir']], n >> 1),
  isHidden: n % 11 === 0,
  views: (n * 53) % 240,
}))

let site: TestSite
let reader: Person
let ids: string[]
let books: Described[]

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  ids = await insertBooks(site.services, BOOKS)
  books = [...BOOKS]
})
afterAll(() => site.close())

const valuesOf: Record<FilterName, (book: Described) => string[]> = {
  language: ({ language }) => (language ? [language.split('-')[0] ?? ''] : []),
  tag: ({ tags }) => tags.map(tagKey),
  licence: ({ licence }) => (licence ? [licence] : []),
  age: ({ age }) => READER_AGES.filter((reader) => (age ?? 0) <= Number(reader)),
  access: ({ access }) => access,
}

interface Asked extends Filters {
  genre?: string
  query?: string
}

const isFoundBy = (book: Described, { genre, query, ...filters }: Asked) =>
  !book.isHidden &&
  (genre === undefined || book.genre === genre) &&
  (query === undefined || book.title.startsWith(query)) &&
  FILTERS.every((name) => filters[name] === undefined || valuesOf[name](book).includes(filters[name]))

const expectedCounts = (asked: Asked) =>
  Object.fromEntries(
    FILTERS.map((name) => {
      const counts: Record<string, number> = {}
      for (const book of books.filter((one) => isFoundBy(one, { ...asked, [name]: undefined })))
        for (const value of valuesOf[name](book)) counts[value] = (counts[value] ?? 0) + 1
      return [name, counts]
    }),
  )

const countsOf = async (asked: Asked) => {
  const facets = await countFacets(site.services, asked)
  return Object.fromEntries(
    FILTERS.map((name) => {
      const { values, isExact } = facets[name]
      expect(isExact).toBe(true)
      expect(values.map(({ count }) => count)).toEqual(values.map(({ count }) => count).toSorted((a, b) => b - a))
      return [name, Object.fromEntries(values.map(({ value, count }) => [value, count]))]
    }),
  )
}

const ALONE: Filters[] = [
  { language: 'pt' },
  { language: 'de' },
  { tag: 'sea' },
  { tag: 'sea stories' },
  { tag: tagKey('ΌΡΟΣ') },
  { tag: tagKey('İzmir') },
  { licence: 'cc-by' },
  { age: '13' },
  { age: '16' },
  { access: 'screen-reader' },
]
const PAIRS = ALONE.flatMap((one, i) => ALONE.slice(i + 1).map((other) => ({ ...one, ...other })))
const ASKED: Asked[] = [
  ...ALONE,
  ...PAIRS,
  ...ALONE.map((one) => ({ ...one, genre: 'Fantasy' })),
  ...ALONE.map((one) => ({ ...one, query: 'Lamp' })),
  { language: 'pt', age: '16', access: 'screen-reader', licence: 'cc0' },
]

test('the library lists the shown books that every filter leaves', async () => {
  for (const asked of ASKED) {
    const { books: listed, totalBooks } = await listBooks(site.services, { ...asked, page: 1, limit: 100, sort: 'new' })
    const expected = books.filter((book) => isFoundBy(book, asked)).toReversed()
    expect([asked, totalBooks, listed.map(({ title }) => title)]).toEqual([
      asked,
      expected.length,
      expected.slice(0, 100).map(({ title }) => title),
    ])
  }
})

test('in each order, page by page', async () => {
  const asked = { language: 'pt', age: '13' } as const
  const found = books.filter((book) => isFoundBy(book, asked))
  const titles = async (sort: 'title' | 'most-read' | 'top-rated', page: number) => {
    const { books: listed, totalPages } = await listBooks(site.services, { ...asked, sort, page, limit: 10 })
    expect(totalPages).toBe(Math.ceil(found.length / 10))
    return listed.map(({ title }) => title)
  }
  const byTitle = found.map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1))
  const byViews = found.toSorted((a, b) => b.views - a.views).map(({ title }) => title)
  for (const page of [1, 2, 3]) {
    expect(await titles('title', page)).toEqual(byTitle.slice((page - 1) * 10, page * 10))
    expect(await titles('most-read', page)).toEqual(byViews.slice((page - 1) * 10, page * 10))
    expect(await titles('top-rated', page)).toHaveLength(10)
  }
})

test('each filter has the number of books that the others leave', async () => {
  for (const asked of [{}, { genre: 'Poetry' }, { query: 'Tide' }, ...ASKED])
    expect([asked, await countsOf(asked)]).toEqual([asked, expectedCounts(asked)])
})

test('genres are counted among the books that filters and a search leave', async () => {
  for (const asked of ASKED.filter(({ genre }) => !genre)) {
    const genres = await countFoundGenres(site.services, asked)
    const counts: Record<string, number> = {}
    for (const { genre } of books.filter((book) => isFoundBy(book, asked))) counts[genre] = (counts[genre] ?? 0) + 1
    expect([asked, Object.fromEntries(genres.map(({ _id, count }) => [_id, count]))]).toEqual([asked, counts])
  }
})

test('counts follow what is changed, hidden, shown and deleted, and stay when counters are compacted', async () => {
  const { db } = site.services
  const change = async (n: number, values: Partial<Described>) => {
    await db
      .updateTable('books')
      .set(values)
      .where('id', '=', ids[n] ?? '')
      .execute()
    books[n] = { ...at(books, n), ...values }
  }
  await change(1, { isHidden: true })
  await change(11, { isHidden: false })
  await change(22, { tags: ['Hidden tag'] })
  await change(2, { language: 'nl', tags: ['Harbours', 'Sea'], licence: null })
  await change(3, { age: 18, access: ['screen-reader'], genre: 'Poetry' })
  await change(4, { language: 'fr', isHidden: true })
  await change(5, { views: 1000 })
  await db.deleteFrom('books').where('id', 'in', ids.slice(6, 9)).execute()
  books = books.filter((_, n) => n < 6 || n > 8)
  const asked: Asked[] = [{}, { tag: 'sea' }, { age: '13' }, { genre: 'Poetry' }]
  for (const one of asked) expect(await countsOf(one)).toEqual(expectedCounts(one))
  await compactCounters(site.services)
  expect(await countsOf({})).toEqual(expectedCounts({}))
})

test('a tag is found in any spelling', async () => {
  const { totalBooks } = await site.api(reader)(calls.listBooks, { query: { tag: ' SEA  Stories' } })
  expect(totalBooks).toBe(books.filter((book) => isFoundBy(book, { tag: 'sea stories' })).length)
})

test.each([
  { language: 'pt-BR' },
  { language: 'nothing' },
  { tag: ' ' },
  { tag: 'x'.repeat(41) },
  { tag: '\0' },
  { licence: 'gpl' },
  { age: '14' },
  { age: '18' },
  { access: 'nothing' },
])('a value that cannot be is refused: %o', async (filters) => {
  for (const call of [calls.listBooks, calls.listFacets, calls.listGenres])
    expect(await problemFrom(site.api(reader)(call, { query: filters as never }))).toMatchObject({
      status: 400,
      errors: { [Object.keys(filters)[0] ?? '']: expect.any(String) },
    })
})

test('an unknown genre and a search that finds nothing leave no books', async () => {
  for (const asked of [{ genre: 'Nothing' }, { query: 'nothing like it' }])
    expect(await countsOf(asked)).toEqual({ language: {}, tag: {}, licence: {}, age: {}, access: {} })
})

test('the longest tags fit into the index', async () => {
  const letter = (n: number) => String.fromCodePoint(0x20000 + ((n * 2_654_435_761) % 40_000))
  const tags = Array.from({ length: 10 }, (_, i) => Array.from({ length: 40 }, (_, n) => letter(i * 40 + n)).join(''))
  const [id = ''] = await insertBooks(site.services, [{ tags }])
  const { books: listed } = await listBooks(site.services, { tag: tagKey(tags[9] ?? ''), page: 1, limit: 10 })
  expect(listed.map(({ _id }) => _id)).toEqual([id])
  const long = '\u{FDFA}'.repeat(40)
  const [other = ''] = await insertBooks(site.services, [{ tags: [long] }])
  const { books: found } = await listBooks(site.services, { tag: tagKey(long), page: 1, limit: 10 })
  expect(found.map(({ _id }) => _id)).toEqual([other])
})

test('of more than a thousand books the newest are counted, and the least numbers are said to be so', async () => {
  await insertManyBooks(site.services, 1200)
  await sql`update books set language = 'ja', tags = '{Night}' where language is null and title like 'Number %'`.execute(
    site.services.db,
  )
  const { language, tag, age } = await countFacets(site.services, { language: 'ja' })
  expect(language).toMatchObject({
    isExact: true,
    values: expect.arrayContaining([{ value: 'ja', count: 1200 }]),
  })
  expect(tag).toEqual({ isExact: false, values: [{ value: 'night', count: 1000 }] })
  expect(age.isExact).toBe(false)
  const { licence } = await countFacets(site.services, { query: 'Number', licence: 'cc0' })
  expect(licence).toEqual({ isExact: false, values: [] })
  const genres = await countFoundGenres(site.services, { language: 'ja' })
  expect(genres.map(({ count }) => count)).toEqual([null, null, null])
  const { books: listed, totalBooks } = await listBooks(site.services, {
    language: 'ja',
    sort: 'most-read',
    page: 2,
    limit: 10,
  })
  expect(totalBooks).toBe(1000)
  expect(listed.map(({ views }) => views)).toEqual(listed.map(({ views }) => views).toSorted((a, b) => b - a))
})
