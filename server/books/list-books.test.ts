import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookPage, listBooks, listGenreBooks, listGenres, listPublicGenres } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

const COUNT = 130

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  const genres = ['Science Fiction', 'Health & Wellness', 'Fiction', 'Fiction', 'Fiction']
  await insertBooks(
    site.services,
    Array.from({ length: COUNT }, (_, i) => ({
      title: `Title ${String((i * 37) % COUNT).padStart(3, '0')}`,
      genre: genres[i % genres.length] ?? '',
      views: (i * 53) % COUNT,
    })),
  )
})
afterAll(() => site.close())

const page = (query: Record<string, string | number> = {}) => site.api(reader)(listBooks, { query: query as never })
const ask = async (search: string) => {
  const answer = await site.app.inject({
    url: `/api/books${search}`,
    headers: { authorization: `Bearer ${reader.token}` },
  })
  return { status: answer.statusCode, body: answer.json<BookPage & { type: string; errors: object }>() }
}
const titles = ({ books }: BookPage) => books.map(({ title }) => title)

describe('a page of the library', () => {
  test('has 12 books, the newest first, with true totals', async () => {
    const first = await page()
    expect(first).toMatchObject({ currentPage: 1, totalBooks: COUNT, totalPages: 11 })
    expect(first.books).toHaveLength(12)
    const times = first.books.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('continues the previous one: all pages together have each book once', async () => {
    for (const sort of ['new', 'title', 'most-read', 'top-rated']) {
      const pages = await Promise.all(Array.from({ length: 11 }, (_, i) => page({ page: i + 1, sort })))
      const ids = pages.flatMap(({ books }) => books.map(({ _id }) => _id))
      expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT])
      expect(pages[10]?.books).toHaveLength(10)
    }
  })

  test('past the end is empty, with true totals', async () => {
    for (const number of [12, 1_000_000_000, 2_147_483_647]) {
      expect(await page({ page: number })).toEqual({
        books: [],
        currentPage: number,
        totalBooks: COUNT,
        totalPages: 11,
      })
    }
  })

  test('has at most 100 books', async () => {
    const all = await page({ limit: 1_000_000 })
    expect(all.books).toHaveLength(100)
    expect(all.totalPages).toBe(2)
    expect((await page({ limit: 1 })).books).toHaveLength(1)
  })

  test.each(['0', '-1', '1.5', 'abc', '1e9', '', '9e99', '2147483648', '99999999999', '+1', '0x1', 'NaN', '１', '%00'])(
    'is not numbered %j, nor limited so',
    async (number) => {
      for (const name of ['page', 'limit']) {
        const { status, body } = await ask(`?${name}=${number}`)
        expect([status, body.type, Object.keys(body.errors)]).toEqual([400, 'validation', [name]])
      }
    },
  )

  test.each([
    'page=1&page=2',
    'page[]=1',
    'limit=1&limit=1',
    'sort=new&sort=title',
    'query[]=x',
    'genre=a&genre=b',
    'sort=rating',
    'sort=',
    'genre=' + 'x'.repeat(41),
  ])('is not asked for with %s', async (search) => {
    expect(await ask(`?${search}`)).toMatchObject({ status: 400, body: { type: 'validation' } })
  })

  test('ignores parameters that it does not know', async () => {
    expect((await ask('?_=1&foo[]=1')).status).toBe(200)
  })

  test('is for members, including guests, and not for visitors', async () => {
    const guest = await site.aGuest()
    expect((await site.api(guest)(listBooks)).totalBooks).toBe(COUNT)
    expect(await problemFrom(site.api()(listBooks))).toMatchObject({ status: 401, type: 'unauthenticated' })
    expect(await problemFrom(site.api()(listGenreBooks, { params: { genre: 'Fiction' } }))).toMatchObject({
      status: 401,
    })
  })
})

test('books are sorted by title, and by their views', async () => {
  expect(titles(await page({ sort: 'title', limit: 5 }))).toEqual([
    'Title 000',
    'Title 001',
    'Title 002',
    'Title 003',
    'Title 004',
  ])
  const { books } = await page({ sort: 'most-read', limit: 5 })
  expect(books.map(({ views }) => views)).toEqual([129, 128, 127, 126, 125])
})

describe('a genre', () => {
  const genre = (name: string, query = {}) => site.api(reader)(listGenreBooks, { params: { genre: name }, query })

  test.each([
    'Science Fiction',
    'science-fiction',
    'SCIENCE-FICTION',
    'science fiction',
    'Science--Fiction',
    ' Science  Fiction ',
  ])('is found as %j', async (name) => {
    const found = await genre(name)
    expect(found).toMatchObject({ currentPage: 1, totalBooks: 26, totalPages: 3 })
    expect(found.books).toHaveLength(10)
    expect(new Set(found.books.map((book) => book.genre))).toEqual(new Set(['Science Fiction']))
  })

  test.each(['Health & Wellness', 'health-&-wellness', 'health-and-wellness', 'Health and Wellness'])(
    'with an ampersand is found as %j',
    async (name) => {
      expect((await genre(name)).totalBooks).toBe(26)
    },
  )

  test('has its pages', async () => {
    expect((await genre('fiction', { page: 2, limit: 70 })).books).toHaveLength(8)
  })

  test('that does not exist has no books', async () => {
    const empty = { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }
    for (const name of ['Cookery', 'Poetry', "' or 1=1--", '%', '../admin', '__proto__'])
      expect(await genre(name)).toEqual(empty)
    expect(await page({ genre: 'Cookery' })).toEqual(empty)
  })

  test('filters the library too, together with a search and an order', async () => {
    const found = await page({ genre: 'science-fiction', query: 'title 00', sort: 'title' })
    expect(new Set(found.books.map((book) => book.genre))).toEqual(new Set(['Science Fiction']))
    expect(titles(found)).toEqual(titles(found).toSorted())
    expect(found.totalBooks).toBe(found.books.length)
    expect(found.totalBooks).toBeGreaterThan(0)
  })

  test('is counted: those with most books first, those without books left out', async () => {
    const counts = [
      { _id: 'Fiction', count: 78 },
      { _id: 'Health & Wellness', count: 26 },
      { _id: 'Science Fiction', count: 26 },
    ]
    expect(await site.api()(listGenres)).toEqual(counts)
    expect(await site.api()(listPublicGenres)).toEqual(counts)
    expect(GENRES).toHaveLength(25)
  })
})
