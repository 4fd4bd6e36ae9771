import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getBookPdf, listBooks, topRatedBooks } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { setBookState } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { createCacheInvalidation } from '#server/platform/database/cache-invalidation.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { toBody } from '#server/platform/http/response/content-negotiation.ts'
import { createResponseCache } from './response-cache.ts'

/** Enough for every interleaving of a write and a read; `npm run fuzz:long` sets 1,000. */
const ROUNDS = Number(process.env['CROSSINGS'] ?? 40)
const MAX_STALE_MS = 1000
/** Between two reads of a round, so that they leave the processor to other tests. */
const READ_EVERY_MS = 3
/** Of a single round: the machine may be busy. */
const SLOWEST_MS = 5000
/** Beside the time of the cache, a visible write usually takes less than so many requests for the list. */
const REQUESTS = 20

let one: TestSite
let two: TestSite
let reader: Person
let book: string
let origin: string

beforeAll(async () => {
  one = await openTestSite()
  two = await openTestSite({ sharing: one })
  const author = await one.anAuthor()
  reader = await one.aReader()
  book = await one.aBookRow(author)
  await one.api(reader)(rateBook, { params: { id: book }, body: { rating: 3 } })
  origin = await two.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

test('a write through one process is visible in another within a second', { timeout: 600_000 }, async () => {
  const url = `${origin}${addressOf(topRatedBooks)}`
  const shown = async () => ((await (await fetch(url)).json()) as { Rating: number }[])[0]?.Rating
  const waits: number[] = []
  const requests: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await shown()
    const begun = performance.now()
    await (await fetch(url, { headers: { 'cache-control': 'no-cache' } })).text()
    requests.push(performance.now() - begun)
    const stars = (round % 5) + 1
    await one.api(reader)(rateBook, { params: { id: book }, body: { rating: stars } })
    const written = performance.now()
    while ((await shown()) !== stars) {
      if (performance.now() - written > SLOWEST_MS) expect.unreachable(`round ${round}: still old`)
      await pause(READ_EVERY_MS)
    }
    waits.push(performance.now() - written)
  }
  const [slowest, usual] = [Math.max(...waits), median(waits)].map(Math.round)
  console.log(`seen after ${slowest} ms at most, usually ${usual} ms, in ${ROUNDS} rounds`)
  expect(median(waits)).toBeLessThan(MAX_STALE_MS + REQUESTS * median(requests))
})

test('a link to a file stops working in a process that has looked it up, too', async () => {
  const author = await one.anAuthor()
  const { _id: id } = await one.aBook(author)
  const { pdfUrl } = await one.api(reader)(getBookPdf, { params: { id } })
  const statuses = async () =>
    Promise.all([one, two].map(async ({ app }) => (await app.inject({ url: pdfUrl })).statusCode))
  expect(await statuses()).toEqual([200, 200])
  await one.api(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
  expect((await statuses())[0]).toBe(404)
  await expect.poll(statuses, { interval: 20, timeout: SLOWEST_MS }).toEqual([404, 404])
})

test('a process that missed invalidations notices it by the version and drops its cache', async () => {
  const url = `${origin}${addressOf(listBooks)}?limit=5`
  const shown = async () => (await fetch(url, { headers: { authorization: `Bearer ${reader.token}` } })).text()
  await shown()
  await one.services.db
    .updateTable('books')
    .set({ caption: 'Changed without a batch.' })
    .where('id', '=', book)
    .execute()
  // More versions than are stored, as if this process had been unreachable: no batch names the book.
  await sql`update cache_state set version = version + 100`.execute(one.services.db)
  await expect.poll(shown, { interval: 20 }).toContain('Changed without a batch.')
})

const version = async () =>
  (await one.services.db.selectFrom('cacheState').select('version').executeTakeFirstOrThrow()).version

/** Publishes a batch with one tag. */
const publish = async (tag: string) => {
  const before = await version()
  one.services.invalidate([tag])
  await expect.poll(version).toBeGreaterThan(before)
}

test('a process applies the batches that it has missed, the oldest first, also where the stored ones are overwritten', async () => {
  await sql`update cache_state set version = (version / 64 + 1) * 64 - 3`.execute(one.services.db)
  await publish('book:first')
  // The leap of the version drops the cache.
  await two.services.syncCache()
  await two.services.syncCache()
  const drops = vi.spyOn(two.services.cache, 'invalidate')
  for (const tag of ['book:a', 'book:b', 'book:c', 'book:d']) await publish(tag)
  expect(await two.services.syncCache()).toBe(true)
  expect(drops.mock.calls.map(([tags]) => tags)).toEqual([['book:a'], ['book:b'], ['book:c'], ['book:d']])
  drops.mockRestore()
})

test('a process that has seen a batch which a failover lost drops its cache', async () => {
  const url = `${origin}${addressOf(topRatedBooks)}?limit=6`
  const shown = async () => (await fetch(url)).text()
  const { db } = one.services
  await publish('lists')
  expect(await two.services.syncCache()).toBe(true)
  await shown()
  await db.updateTable('books').set({ caption: 'Changed after a failover.' }).where('id', '=', book).execute()
  // The promoted standby did not have the last batch; its version was then given to another one.
  const other = JSON.stringify({ id: 'another', by: 'another process', dropped: ['lists'], stale: [] })
  await db
    .updateTable('cacheBatches')
    .set({ batch: other })
    .where('version', '=', await version())
    .execute()
  await expect.poll(shown, { interval: 20 }).toContain('Changed after a failover.')
})

test('a busy process keeps its cache: the first request afterwards waits for the invalidations it has missed', async () => {
  const url = `${origin}${addressOf(topRatedBooks)}`
  const first = (await fetch(url)).headers.get('etag')
  const drops = vi.spyOn(two.services.cache, 'invalidate')
  const until = performance.now() + 1200
  while (performance.now() < until);
  expect((await fetch(url)).headers.get('etag')).toBe(first)
  expect(drops).not.toHaveBeenCalled()
  drops.mockRestore()
})

test('while the database is unavailable nothing is served from the cache', async () => {
  const pool = new pg.Pool({ host: '/no/such/socket' })
  const cache = createResponseCache()
  const invalidation = createCacheInvalidation(pool, cache, one.services.log)
  const response = {
    headers: [],
    cacheControl: 'no-cache',
    isCompressible: false,
    audience: 'everyone' as const,
    tags: [],
  }
  cache.store('/', cache.moment(), { ...response, body: toBody('cached') })
  const request = { method: 'GET', url: '/', headers: { host: 'here' }, rawHeaders: [] } as never
  expect(cache.serve(request, {} as never)).toBe('unsynced')
  expect(await invalidation.sync()).toBe(false)
  expect(cache.serve(request, {} as never)).toBe('unsynced')
  await pool.end()
})
