import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { listComments as readComments } from '#server/comments/list-comments.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { bookDetail } from './book-detail.ts'
import { createViewCounter } from './count-views.ts'
import { bookFileLinks, fileSigner } from './read-book.ts'
import { insertBooks } from './testing-books.ts'
import { countBuilt } from './testing-plans.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
})
afterAll(() => site.close())

test('a book has its ratings by stars, and with a token the caller’s own rating', async () => {
  const [id = ''] = await insertBooks(site.services, [{ title: 'Rated' }])
  const others = await Promise.all([site.aReader(), site.aReader(), site.aGuest()])
  const given: [Person, number][] = [
    [reader, 4],
    ...others.map((person, i): [Person, number] => [person, [1, 5, 5][i] ?? 0]),
  ]
  for (const [person, rating] of given) await site.api(person)(rateBook, { params: { id }, body: { rating } })

  const seen = await site.api(reader)(calls.getBook, { params: { id } })
  expect(seen).toMatchObject({
    _id: id,
    title: 'Rated',
    Rating: 3.75,
    ratingCount: 4,
    ratings: [1, 0, 0, 1, 2],
    userRating: 4,
    publisher: null,
  })
  expect(await site.api()(calls.getBook, { params: { id } })).not.toHaveProperty('userRating')
  expect(await site.api({ token: 'ebk_dead' })(calls.getBook, { params: { id } })).not.toHaveProperty('userRating')
  const newcomer = await site.aReader()
  expect(await site.api(newcomer)(calls.getBook, { params: { id } })).not.toHaveProperty('userRating')
})

test('what a visit of a book reads is built once', async () => {
  const [id = ''] = await insertBooks(site.services, [{}])
  const userId = reader._id
  const sign = await fileSigner(site.services)
  const visit = async (services: TestSite['services']) => {
    const views = createViewCounter(services)
    await bookDetail(services, id, userId)
    await bookFileLinks(services, sign, { id, userId })
    await readComments(services, { bookId: id, after: undefined })
    await views.view(id, { userId, address: '192.0.2.1', userAgent: 'Tests' })
    return () => views.stop()
  }
  const ends: (() => Promise<void>)[] = []
  const built = await countBuilt(site, async (services) => ends.push(await visit(services)))
  await Promise.all(ends.map((end) => end()))
  expect(built).toBe(0)
})

test('premium expires at its end date', async () => {
  const hour = 3_600_000
  const [over = '', on = '', always = ''] = await insertBooks(site.services, [
    { isPremium: true, premiumUntil: new Date(Date.now() - hour) },
    { isPremium: true, premiumUntil: new Date(Date.now() + hour) },
    { isPremium: true },
  ])
  const premium = async (id: string) => {
    const { isPremium, premiumDisplayUntil } = await site.api()(calls.getBook, { params: { id } })
    return [isPremium, premiumDisplayUntil]
  }
  expect(await premium(over)).toEqual([false, null])
  expect(await premium(on)).toEqual([true, expect.any(String)])
  expect(await premium(always)).toEqual([true, null])
})

const malformed = [
  'abc',
  '-1',
  '1e3',
  '1',
  'x'.repeat(500),
  'null',
  'undefined',
  '0198f000-0000-7000-8000-00000000000',
  '{0198f000-0000-7000-8000-000000000000}',
]

test.each([randomUUID(), ...malformed, `${randomUUID()}'`, randomUUID().toUpperCase()])(
  'an id without a book is 404: %s',
  async (id) => {
    const params = { id }
    const api = site.api(reader)
    const refusals = await Promise.all([
      problemFrom(api(calls.getBook, { params })),
      problemFrom(api(calls.getBookPdf, { params })),
      problemFrom(api(calls.viewBook, { params })),
      problemFrom(api(rateBook, { params, body: { rating: 5 } })),
      problemFrom(api(listComments, { params })),
      problemFrom(api(addComment, { params, body: { text: 'x' } })),
    ])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 404, type: 'not_found', message: 'Book not found.' })
  },
)

test('the id of an account is not found as a book', async () => {
  expect(await problemFrom(site.api()(calls.getBook, { params: { id: reader._id } }))).toMatchObject({
    status: 404,
    message: 'Book not found.',
  })
})
