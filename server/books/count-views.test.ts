import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SHELF, getBook, trendingBooks, viewBook } from '#contract/books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

const HALF_HOUR_MS = 30 * 60_000

let site: TestSite
let author: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())
beforeEach(async () => {
  id = (await insertBooks(site.services, [{ publisherId: author._id }]))[0] ?? ''
})

// A view that is answered while it is being written may be counted twice in the answer: each is written first.
const view = async (person?: Pick<Person, 'token'>) => {
  const { views } = await site.api(person)(viewBook, { params: { id } })
  await site.views.flush()
  return views
}
const visit = async (remoteAddress: string, userAgent: string) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/books/${id}/view`,
    remoteAddress,
    headers: { 'user-agent': userAgent },
  })
  await site.views.flush()
  return answer.json<{ views: number }>().views
}
const counted = async () => {
  await site.views.flush()
  return (await site.api()(getBook, { params: { id } })).views
}

test('a hundred views of one reader count once; another reader counts too', async () => {
  const [one, other] = await Promise.all([site.aReader(), site.aReader()])
  expect(await view(one)).toBe(1)
  for (let i = 0; i < 99; i++) expect(await view(one)).toBe(1)
  expect(await view(other)).toBe(2)
  expect(await counted()).toBe(2)
})

test('the same reader counts again after 30 minutes', async () => {
  const reader = await site.aReader()
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now')
  try {
    clock.mockReturnValue(start)
    expect(await view(reader)).toBe(1)
    clock.mockReturnValue(start + HALF_HOUR_MS - 1)
    expect(await view(reader)).toBe(1)
    clock.mockReturnValue(start + HALF_HOUR_MS)
    expect(await view(reader)).toBe(2)
  } finally {
    clock.mockRestore()
  }
})

test('the uploader’s own views do not count, but are still answered', async () => {
  expect(await view(author)).toBe(0)
  expect(await counted()).toBe(0)
})

test('visitors are distinguished by address and browser', async () => {
  expect(await visit('10.0.0.1', 'Firefox')).toBe(1)
  expect(await visit('10.0.0.1', 'Firefox')).toBe(1)
  expect(await visit('10.0.0.2', 'Firefox')).toBe(2)
  expect(await visit('10.0.0.1', 'Safari')).toBe(3)
  expect(await counted()).toBe(3)
})

test('of thirty browsers at one address five are counted, and those of a trusted network all', async () => {
  for (let i = 0; i < 30; i++) await visit('10.0.0.3', `Browser ${i}`)
  expect(await counted()).toBe(5)
  const trusted = vi.spyOn(site.services.limiter, 'isTrusted').mockReturnValue(true)
  for (let i = 0; i < 30; i++) await visit('10.0.0.3', `Other browser ${i}`)
  trusted.mockRestore()
  expect(await counted()).toBe(35)
})

test('all addresses of one IPv6 network count as one visitor', async () => {
  expect(await visit('2001:db8:1:2::1', 'Firefox')).toBe(1)
  expect(await visit('2001:db8:1:2:aaaa:bbbb:cccc:dddd', 'Firefox')).toBe(1)
  expect(await visit('2001:db8:1:3::1', 'Firefox')).toBe(2)
})

test('concurrent views of a hundred readers are all counted', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => visit(`10.1.0.${i}`, 'Firefox')))
  expect(await counted()).toBe(100)
})

test('a viewed book is in trending', async () => {
  await view(await site.aReader())
  await site.views.flush()
  // So many newer ones that only what is trending comes before them.
  await insertBooks(
    site.services,
    Array.from({ length: SHELF }, () => ({})),
  )
  expect((await site.api()(trendingBooks, { query: { limit: 100 } })).map(({ _id }) => _id)).toContain(id)
})

test('views of a deleted book do not affect views of other books', async () => {
  const [gone = ''] = await insertBooks(site.services, [{}])
  const reader = await site.aReader()
  await site.api(reader)(viewBook, { params: { id: gone } })
  await view(reader)
  await site.services.db.deleteFrom('books').where('id', '=', gone).execute()
  expect(await counted()).toBe(1)
})

test('views are written to the database within seconds without a request', async () => {
  await view(await site.aReader())
  await vi.waitFor(async () => expect((await site.api()(getBook, { params: { id } })).views).toBe(1), {
    timeout: 5000,
    interval: 100,
  })
})
