import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { endOtherSessions } from '#contract/account-settings.ts'
import { addressOf } from '#contract/api/client.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { addPages } from '#server/book-texts/testing-pages.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

const SERIES = crypto.randomUUID()

/** What calls with `readsReplica` are asked, where they need more than their address. */
const ASKED: Record<string, { params?: Record<string, string>; query?: Record<string, string> }> = {
  '/books/genre/:genre': { params: { genre: 'Poetry' } },
  '/books/search': { query: { query: 'lighthouse' } },
  '/books/suggestions': { query: { query: 'marigold' } },
  '/books/nearest': { query: { query: 'lighthouse' } },
  '/authors/:name': { params: { name: 'Marigold Finch' } },
  '/authors/:name/newest': { params: { name: 'Marigold Finch' } },
  '/series/:id': { params: { id: SERIES } },
  '/books/inside': { query: { query: 'seagulls' } },
}

/** What only the books on the replica have. */
const ON_REPLICA = /Marigold|Poetry/i

/** Its database is empty, but for people. */
let site: TestSite
/** Its database takes the place of a replica, so that it is seen which of the two an answer is from. */
let other: TestSite
let reader: Person
let app: Awaited<ReturnType<typeof buildApp>>
let relatedTo: string

beforeAll(async () => {
  site = await openTestSite()
  other = await openTestSite()
  reader = await site.aReader()
  const book = {
    title: 'The Lighthouse',
    author: 'Marigold Finch',
    genre: 'Poetry',
    tags: ['Marigolds'],
    isPremium: true,
    isFeatured: true,
  }
  const rated = { ratingCount: 5, ratingSum: 25, rankedCount: 5, rankedSum: 25, featuredAt: new Date() }
  const createdAt = new Date(Date.now() - 2 * DAY_MS)
  const [first = '', second = ''] = await insertBooks(
    other.services,
    [1, 2].map(() => ({ ...book, ...rated, createdAt, seriesId: SERIES, seriesName: 'The Marigolds' })),
  )
  relatedTo = first
  const today = new Date().toISOString().slice(0, 10)
  await other.services.db.insertInto('bookDays').values({ bookId: second, day: today, views: 9 }).execute()
  await addPages(other.services, second, ['Seagulls above the harbour.'])
  app = await buildApp({
    ...site.services,
    replica: {
      db: other.services.db,
      singleFlight: createSingleFlight(),
      read: (onReplica) => onReplica(),
      isUsable: () => true,
      reads: () => ({ answered: 0, behind: 0, failed: 0 }),
      notAsked: () => 0,
      replayed: async () => ({ position: 0, age: 0 }),
      close: async () => {},
    },
  })
  await app.app.ready()
})
afterAll(async () => {
  await app.app.close()
  await other.close()
  await site.close()
})

const ask = async (
  call: Endpoint,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) => {
  const { params = { id: relatedTo }, query } = ASKED[call.path] ?? {}
  const url = addressOf(call as never, { params, query } as never)
  const answer = await app.app.inject({
    url,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: answer.statusCode, isFromReplica: ON_REPLICA.test(answer.payload) }
}

const replicaCalls = () => app.served.filter(({ readsReplica }) => readsReplica)

test('only lists, searches and recommendations are read from the replica, and each of them is', async () => {
  expect(replicaCalls().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /books',
    'GET /books/genre/:genre',
    'GET /books/new',
    'GET /books/top-rated',
    'GET /books/public/trending',
    'GET /books/search',
    'GET /books/suggestions',
    'GET /books/nearest',
    'GET /books/genres',
    'GET /books/facets',
    'GET /books/public/genres',
    'GET /series/:id',
    'GET /authors/:name',
    'GET /authors/:name/newest',
    'GET /authors',
    'GET /series',
    'GET /books/public/featured',
    'GET /books/premium',
    'GET /books/recommended',
    'GET /books/daily-recommendations',
    'GET /books/:id/related',
    'GET /books/inside',
  ])
  for (const call of replicaCalls())
    expect([call.path, await ask(call, { token: reader.token })]).toEqual([
      call.path,
      { status: 200, isFromReplica: true },
    ])
})

test('clients that say they have just written read from the primary', async () => {
  for (const call of replicaCalls()) {
    for (const control of ['no-cache', 'max-age=0']) {
      const answer = await ask(call, { token: reader.token, headers: { 'cache-control': control } })
      expect([call.path, answer.isFromReplica]).toEqual([call.path, false])
    }
  }
})

test('members who wrote a moment ago read from the primary, and others do not', async () => {
  const writer = await site.aReader()
  const call = replicaCalls().find(({ path }) => path === '/books/new')
  if (!call) throw new Error('the site does not serve this call')
  const isFromReplica = async (token?: string) => (await ask(call, token ? { token } : {})).isFromReplica
  expect(await isFromReplica(writer.token)).toBe(true)
  const headers = { authorization: `Bearer ${writer.token}` }
  const write = { method: endOtherSessions.method, url: addressOf(endOtherSessions), headers }
  expect((await app.app.inject(write)).statusCode).toBe(204)
  expect([await isFromReplica(writer.token), await isFromReplica(reader.token), await isFromReplica()]).toEqual([
    false,
    true,
    true,
  ])
})
