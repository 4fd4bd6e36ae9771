import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateBook } from '#contract/ratings.ts'
import { dailyRecommendations, recommendedBooks } from '#contract/recommendations.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let reader: Person
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  const [author, fan] = await Promise.all([site.anAuthor(), site.aReader()])
  reader = await site.aReader()
  books = []
  for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'])
    books.push(await site.aBookRow(author, { title }))
  await site.api(fan)(rateBook, { params: { id: books[1] ?? '' }, body: { rating: 5 } })
  await site.aBookRow(reader, { title: 'My own' })
})
afterAll(() => site.close())

test('where few books are rated, the best rated are followed by the newest, without one’s own', async () => {
  const [first, second, ...others] = books
  const recommended = await site.api(reader)(recommendedBooks, { query: { limit: 5 } })
  expect(recommended.map(({ _id }) => _id)).toEqual([second, ...others.toReversed()])
  expect(recommended.map(({ _id }) => _id)).not.toContain(first)
})

test('the books of the day are four by default, and a longer list begins with them', async () => {
  const four = await site.api(reader)(dailyRecommendations)
  const six = await site.api(reader)(dailyRecommendations, { query: { limit: 6 } })
  expect(four).toHaveLength(4)
  expect(six).toHaveLength(6)
  expect(six.slice(0, 4)).toEqual(four)
})
