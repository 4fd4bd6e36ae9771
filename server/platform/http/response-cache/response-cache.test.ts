import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { listBooks, newBooks, topRatedBooks, viewBook } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { logout, verifyEmail } from '#contract/accounts.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { featuredBooks, premiumBooks } from '#contract/premium.ts'
import { editBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { countAppDownload } from '#contract/site.ts'
import { openTestSite, problemFrom, type Person, type TestSite } from '#server/testing/test-site.ts'
import { toBody } from '#server/platform/http/response/content-negotiation.ts'
import { createResponseCache } from './response-cache.ts'

let site: TestSite
let origin: string
let admin: Person
let author: Person
let readers: Person[]
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[admin, author] = await Promise.all([site.anAdmin(), site.anAuthor()])
  readers = await Promise.all(Array.from({ length: 5 }, () => site.aReader()))
  books = await Promise.all(Array.from({ length: 6 }, (_, i) => site.aBookRow(author, { title: `Book ${i}` })))
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers })
const ask = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const NEW = addressOf(newBooks)

test('a response has an ETag, and a matching If-None-Match gets 304', async () => {
  const first = await get(NEW)
  const etag = first.headers.get('etag') ?? ''
  const body = await first.text()
  const again = await get(NEW, { 'accept-encoding': 'identity' })
  expect(await again.text()).toBe(body)
  expect(again.headers.get('etag')).toBe(etag)
  expect(again.headers.get('x-content-type-options')).toBe('nosniff')
  expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
  const known = await get(NEW, { 'if-none-match': etag })
  expect([known.status, await known.text()]).toEqual([304, ''])
})

test('from the second request on, a response is compressed for clients that accept it', async () => {
  const path = `${NEW}?limit=7`
  const codings = async (accepted: string) =>
    (await get(path, { 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await codings('br')).toBe(null)
  await expect.poll(() => codings('br, gzip')).toBe('br')
  await expect.poll(() => codings('gzip')).toBe('gzip')
  expect(await codings('identity')).toBe(null)
  expect(await (await get(path, { 'accept-encoding': 'br' })).text()).toBe(await ask(path))
})

test('a view invalidates nothing; a rating outdates the rankings', async () => {
  const path = addressOf(topRatedBooks)
  const before = await get(path)
  await site.api()(viewBook, { params: { id: books[0] ?? '' } })
  expect((await get(path)).headers.get('etag')).toBe(before.headers.get('etag'))
  await site.api(readers[0])(rateBook, { params: { id: books[0] ?? '' }, body: { rating: 5 } })
  await expect
    .poll(async () => (await get(path)).headers.get('etag'), { interval: 20 })
    .not.toBe(before.headers.get('etag'))
})

test('a write that fails invalidates nothing', async () => {
  const list = await get(NEW)
  const spy = vi.spyOn(site.services.cache, 'invalidate')
  expect(
    (await problemFrom(site.api(author)(rateBook, { params: { id: books[0] ?? '' }, body: { rating: 5 } }))).type,
  ).toBe('forbidden')
  expect((await problemFrom(site.api()(verifyEmail, { body: { token: 'x'.repeat(43) } }))).type).toBe('validation')
  await site.api()(countAppDownload)
  expect(spy).not.toHaveBeenCalled()
  spy.mockRestore()
  expect((await get(NEW)).headers.get('etag')).toBe(list.headers.get('etag'))
})

test('a client that has just written bypasses the cache, with the headers that browsers and other clients send', async () => {
  const path = addressOf(listBooks)
  const reader = await site.aReader()
  const as = (control: string) => ({ authorization: `Bearer ${reader.token}`, 'cache-control': control })
  await ask(path, { authorization: `Bearer ${reader.token}` })
  // Written without an invalidation, as if by another process.
  await site.services.db
    .updateTable('books')
    .set({ caption: 'Written elsewhere.' })
    .where('id', '=', books[0] ?? '')
    .execute()
  expect(await ask(path, { authorization: `Bearer ${reader.token}` })).not.toContain('Written elsewhere.')
  expect(await ask(path, as('max-age=0'))).toContain('Written elsewhere.')
  await site.services.db
    .updateTable('books')
    .set({ caption: 'Written again.' })
    .where('id', '=', books[0] ?? '')
    .execute()
  expect(await ask(path, as('no-cache'))).toContain('Written again.')
  site.services.cache.invalidate(['site'])
})

test('query parameters that a call does not know create no separate cache entry', async () => {
  const first = await ask(`${NEW}?limit=3`)
  await site.services.db.updateTable('books').set({ caption: 'Not seen.' }).execute()
  await ask(`${NEW}?x=1&limit=3&y=2`)
  const size = site.services.cache.size()
  await ask(`${NEW}?limit=3&z=3`)
  expect(site.services.cache.size()).toBe(size)
  expect(await ask(`${NEW}?limit=3`)).not.toBe(first)
  site.services.cache.invalidate(['site'])
})

test.each(['x=?&limit=1', 'x=1?&limit=1', '?&limit=1', 'limit=3?&limit=1'])(
  'an answer to the query %s is not stored for another address',
  async (search) => {
    const paths = [NEW, `${NEW}?limit=3`]
    site.services.cache.invalidate(['site'])
    const before = await Promise.all(paths.map((path) => ask(path)))
    site.services.cache.invalidate(['site'])
    await ask(`${NEW}?${search}`)
    expect(await Promise.all(paths.map((path) => ask(path)))).toEqual(before)
    site.services.cache.invalidate(['site'])
  },
)

test('members share one cached library response; visitors and invalid tokens get 401', async () => {
  const path = addressOf(listBooks)
  const as = (person: Person) => ({ authorization: `Bearer ${person.token}` })
  const reader = await site.aReader()
  const one = await get(path, as(reader))
  const two = await get(path, as(reader))
  expect(two.headers.get('cache-control')).toBe('no-store')
  expect(await two.text()).toBe(await one.text())
  expect((await get(path)).status).toBe(401)
  expect((await get(path, { authorization: 'Bearer nobody' })).status).toBe(401)
  await site.api(reader)(logout)
  expect((await get(path, as(reader))).status).toBe(401)
})

const response = (text: string, tags: string[], expiresAt?: number) => ({
  body: toBody(text),
  headers: [],
  cacheControl: 'no-cache',
  isCompressible: false,
  audience: 'everyone' as const,
  tags,
  expiresAt,
})

/** The body that a cache sends for an address, or the result without one. */
const cached = (cache: ReturnType<typeof createResponseCache>, url: string) => {
  let body: string | undefined
  const to = { writeHead: () => to, end: (bytes: Buffer) => (body = bytes.toString()) }
  const result = cache.serve({ method: 'GET', url, headers: { host: 'here' }, rawHeaders: [] } as never, to as never)
  return result === 'served' ? body : result
}

test('a response whose rendering began before an invalidation is not stored as current', () => {
  const cache = createResponseCache()
  const begun = cache.moment()
  cache.invalidate(['book:1'])
  cache.store('/dropped', begun, response('old', ['book:1']))
  cache.store('/other', begun, response('other', ['book:2']))
  expect([cached(cache, '/dropped'), cached(cache, '/other')]).toEqual(['missed', 'other'])
})

test('a response that is made again with the same text is renewed in place, unless it began before an invalidation', () => {
  const cache = createResponseCache()
  const first = response('the same', ['lists'])
  const again = () => ({ ...first, body: toBody('the same', cache.bodyUnder('/')) })
  const entry = cache.store('/', cache.moment(), first)
  cache.invalidate(['lists'], { allowStale: true })
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 700)
  expect(cache.store('/', cache.moment(), again())).toBe(entry)
  expect(cached(cache, '/')).toBe('the same')
  const begun = cache.moment()
  cache.invalidate(['lists'])
  expect(cache.store('/', begun, again())).not.toBe(entry)
  expect(cached(cache, '/')).toBe('missed')
  vi.restoreAllMocks()
})

test('a response that is made again with another text, expiry or audience is not the earlier one', () => {
  const cache = createResponseCache()
  const first = response('the same', ['lists'])
  cache.store('/', cache.moment(), first)
  cache.store('/', cache.moment(), { ...first, body: toBody('another', cache.bodyUnder('/')) })
  expect(cached(cache, '/')).toBe('another')
  cache.store('/', cache.moment(), { ...first, body: toBody('another', cache.bodyUnder('/')), audience: 'members' })
  expect(cached(cache, '/')).toBe('missed')
  cache.store('/', cache.moment(), { ...first, body: toBody('another', cache.bodyUnder('/')), expiresAt: Date.now() })
  expect(cached(cache, '/')).toBe('missed')
})

test('a response that was outdated several times while it was rendered is stored as stale', () => {
  const cache = createResponseCache()
  const begun = cache.moment()
  for (let n = 0; n < 3; n += 1) cache.invalidate(['lists'], { allowStale: true })
  cache.store('/', begun, response('rendered meanwhile', ['lists']))
  expect(cached(cache, '/')).toBe('rendered meanwhile')
})

test('an invalidation drops the responses that have the tag and no others; the tag site drops everything', () => {
  const cache = createResponseCache()
  const fill = () => {
    cache.store('/book', cache.moment(), response('book', ['book:1']))
    cache.store('/list', cache.moment(), response('list', ['lists']))
    cache.store('/both', cache.moment(), response('both', ['book:1', 'lists']))
  }
  const left = () => ['/book', '/list', '/both'].filter((url) => cached(cache, url) !== 'missed')
  fill()
  cache.invalidate(['book:1'])
  expect(left()).toEqual(['/list'])
  fill()
  cache.invalidate(['lists'])
  expect(left()).toEqual(['/book'])
  fill()
  cache.invalidate(['site'])
  expect(left()).toEqual([])
})

/** Runs a test whose clock stands at 1000 ms, and then at the times that it sets. */
const atTimes = (run: (setTime: (ms: number) => void) => void) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  try {
    run((ms) => now.mockReturnValue(ms))
  } finally {
    now.mockRestore()
  }
}

test('an outdated response is served for 0.9 seconds', () => {
  atTimes((setTime) => {
    const cache = createResponseCache()
    cache.store('/', cache.moment(), response('old', ['lists']))
    cache.invalidate(['lists'], { allowStale: true })
    setTime(1100)
    cache.invalidate(['lists'], { allowStale: true })
    expect(cached(cache, '/')).toBe('old')
    setTime(1650)
    expect(cached(cache, '/')).toBe('old')
    const begun = cache.moment()
    cache.invalidate(['lists'], { allowStale: true })
    cache.store('/', begun, response('newer, and outdated meanwhile', ['lists']))
    setTime(2300)
    expect(cached(cache, '/')).toBe('newer, and outdated meanwhile')
    setTime(2551)
    expect(cached(cache, '/')).toBe('missed')
    cache.store('/', cache.moment(), response('newest', ['lists']))
    cache.invalidate(['lists'])
    expect(cached(cache, '/')).toBe('missed')
  })
})

test('a response that a write outdated in another process, some time ago, is served for less time', () => {
  atTimes((setTime) => {
    const cache = createResponseCache()
    cache.store('/', cache.moment(), response('old', ['lists']))
    cache.invalidate(['lists'], { allowStale: true })
    setTime(1100)
    cache.invalidate(['lists'], { allowStale: true, knownAfterMs: 350 })
    setTime(1360)
    expect(cached(cache, '/')).toBe('old')
    setTime(1651)
    expect(cached(cache, '/')).toBe('missed')
  })
})

test('a response expires at its expiresAt', () => {
  const clock = vi.spyOn(Date, 'now')
  try {
    const noon = Date.UTC(2030, 0, 1, 12)
    clock.mockReturnValue(noon)
    const cache = createResponseCache()
    cache.store('/', cache.moment(), response('premium', [], noon + 1000))
    clock.mockReturnValue(noon + 999)
    expect(cached(cache, '/')).toBe('premium')
    clock.mockReturnValue(noon + 1000)
    expect(cached(cache, '/')).toBe('missed')
  } finally {
    clock.mockRestore()
  }
})

/** Bypasses the response cache, which only the listener uses. */
const renderNow = async (path: string) => (await site.app.inject({ url: path })).payload

const untilCurrent = async (path: string) => {
  const current = await renderNow(path)
  await expect.poll(() => ask(path), { interval: 10 }).toBe(current)
}

const writes = fc.oneof(
  fc.record({
    kind: fc.constant('rate' as const),
    who: fc.nat(4),
    book: fc.nat(5),
    stars: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('comment' as const), who: fc.nat(4), book: fc.nat(5) }),
  fc.record({ kind: fc.constant('feature' as const), book: fc.nat(5), on: fc.boolean() }),
  fc.record({ kind: fc.constant('premium' as const), book: fc.nat(5), on: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), book: fc.nat(5), word: fc.constantFrom('One', 'Two', 'Three') }),
)

test(
  'after random writes, a cached response equals a newly rendered one: immediately, or soon after ratings and comments',
  // After each of up to 32 writes a response may be stale for 0.9 s.
  { timeout: 240_000 },
  async () => {
    await site.views.flush()
    const paths = [
      NEW,
      addressOf(topRatedBooks),
      addressOf(featuredBooks),
      addressOf(premiumBooks),
      ...books.map((id) => `/api/books/${id}`),
    ]
    const comments = books.map((id) => addressOf(listComments, { params: { id } }))
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const step of steps) {
          const params = { id: books[step.book] ?? '' }
          if (step.kind === 'rate')
            await site.api(readers[step.who])(rateBook, { params, body: { rating: step.stars } })
          if (step.kind === 'comment')
            await site.api(readers[step.who])(addComment, { params, body: { text: 'A word.' } })
          if (step.kind === 'feature')
            await site.api(admin)(toggleFeatured, { params, body: { isFeatured: step.on } as never })
          if (step.kind === 'premium')
            await site.api(admin)(togglePremium, { params, body: { isPremium: step.on } as never })
          if (step.kind === 'edit') {
            const change = new FormData()
            change.set('title', step.word)
            await site.api(author)(editBook, { params, body: change })
          }
          // Every path is polled until it is current: stale responses are served for 0.9 s.
          const mayBeStale = step.kind === 'rate' || step.kind === 'comment'
          if (mayBeStale) await Promise.all([...paths, ...comments].map(untilCurrent))
          for (const path of [...paths, ...comments])
            expect([path, await ask(path)]).toEqual([path, await renderNow(path)])
        }
      }),
      { numRuns: 8 },
    )
  },
)
