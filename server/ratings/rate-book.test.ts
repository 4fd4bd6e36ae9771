import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBook } from '#contract/books.ts'
import { rateBook } from '#contract/ratings.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})
afterAll(() => site.close())
beforeEach(async () => {
  id = (await insertBooks(site.services, [{ publisherId: author._id }]))[0] ?? ''
})

const rate = (person: Pick<Person, 'token'>, rating: unknown) =>
  site.api(person)(rateBook, { params: { id }, body: { rating: rating as number } })
const seen = async () => {
  const { Rating, ratingCount, ratings } = await site.api()(getBook, { params: { id } })
  return { Rating, ratingCount, ratings }
}
/** The average and number of the rows, whatever the columns of the book say. */
const recounted = async () => {
  const rows = await site.services.db.selectFrom('ratings').select('stars').where('bookId', '=', id).execute()
  const sum = rows.reduce((all, { stars }) => all + stars, 0)
  return { Rating: rows.length === 0 ? 0 : sum / rows.length, ratingCount: rows.length }
}

test('a rating returns the new average, not rounded, and the number of ratings', async () => {
  const [second, third] = await Promise.all([site.aReader(), site.aReader()])
  expect(await rate(reader, 5)).toEqual({ newRating: 5, ratingCount: 1 })
  expect(await rate(second, 4)).toEqual({ newRating: 4.5, ratingCount: 2 })
  expect(await rate(third, 1)).toEqual({ newRating: 10 / 3, ratingCount: 3 })
  expect(await seen()).toEqual({ Rating: 10 / 3, ratingCount: 3, ratings: [1, 0, 0, 1, 1] })
})

test('rating again replaces the earlier stars', async () => {
  await rate(reader, 5)
  expect(await rate(reader, 2)).toEqual({ newRating: 2, ratingCount: 1 })
  expect(await rate(reader, 2)).toEqual({ newRating: 2, ratingCount: 1 })
  expect(await seen()).toEqual({ Rating: 2, ratingCount: 1, ratings: [0, 1, 0, 0, 0] })
})

test('the time of a rating is that of its last change of stars', async () => {
  const ratedAt = async () =>
    (await site.services.db.selectFrom('ratings').select('ratedAt').where('bookId', '=', id).executeTakeFirst())
      ?.ratedAt
  await rate(reader, 5)
  const first = await ratedAt()
  await rate(reader, 5)
  expect(await ratedAt()).toEqual(first)
  await rate(reader, 4)
  expect(await ratedAt()).not.toEqual(first)
})

describe('the average is exact', () => {
  test('with 50 concurrent readers', async () => {
    const readers = await Promise.all(Array.from({ length: 50 }, () => site.aReader()))
    const answers = await Promise.all(readers.map((person, i) => rate(person, (i % 5) + 1)))
    expect(answers.map(({ ratingCount }) => ratingCount).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    expect(await seen()).toEqual({ Rating: 3, ratingCount: 50, ratings: [10, 10, 10, 10, 10] })
  })

  test('with 50 concurrent ratings of one reader, who has one rating in the end', async () => {
    for (let round = 0; round < 5; round++) {
      id = (await insertBooks(site.services, [{}]))[0] ?? ''
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => rate(reader, (i % 5) + 1)))
      expect(new Set(answers.map(({ ratingCount }) => ratingCount))).toEqual(new Set([1]))
      const { Rating, ratingCount } = await seen()
      expect({ Rating, ratingCount }).toEqual(await recounted())
      expect(ratingCount).toBe(1)
    }
  })

  test('with many readers who change their ratings concurrently', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, () => site.aReader()))
    await Promise.all(Array.from({ length: 60 }, (_, i) => rate(readers[i % 10] as Person, (i % 5) + 1)))
    const { Rating, ratingCount } = await seen()
    expect({ Rating, ratingCount }).toEqual(await recounted())
    expect(ratingCount).toBe(10)
  })
})

test('authors cannot rate their own books', async () => {
  expect(await problemFrom(rate(author, 5))).toMatchObject({
    status: 403,
    type: 'forbidden',
    message: "You can't rate your own book.",
  })
  expect(await seen()).toMatchObject({ Rating: 0, ratingCount: 0 })
})

test('a visitor cannot rate; a guest can, and counts in the average', async () => {
  expect(await problemFrom(site.api()(rateBook, { params: { id }, body: { rating: 5 } }))).toMatchObject({
    status: 401,
    type: 'unauthenticated',
  })
  await rate(reader, 1)
  expect(await rate(await site.aGuest(), 5)).toEqual({ newRating: 3, ratingCount: 2 })
})

test.each([0, 6, -1, 4.5, '5', null, 1e99, true, [5], { $ne: 1 }, undefined, Number.MAX_SAFE_INTEGER])(
  '%j is not a rating',
  async (rating) => {
    expect(await problemFrom(rate(reader, rating))).toMatchObject({
      status: 400,
      type: 'validation',
      message: 'Give one to five stars.',
      errors: { rating: 'Give one to five stars.' },
    })
    expect(await recounted()).toEqual({ Rating: 0, ratingCount: 0 })
  },
)

test('-0 and 5.0 are read as JSON defines them', async () => {
  const payload = (rating: string) =>
    ({
      method: 'POST',
      url: `/api/books/${id}/rate`,
      payload: `{"rating":${rating}}`,
      headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    }) as const
  expect((await site.app.inject(payload('5.0'))).statusCode).toBe(200)
  expect((await site.app.inject(payload('-0'))).statusCode).toBe(400)
  expect((await site.app.inject(payload('1e400'))).statusCode).toBe(400)
})
