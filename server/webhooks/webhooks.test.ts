import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { hideBook } from '#contract/moderation.ts'
import { editBook, setBookState } from '#contract/publishing.ts'
import { sendReport } from '#contract/reports.ts'
import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  makeWebhook,
  testWebhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  WEBHOOKS_MAX,
} from '#contract/webhooks.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { resolveTarget } from '#server/platform/outgoing/public-target.ts'
import { deleteOldDeliveries } from './webhooks.ts'

const ORIGIN = 'https://books.example.org'
/** A loopback address: it can be named in a setting, but is no public host. */
const NEAR = '127.0.0.1'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let site: TestSite
let admin: Person
let author: Person
let receiver: string
let answer: { status: number; headers?: Record<string, string> }
let received: Received[]

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end('thanks')
  })
})

beforeAll(async () => {
  server.listen(0, NEAR)
  await once(server, 'listening')
  receiver = `http://${NEAR}:${(server.address() as AddressInfo).port}`
  site = await openTestSite({ env: { PUBLIC_URL: ORIGIN, WEBHOOK_NETWORKS: NEAR } })
  await site.startJobs()
  admin = await site.anAdmin()
  author = await site.anAuthor()
})
beforeEach(async () => {
  answer = { status: 204 }
  received = []
  await site.services.db.deleteFrom('webhooks').execute()
})
afterAll(async () => {
  await site.close()
  server.close()
})

const make = async (events: readonly WebhookEvent[] = WEBHOOK_EVENTS, url = `${receiver}/hook`) =>
  (await site.api(admin)(makeWebhook, { body: { url, events: [...events] } })).data

const deliveries = async () => (await site.api(admin)(listWebhooks)).data.flatMap(({ deliveries: all }) => all)

/** An event that was queued and not yet sent, because no job runs for it. */
const queuedDelivery = async (webhookId: string, event: string, data: object) => {
  const values = { webhookId, event, data: JSON.stringify(data), queuedAt: site.services.now() }
  const { id } = await site.services.db
    .insertInto('webhookDeliveries')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a published book is told, signed with the secret', async () => {
  const { secret } = await make(['book.published'])
  const book = await site.aBook(author, { title: 'The Almanac' })
  await site.jobsDone()
  const [message] = received
  if (!message) throw new Error('nothing was sent')
  expect(JSON.parse(message.body)).toEqual({
    type: 'book.published',
    timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
    data: {
      _id: book._id,
      title: 'The Almanac',
      author: book.author,
      genre: book.genre,
      url: `${ORIGIN}/books/${book._id}`,
    },
  })
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = message.headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(seconds)}.${message.body}`)
    .digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60)
  expect(received).toHaveLength(1)
  expect(await deliveries()).toMatchObject([
    { _id: id, event: 'book.published', state: 'delivered', attempts: 1, status: 204, error: null },
  ])
})

test('a book that is changed, and one that is published again, are told', async () => {
  const book = await site.aBook(author)
  await make(['book.published', 'book.updated'])
  const params = { id: book._id }
  await site.api(author)(editBook, { params, body: { title: 'A Second Title' } as never })
  // Nothing is told of a book that is withdrawn by then.
  await site.jobsDone()
  await site.api(author)(setBookState, { params, body: { state: 'withdrawn' } })
  await site.api(author)(setBookState, { params, body: { state: 'published' } })
  await site.jobsDone()
  expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()).toEqual([
    'book.published',
    'book.updated',
  ])
})

test('a report is told without its words and without who sent it', async () => {
  const book = await site.aBook(author)
  await make(['report.created'])
  const reader = await site.aReader()
  await site.api(reader)(sendReport, { body: { kind: 'book', id: book._id, reason: 'spam', words: 'It sells soap.' } })
  await site.jobsDone()
  const [message] = received
  expect(JSON.parse(message?.body ?? '{}')).toMatchObject({
    type: 'report.created',
    data: { case: expect.any(String), kind: 'book', reason: 'spam', url: `${ORIGIN}/moderation/reports` },
  })
  expect(message?.body).not.toMatch(/soap/)
  expect(message?.body).not.toContain(reader.username)
})

test('a webhook is told only of the events that it wants, and of none while it is turned off', async () => {
  const { _id } = await make(['report.created'])
  await site.aBook(author)
  await site.api(admin)(changeWebhook, { params: { id: _id }, body: { events: ['book.published'], isActive: false } })
  await site.aBook(author)
  await site.jobsDone()
  expect(received).toEqual([])
  expect(await deliveries()).toEqual([])
})

test('an event that is named twice is kept once', async () => {
  const { _id } = await make(['report.created'])
  const events = ['book.published', 'book.published'] as const
  await site.api(admin)(changeWebhook, { params: { id: _id }, body: { events: [...events] } })
  const { events: kept } = await site.services.db
    .selectFrom('webhooks')
    .select('events')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual(['book.published'])
})

test('a book that was hidden before its message was sent is not told', async () => {
  const { _id } = await make()
  const book = await site.aBookRow(author)
  const id = await queuedDelivery(_id, 'book.published', { _id: book })
  await site.api(admin)(hideBook, { params: { id: book }, body: { reason: 'Spam.' } })
  await deliverWebhook(site.services, id)
  expect(received).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'dropped', attempts: 0 }])
})

test('a message that was refused is sent again with the same id, until it has failed for good', async () => {
  const { _id } = await make()
  const id = await queuedDelivery(_id, 'report.created', { kind: 'book' })
  answer = { status: 500 }
  await expect(deliverWebhook(site.services, id)).rejects.toThrow('was not delivered')
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, status: 500 }])
  answer = { status: 200 }
  await deliverWebhook(site.services, id)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  // A job may run once more.
  await deliverWebhook(site.services, id)
  expect(received).toHaveLength(2)
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }])

  const other = await queuedDelivery(_id, 'report.created', { kind: 'book' })
  answer = { status: 503 }
  for (let attempt = 1; attempt < 11; attempt++) await deliverWebhook(site.services, other).catch(() => {})
  await deliverWebhook(site.services, other)
  expect((await deliveries()).find(({ _id: one }) => one === other)).toMatchObject({ state: 'failed', attempts: 11 })
})

test('a receiver that says 410 gets that message no more', async () => {
  const { _id } = await make()
  const id = await queuedDelivery(_id, 'report.created', { kind: 'book' })
  answer = { status: 410 }
  await deliverWebhook(site.services, id)
  expect(await deliveries()).toMatchObject([{ state: 'failed', status: 410 }])
})

test('a redirect is not followed', async () => {
  const { _id } = await make()
  answer = { status: 307, headers: { location: `${receiver}/elsewhere` } }
  await site.api(admin)(testWebhook, { params: { id: _id } })
  await site.jobsDone()
  expect(received.map(({ path }) => path)).toEqual(['/hook'])
  expect(await deliveries()).toMatchObject([
    { event: 'ping', state: 'failed', status: 307, error: 'It answered with a redirect, which is not followed.' },
  ])
})

test('a receiver that changes the protocol in place of an answer holds up no other message', async () => {
  const { _id } = await make()
  answer = { status: 101, headers: { connection: 'Upgrade', upgrade: 'other' } }
  await deliverWebhook(site.services, await queuedDelivery(_id, 'ping', {}))
  expect(await deliveries()).toMatchObject([
    { state: 'failed', attempts: 1, status: null, error: 'The connection was closed before an answer.' },
  ])
})

test('a test says what came of it, also where nothing listens', async () => {
  const closed = createServer().listen(0, NEAR)
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const { _id } = await make(['book.published'], `http://${NEAR}:${port}/`)
  await site.api(admin)(testWebhook, { params: { id: _id } })
  await site.jobsDone()
  expect(await deliveries()).toMatchObject([
    { event: 'ping', state: 'failed', attempts: 1, status: null, error: 'Nothing listens at this address.' },
  ])
})

const PRIVATE = [
  'https://127.0.0.2/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://2130706434/',
  'https://0x7f000002/',
  'https://0177.0.0.2/',
  'https://127.2/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[ff02::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:7f00:2]/',
  'https://[::10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://[2001:0:a00:1::]/',
  'https://[2001:db8::1]/',
]

test.each(PRIVATE)('%s is refused, as a new address and when it is sent to', async (url) => {
  const problem = await problemFrom(make(['book.published'], url))
  expect(problem).toMatchObject({ type: 'validation', errors: { url: expect.stringContaining('private network') } })
  const { _id } = await make()
  await site.services.db.updateTable('webhooks').set({ url }).execute()
  const id = await queuedDelivery(_id, 'ping', {})
  await deliverWebhook(site.services, id)
  expect(await deliveries()).toMatchObject([
    { state: 'failed', status: null, error: expect.stringContaining('private') },
  ])
})

test.each([
  'ftp://books.example.org/',
  'javascript:alert(1)',
  'books.example.org',
  'https://me:secret@[2606:4700::1]/',
  'http://[2606:4700::1]/',
  'https://no-such-host.invalid/',
])('%s is refused in words', async (url) => {
  expect(await problemFrom(make(['book.published'], url))).toMatchObject({
    type: 'validation',
    errors: { url: expect.any(String) },
  })
})

test('the machine itself is refused by any of its names, unless a setting names it', async () => {
  await expect(resolveTarget(new URL('https://localhost/'), [])).rejects.toThrow('private network')
  expect(await resolveTarget(new URL('https://localhost/'), ['loopback'])).toContainEqual({
    address: expect.any(String),
    family: expect.any(Number),
  })
})

test('a host that leads to a private address by the time it is sent to is refused', async () => {
  const { _id } = await make()
  await site.services.db.updateTable('webhooks').set({ url: 'https://hooks.example.org/' }).execute()
  const id = await queuedDelivery(_id, 'ping', {})
  const lookup = async () => [
    { address: '2606:4700::1', family: 6 },
    { address: '10.0.0.1', family: 4 },
  ]
  await deliverWebhook(site.services, id, lookup)
  expect(await deliveries()).toMatchObject([{ state: 'failed', error: expect.stringContaining('private') }])
})

test('a host is resolved once: what was checked is what is connected to', async () => {
  const { _id } = await make()
  const { port } = server.address() as AddressInfo
  await site.services.db
    .updateTable('webhooks')
    .set({ url: `http://hooks.example.org:${port}/pinned` })
    .execute()
  const id = await queuedDelivery(_id, 'ping', {})
  const asked: string[] = []
  await deliverWebhook(site.services, id, async (host) => {
    asked.push(host)
    return [{ address: NEAR, family: 4 }]
  })
  expect(asked).toEqual(['hooks.example.org'])
  expect(received.map(({ path, headers }) => [path, headers.host])).toEqual([['/pinned', `hooks.example.org:${port}`]])
})

test('an address that can not be reached is passed over for the next one of its host', async () => {
  const { _id } = await make()
  const { port } = server.address() as AddressInfo
  await site.services.db
    .updateTable('webhooks')
    .set({ url: `http://hooks.example.org:${port}/next` })
    .execute()
  const id = await queuedDelivery(_id, 'ping', {})
  // Nothing listens there.
  const unreached = { address: '127.0.0.2', family: 4 }
  site.services.settings.webhookNetworks.push(unreached.address)
  await deliverWebhook(site.services, id, async () => [unreached, { address: NEAR, family: 4 }])
  site.services.settings.webhookNetworks.pop()
  expect(received.map(({ path }) => path)).toEqual(['/next'])
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
})

test('the secret is told once, and is in no log', async () => {
  const { secret } = await make()
  expect(JSON.stringify(await site.api(admin)(listWebhooks))).not.toContain(secret)
  const { rows } = await site.services.db
    .selectFrom('auditLog')
    .selectAll()
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  expect(rows).not.toContain(secret)
  expect(site.logged.join('')).not.toContain(secret)
})

test('there are at most twenty', async () => {
  const all = await Promise.allSettled(Array.from({ length: WEBHOOKS_MAX + 2 }, () => make()))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(WEBHOOKS_MAX)
})

test('a removed webhook takes its log with it, and old entries go by themselves', async () => {
  const { _id } = await make()
  await queuedDelivery(_id, 'book.updated', { _id: crypto.randomUUID() })
  site.skip(31 * DAY_MS)
  await deleteOldDeliveries(site.services)
  site.skip(-31 * DAY_MS)
  expect(await deliveries()).toEqual([])
  const id = await queuedDelivery(_id, 'ping', {})
  await site.api(admin)(deleteWebhook, { params: { id: _id } })
  await deliverWebhook(site.services, id)
  expect(received).toEqual([])
  expect(await problemFrom(site.api(admin)(testWebhook, { params: { id: _id } }))).toMatchObject({ type: 'not_found' })
})
