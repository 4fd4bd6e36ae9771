import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewBook } from '#contract/books.ts'
import { addComment } from '#contract/comments.ts'
import { listOwnBooks } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { recordTopRated } from '#server/premium/watch-top-rated.ts'

const DAY_MS = 24 * 3_600_000

let site: TestSite
let author: Person
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
  id = await site.aBookRow(author)
})
afterAll(() => site.close())

const own = async () => (await site.api(author)(listOwnBooks)).find(({ _id }) => _id === id)

test('an author’s book has today’s counts, which start at 0 each day', async () => {
  const params = { id }
  expect(await own()).toMatchObject({ today: { views: 0, ratings: 0, comments: 0 }, topRatedDays: 0 })
  await site.api(reader)(viewBook, { params })
  await site.api(reader)(rateBook, { params, body: { rating: 5 } })
  await site.api(reader)(addComment, { params, body: { text: 'It kept me up.' } })
  await site.views.flush()
  expect(await own()).toMatchObject({ views: 1, today: { views: 1, ratings: 1, comments: 1 } })
  site.skip(DAY_MS)
  expect(await own()).toMatchObject({ views: 1, commentCount: 1, today: { views: 0, ratings: 0, comments: 0 } })
})

test('an author’s book has the number of consecutive days that it was in top-rated', async () => {
  for (const days of [1, 2, 3]) {
    await recordTopRated(site.services)
    expect((await own())?.topRatedDays).toBe(days)
    site.skip(DAY_MS)
  }
  // No server ran on this day.
  site.skip(DAY_MS)
  await recordTopRated(site.services)
  expect((await own())?.topRatedDays).toBe(5)
})

test('a cache-busting query parameter is accepted and ignored', async () => {
  const books = await site.api(author)(listOwnBooks, { query: { t: Date.now() } })
  expect(books.map(({ _id }) => _id)).toEqual([id])
})

test('an author’s book has the counts of seven days and of the seven before', async () => {
  const [other, writer] = await Promise.all([site.aReader(), site.anAuthor()])
  const book = await site.aBookRow(writer)
  const figures = async () => {
    const [found] = await site.api(writer)(listOwnBooks)
    return [found?.week, found?.weekBefore]
  }
  const none = { views: 0, ratings: 0, comments: 0 }
  expect(await figures()).toEqual([none, none])
  await site.api(other)(viewBook, { params: { id: book } })
  await site.api(other)(rateBook, { params: { id: book }, body: { rating: 4 } })
  await site.services.db
    .insertInto('comments')
    .values({ bookId: book, userId: other._id, text: 'A week ago.', createdAt: site.services.now() })
    .execute()
  await site.views.flush()
  const all = { views: 1, ratings: 1, comments: 1 }
  expect(await figures()).toEqual([all, none])
  site.skip(6 * DAY_MS)
  expect(await figures()).toEqual([all, none])
  site.skip(DAY_MS)
  expect(await figures()).toEqual([none, all])
  site.skip(6 * DAY_MS)
  expect(await figures()).toEqual([none, all])
  site.skip(DAY_MS)
  expect(await figures()).toEqual([none, none])
})
