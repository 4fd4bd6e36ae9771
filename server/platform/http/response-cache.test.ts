import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toggleFeatured, togglePremium } from '#contract/admin.ts'
import { listBooks, newBooks, topRatedBooks, viewBook } from '#contract/books.ts'
import { addressOf } from '#contract/client.ts'
import { logout } from '#contract/accounts.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { featuredBooks, premiumBooks } from '#contract/premium.ts'
import { editBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing.ts'
import { bodyFrom } from './content-negotiation.ts'

let site: TestSite
let origin: string
let admin: Person
let author: Person
let readers: Person[]
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  ;[admin, author] = await Promise.all([site.anAdmin(), site.anAuthor()])
  readers = await Promise.all(Array.from({ length: 5 }, () => site.aReader()))
  books = await Promise.all(Array.from({ length: 6 }, (_, i) => site.aBookRow(author, { title: `Book ${i}` })))
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers })
const ask = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const NEW = addressOf(newBooks)

test('an answer is the same bytes with an ETag, and 304 to whoever has it', async () => {
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

test('what is asked for again is given compressed from then on, to whoever takes it', async () => {
  const path = `${NEW}?limit=7`
  const codings = async (accepted: string) =>
    (await get(path, { 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await codings('br')).toBe(null)
  await expect.poll(() => codings('br, gzip')).toBe('br')
  await expect.poll(() => codings('gzip')).toBe('gzip')
  expect(await codings('identity')).toBe(null)
  expect(await (await get(path, { 'accept-encoding': 'br' })).text()).toBe(await ask(path))
})

test('a view drops nothing; a rating does', async () => {
  const path = addressOf(topRatedBooks)
  const before = await get(path)
  await site.api()(viewBook, { params: { id: books[0] ?? '' } })
  expect((await get(path)).headers.get('etag')).toBe(before.headers.get('etag'))
  await site.api(readers[0])(rateBook, { params: { id: books[0] ?? '' }, body: { rating: 5 } })
  expect((await get(path)).headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('members get the library from the same bytes, visitors and dead tokens do not', async () => {
  const path = addressOf(listBooks)
  const as = (person: Person) => ({ authorization: `Bearer ${person.token}` })
  const leaver = await site.aReader()
  const one = await get(path, as(leaver))
  const two = await get(path, as(leaver))
  expect(two.headers.get('cache-control')).toBe('no-store')
  expect(await two.text()).toBe(await one.text())
  expect((await get(path)).status).toBe(401)
  expect((await get(path, { authorization: 'Bearer nobody' })).status).toBe(401)
  await site.api(leaver)(logout)
  expect((await get(path, as(leaver))).status).toBe(401)
})

test('an answer that was begun before a change is not kept after it', () => {
  const { ready } = site.services
  const answer = { body: bodyFrom('old'), headers: [], audience: 'everyone' as const, privateToTokens: false }
  const begun = ready.generation()
  ready.drop()
  ready.keep('/never-kept', begun, answer)
  const response = { writeHead: () => expect.unreachable(), end: () => expect.unreachable() }
  expect(ready.answer({ method: 'GET', url: '/never-kept', headers: {} } as never, response as never)).toBe(false)
})

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

test('through random writes, what lies ready is what would be made anew', { timeout: 60_000 }, async () => {
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
        if (step.kind === 'rate') await site.api(readers[step.who])(rateBook, { params, body: { rating: step.stars } })
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
        for (const path of [...paths, ...comments]) {
          const ready = await ask(path)
          site.services.ready.drop()
          expect(ready).toBe(await ask(path))
        }
      }
    }),
    { numRuns: 8 },
  )
})
