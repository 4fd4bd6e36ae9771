import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENGLISH } from '#contract/shapes/languages.ts'
import { rateBook } from '#contract/ratings.ts'
import { buildApp } from '#server/app.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { builtPages, type Pages } from './built-pages.ts'
import { servePages } from './pages.ts'

const rendering = { now: 0, most: 0, total: 0 }

let site: TestSite
let close: () => Promise<void>
let origin: string
let readers: Person[]
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  const author = await site.anAuthor()
  books = await Promise.all([1, 2, 3, 4].map((n) => site.aBookRow(author, { title: `Book ${n}` })))
  readers = await Promise.all([1, 2, 3].map(() => site.aReader()))
  const built = await builtPages()
  const english = await built.pagesIn(ENGLISH)
  const counted: Pages = {
    ...english,
    render: async (input) => {
      rendering.now += 1
      rendering.total += 1
      rendering.most = Math.max(rendering.most, rendering.now)
      return english.render(input).finally(() => (rendering.now -= 1))
    },
  }
  const { app } = await buildApp(site.services, {
    pages: async (app, services, { read }) =>
      servePages(app, services, { languages: () => [ENGLISH], pagesIn: async () => counted }, read),
  })
  close = () => app.close()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await close()
  await site.close()
})

const rate = (n: number) =>
  fetch(`${origin}/api/books/${books[n % books.length]}/rate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readers[n % readers.length]?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rating: (n % 5) + 1 }),
  })

test('a page is rendered once at a time, and a few times a second at most, however often books are rated', async () => {
  const until = performance.now() + 2000
  let requests = 0
  const read = async () => {
    for (; performance.now() < until; requests += 1) expect((await fetch(origin)).status).toBe(200)
  }
  const write = async () => {
    for (let n = 0; performance.now() < until; n += 1) expect((await rate(n)).status).toBe(200)
  }
  await Promise.all([...Array.from({ length: 8 }, read), write()])
  expect(rendering.most).toBe(1)
  expect(rendering.total).toBeLessThanOrEqual(16)
  expect(requests).toBeGreaterThan(rendering.total * 5)
})

test('app downloads, junk tokens and other failed writes render no page again', async () => {
  const post = (path: string, body?: object) =>
    fetch(`${origin}/api${path}`, {
      method: 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  // Ratings of the test before may have outdated the page.
  await new Promise((later) => setTimeout(later, 1000))
  await fetch(origin)
  const before = rendering.total
  const statuses = new Set<number>()
  for (let n = 0; n < 40; n += 1) {
    const answers = await Promise.all([
      post('/events/app-download'),
      post('/auth/verify', { token: 'x'.repeat(43) }),
      post('/auth/reset-password', { token: 'x'.repeat(43), newPassword: 'lamplight-and-ink' }),
      post(`/books/${books[0]}/rate`, { rating: 5 }),
      post('/auth/login', { email: 'nobody@example.org', password: 'a wrong guess' }),
    ])
    for (const { status } of answers) statuses.add(status)
    expect((await fetch(origin)).status).toBe(200)
  }
  expect([...statuses].toSorted()).toEqual([204, 400, 401])
  expect(rendering.total).toBe(before)
})

test('a page shows a rating within a second to everybody, and at once to a reader who reloads', async () => {
  const page = async (headers: Record<string, string> = {}) =>
    (await fetch(`${origin}/books/${books[0]}`, { headers })).text()
  await page()
  const { token } = await site.aReader()
  const answer = await fetch(`${origin}/api${rateBook.path.replace(':id', books[0] ?? '')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rating: 1 }),
  })
  const { newRating, ratingCount } = (await answer.json()) as { newRating: number; ratingCount: number }
  const isCurrent = (html: string) => html.includes(`"Rating":${newRating},"ratingCount":${ratingCount}`)
  expect(isCurrent(await page({ 'cache-control': 'max-age=0' }))).toBe(true)
  await expect.poll(async () => isCurrent(await page()), { timeout: 1000, interval: 20 }).toBe(true)
})
