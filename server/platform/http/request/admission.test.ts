import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest, login } from '#contract/accounts.ts'
import { addressOf } from '#contract/api/client.ts'
import type { Problem } from '#contract/api/problems.ts'
import { publishBook } from '#contract/publishing.ts'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { askRaw, listen } from '#server/testing/raw-socket.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import { admitCall } from './admission.ts'

let site: TestSite
let port: number

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' }, pages: true })
  port = await listen(site.app)
})
afterAll(() => site.close())

test('every kind of URL counts against the client address: calls, pages, files, documents, health', async () => {
  const paths = [
    '/api/books/new',
    '/about',
    '/files/cover/x.webp',
    '/sitemap.xml',
    '/robots.txt',
    '/api/docs',
    '/healthz',
  ]
  const from = '192.0.2.50'
  const ask = async (url: string) => (await site.app.inject({ url, remoteAddress: from })).statusCode
  const before = await Promise.all(paths.map(ask))
  expect(before.filter((status) => status === 429)).toEqual([])
  for (let n = paths.length; n < 6000; n += 1) site.services.limiter.allows(`all ${from}`, { max: 6000, seconds: 60 })
  expect(await Promise.all(paths.map(ask))).toEqual(paths.map(() => 429))
  expect((await site.app.inject({ url: '/about', remoteAddress: '192.0.2.51' })).statusCode).toBe(200)
})

test('query parameters that a page ignores do not create separate pages, and renderings have their own rate limit', async () => {
  const home = `http://127.0.0.1:${port}`
  const etag = async (path: string) => (await fetch(home + path)).headers.get('etag')
  const first = await etag('/about')
  expect(await etag('/about?x=1')).toBe(first)
  expect(await etag(`/about?x=${'y'.repeat(900)}`)).toBe(first)
  const from = '192.0.2.60'
  const ask = async (n: number) =>
    (await site.app.inject({ url: `/library?query=${n}`, remoteAddress: from })).statusCode
  for (let n = 0; n < 599; n += 1) site.services.limiter.allows(`render ${from}`, { max: 600, seconds: 60 })
  expect([await ask(1), await ask(2)]).toEqual([200, 429])
})

test('in a trusted network members are counted each by themselves, guests all together', async () => {
  const limiter = createLimiter(true, { includes: () => true })
  const call = { ...createGuest, rates: [{ by: 'address', max: 1, seconds: 60 }] } as const
  const ask = (guest: boolean) => {
    const caller = { id: crypto.randomUUID(), guest }
    const request = { ip: '192.0.2.62', caller, raw: { socket: { remoteAddress: '192.0.2.62' } } }
    return admitCall({ ...site.services, limiter }, call, request as never).then(
      () => 200,
      ({ status }: Problem) => status,
    )
  }
  const refusals = async (guest: boolean) =>
    (await Promise.all(Array.from({ length: 41 }, () => ask(guest)))).filter((status) => status !== 200)
  expect(await refusals(false)).toEqual([])
  expect(await refusals(true)).toEqual([429])
})

test('six slow uploads of three accounts do not keep another author from publishing', { timeout: 30_000 }, async () => {
  const authors = await Promise.all([1, 2, 3].map(() => site.anAuthor()))
  const sockets = authors.flatMap(({ token }) =>
    [1, 2].map(() => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(
        `POST ${addressOf(publishBook)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\n',
      )
      return socket
    }),
  )
  try {
    const body = aBookForm()
    const { token } = await site.anAuthor()
    const answer = await fetch(`http://127.0.0.1:${port}${addressOf(publishBook)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('uploaded successfully')])
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test(
  'beside sixty stalled uploads of ten accounts another author publishes every time',
  { timeout: 60_000 },
  async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => site.anAuthor()))
    const sockets = new Set<Socket>()
    let isOver = false
    /** Begins again when the server ends it. */
    const stall = (token: string) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (!isOver) stall(token)
      })
      socket
        .resume()
        .write(
          `POST ${addressOf(publishBook)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
            'Connection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\n',
        )
    }
    try {
      for (const { token } of accounts) for (let n = 0; n < 6; n += 1) stall(token)
      const { token } = await site.anAuthor()
      const statuses: number[] = []
      for (let n = 0; n < 6; n += 1) {
        const headers = { authorization: `Bearer ${token}` }
        const address = `http://127.0.0.1:${port}${addressOf(publishBook)}`
        statuses.push(
          (await fetch(address, { method: 'POST', headers, body: aBookForm({ title: `Volume ${n}` }) })).status,
        )
      }
      expect(statuses).toEqual([201, 201, 201, 201, 201, 201])
    } finally {
      isOver = true
      for (const socket of sockets) socket.destroy()
    }
  },
)

test('a caller without permission is rejected before the body is read', async () => {
  const [author, other] = await Promise.all([site.anAuthor(), site.anAuthor()])
  const { _id } = await site.aBook(author)
  const head =
    `PUT /api/books/${_id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${other.token}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\n'
  const { status, text } = await askRaw(port, head)
  expect([status, JSON.parse(text).type]).toEqual([403, 'forbidden'])
})

test('an answer with a token in it is never stored', async () => {
  const reader = await site.aReader()
  const ask = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const answers = [await ask(login.path, { email: reader.email, password: PASSWORD }), await ask(createGuest.path, {})]
  expect(answers.map(({ status }) => status)).toEqual([200, 201])
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store'])
  const verify = await fetch(`http://127.0.0.1:${port}/auth/verify?token=${'x'.repeat(43)}`)
  expect(verify.headers.get('cache-control')).toBe('no-store')
})

test('a form type in another case is accepted, and not rejected as a slow body', async () => {
  const { token } = await site.anAuthor()
  const form = new Response(aBookForm())
  const [, boundary] = /boundary=(.*)/.exec(form.headers.get('content-type') ?? '') ?? []
  const answer = await fetch(`http://127.0.0.1:${port}${addressOf(publishBook)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `Multipart/Form-Data; boundary=${boundary}` },
    body: await form.arrayBuffer(),
  })
  expect(answer.status).toBe(201)
})

test('a violation of the content security policy can be reported, within 8 KiB', async () => {
  const send = (body: string, type = 'application/csp-report') =>
    fetch(`http://127.0.0.1:${port}/csp-report`, { method: 'POST', headers: { 'content-type': type }, body })
  const report = JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' } })
  expect((await send(report)).status).toBe(204)
  expect(site.logged.some((line) => line.includes('"directive":"script-src-elem"'))).toBe(true)
  expect((await send('x'.repeat(9000))).status).toBe(413)
  expect((await send(report, 'text/plain')).status).toBe(415)
})

test('a malformed host is 400, and the folder of assets 404; neither is 500', async () => {
  for (const host of ['a b', '[', '%', 'x:99999', '1.2.3.4.5.6'])
    expect([host, (await askRaw(port, `GET /about HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status]).toEqual([host, 400])
  for (const path of ['/assets/', '/assets/../x', '/assets/none.js', '/assets/%2e%2e/package.json'])
    expect([path, (await askRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).status]).toEqual([path, 404])
})

test('readiness is checked once a second, however many requests there are', async () => {
  let checks = 0
  const { check } = site.services.storage
  site.services.storage.check = async () => {
    checks += 1
    return check()
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/readyz`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(checks).toBeLessThanOrEqual(1)
  site.services.storage.check = check
})
