import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newBooks, topRatedBooks, trendingBooks } from '#contract/books.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

const DAY_MS = 24 * 3_600_000

let site: TestSite
let readers: Person[]

beforeAll(async () => {
  site = await openTestSite()
  readers = await Promise.all(Array.from({ length: 6 }, () => site.aReader()))
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.services.db.deleteFrom('books').execute()
})

const titles = (books: { title: string }[]) => books.map(({ title }) => title)
const rate = (person: Person | undefined, id: string | undefined, rating: number) =>
  site.api(person)(rateBook, { params: { id: id ?? '' }, body: { rating } })

describe('the newest books', () => {
  test('are the newest first, 4 by default', async () => {
    await insertBooks(
      site.services,
      Array.from({ length: 6 }, () => ({})),
    )
    expect(titles(await site.api()(newBooks))).toEqual(['Book 5', 'Book 4', 'Book 3', 'Book 2'])
    expect(await site.api()(newBooks, { query: { limit: 1000 } })).toHaveLength(6)
    expect((await site.app.inject({ url: '/api/books/new?limit=0' })).statusCode).toBe(400)
  })

  test('are an empty list in an empty library', async () => {
    for (const call of [newBooks, topRatedBooks, trendingBooks]) expect(await site.api()(call)).toEqual([])
  })
})

describe('the best rated books', () => {
  test('are those that many rate well, before those with a single best rating', async () => {
    const [one, many, few] = await insertBooks(site.services, [
      { title: 'One vote' },
      { title: 'Many votes' },
      { title: 'Few bad votes' },
      { title: 'No vote' },
    ])
    await rate(readers[0], one, 5)
    for (const [i, reader] of readers.entries()) await rate(reader, many, i === 0 ? 4 : 5)
    for (const reader of readers.slice(0, 2)) await rate(reader, few, 2)
    const best = await site.api()(topRatedBooks)
    expect(titles(best)).toEqual(['Many votes', 'One vote', 'Few bad votes'])
    expect(best[0]?.Rating).toBeCloseTo(29 / 6)
  })

  test('are ordered by fractions of a star too', async () => {
    const [high, low] = await insertBooks(site.services, [{ title: 'Higher' }, { title: 'Lower' }])
    await rate(readers[0], high, 5)
    await rate(readers[0], low, 4)
    expect(titles(await site.api()(topRatedBooks))).toEqual(['Higher', 'Lower'])
  })

  test('are 5 by default', async () => {
    const ids = await insertBooks(
      site.services,
      Array.from({ length: 7 }, () => ({})),
    )
    for (const id of ids) await rate(readers[0], id, 4)
    expect(await site.api()(topRatedBooks)).toHaveLength(5)
    expect(await site.api()(topRatedBooks, { query: { limit: 7 } })).toHaveLength(7)
  })

  test('are not ranked by ratings of guests', async () => {
    const [one, other] = await insertBooks(site.services, [{ title: 'By guests' }, { title: 'By a member' }])
    const guests = await Promise.all(Array.from({ length: 5 }, () => site.aGuest()))
    for (const guest of guests) await rate(guest, one, 5)
    await rate(readers[0], other, 4)
    expect(titles(await site.api()(topRatedBooks))).toEqual(['By a member'])
  })
})

describe('trending books', () => {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const interest = (rows: { bookId: string | undefined; ago: number; views: number }[]) =>
    site.services.db
      .insertInto('bookDays')
      .values(rows.map(({ bookId = '', ago, views }) => ({ bookId, day: day(ago), views })))
      .execute()

  test('are those of the last 14 days; recent days weigh more', async () => {
    const ids = await insertBooks(
      site.services,
      ['Yesterday', 'Last week', 'Forgotten', 'Never'].map((title) => ({ title })),
    )
    await interest([
      { bookId: ids[0], ago: 1, views: 10 },
      { bookId: ids[1], ago: 9, views: 25 },
      { bookId: ids[2], ago: 15, views: 10_000 },
    ])
    const trending = await site.api()(trendingBooks)
    expect(titles(trending.slice(0, 2))).toEqual(['Yesterday', 'Last week'])
  })

  test('are followed by the newest others where fewer than four trend', async () => {
    const ids = await insertBooks(
      site.services,
      Array.from({ length: 6 }, () => ({})),
    )
    const listed = async (limit?: number) => titles(await site.api()(trendingBooks, { query: { limit } }))
    expect(await listed()).toEqual(['Book 5', 'Book 4', 'Book 3', 'Book 2'])
    await interest([
      { bookId: ids[0], ago: 1, views: 10 },
      { bookId: ids[4], ago: 1, views: 5 },
    ])
    expect(await listed()).toEqual(['Book 0', 'Book 4', 'Book 5', 'Book 3'])
    expect(await listed(3)).toEqual(['Book 0', 'Book 4', 'Book 5'])
    expect(await listed(100)).toEqual(['Book 0', 'Book 4', 'Book 5', 'Book 3'])
    await interest(ids.slice(1, 4).map((bookId) => ({ bookId, ago: 2, views: 1 })))
    expect(await listed(100)).toHaveLength(5)
  })

  test('have a new book at once, and not a deleted one, while the strip is filled by the newest', async () => {
    const author = await site.anAuthor()
    const ids = () =>
      site
        .api()(trendingBooks)
        .then((books) => books.map(({ _id }) => _id))
    expect(await ids()).toEqual([])
    const { book } = await site.api(author)(publishBook, { body: aBookForm() })
    expect(await ids()).toEqual([book._id])
    await site.api(author)(deleteBook, { params: { id: book._id } })
    expect(await ids()).toEqual([])
  })

  test('leave the list as time passes', async () => {
    // The last one is the newest, which fills the list.
    const [id] = await insertBooks(site.services, [{ title: 'Today' }, { title: 'Never read' }])
    await interest([{ bookId: id, ago: 0, views: 1 }])
    const leads = async () => (await site.api()(trendingBooks))[0]?._id === id
    expect(await leads()).toBe(true)
    site.skip(13 * DAY_MS)
    expect(await leads()).toBe(true)
    site.skip(2 * DAY_MS)
    expect(await leads()).toBe(false)
    site.skip(-15 * DAY_MS)
  })

  test('depend on ratings too, but not on those of guests', async () => {
    const [byGuest, rated] = await insertBooks(
      site.services,
      ['By a guest', 'Rated', ...Array.from({ length: 4 }, (_, i) => `Newer ${i}`)].map((title) => ({ title })),
    )
    await rate(readers[0], rated, 5)
    await rate(await site.aGuest(), byGuest, 5)
    expect(titles(await site.api()(trendingBooks))).toEqual(['Rated', 'Newer 3', 'Newer 2', 'Newer 1'])
  })

  test('are 4 by default', async () => {
    const ids = await insertBooks(
      site.services,
      Array.from({ length: 6 }, () => ({})),
    )
    await interest(ids.map((bookId, i) => ({ bookId, ago: 0, views: i + 1 })))
    expect(titles(await site.api()(trendingBooks))).toEqual(['Book 5', 'Book 4', 'Book 3', 'Book 2'])
  })
})
