import type { InjectOptions } from 'fastify'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATUS, type ProblemType } from '#contract/api/problems.ts'
import { createSiteUrl } from './request/site-url.ts'
import { readSettings } from '#server/platform/settings.ts'
import { startTestCluster } from '#server/testing/test-database.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import { createHttpServer } from './http-server.ts'
import { askRaw, listen, type RawAnswer } from '#server/testing/raw-socket.ts'

let site: TestSite
let reader: Person
let bookId: string
let port: number

beforeAll(async () => {
  site = await openTestSite()
  const [author, someone] = await Promise.all([site.anAuthor(), site.aReader()])
  reader = someone
  bookId = (await site.aBook(author))._id
  port = await listen(site.app)
})
afterAll(() => site.close())

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
}
const FIELDS = ['message', 'type', 'errors', 'needsVerification', 'requestId']
const INSIDES = /\bat .*:\d+:\d+|node_modules|\/server\/|select |insert |update |relation|syntax error|FST_|HPE_|ERR_/

type Asked = InjectOptions & { headers?: Record<string, string> }

/** The one shape of everything that is not 2xx. */
const expectProblem = (
  answer: Pick<RawAnswer, 'status' | 'text'> & { header: (name: string) => unknown },
  type: ProblemType,
) => {
  expect({ status: answer.status, said: answer.text }).toMatchObject({ status: STATUS[type] })
  expect(answer.header('content-type')).toBe('application/json; charset=utf-8')
  const body = JSON.parse(answer.text) as Record<string, unknown>
  expect(body).toMatchObject({ type, message: expect.stringMatching(/\S/), requestId: expect.stringMatching(/\S/) })
  expect(Object.keys(body).filter((field) => !FIELDS.includes(field))).toEqual([])
  expect(answer.text).not.toMatch(INSIDES)
  for (const [name, value] of Object.entries(COMMON)) expect([name, answer.header(name)]).toEqual([name, value])
  expect(answer.header('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(answer.header('cache-control')).toBe('no-store')
  expect(answer.header('access-control-allow-origin')).toBeUndefined()
  expect(answer.header('x-powered-by') ?? answer.header('server')).toBeUndefined()
  return body as { message: string; errors?: Record<string, string> }
}

const ask = async (asked: Asked) => {
  const answer = await site.app.inject(asked)
  return { status: answer.statusCode, text: answer.payload, header: (name: string) => answer.headers[name] }
}
const refused = async (asked: Asked, type: ProblemType) => expectProblem(await ask(asked), type)

const refusedRaw = async (request: string, type: ProblemType) => {
  const { status, headers, text } = await askRaw(port, request)
  return expectProblem({ status, text, header: (name) => headers.get(name) }, type)
}

const rate = (payload: string, headers: Record<string, string> = {}) =>
  ({
    method: 'POST',
    url: `/api/books/${bookId}/rate`,
    payload,
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json', ...headers },
  }) satisfies Asked

describe('an address', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/books/x/y/z', '/apis', '/nothing', '/'])(
    'that does not exist is 404: %s',
    async (url) => {
      for (const method of ['GET', 'POST', 'DELETE'] as const) await refused({ method, url }, 'not_found')
    },
  )

  test.each([
    ['PUT', '/api/books/public/genres', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['HEAD', '/api/auth/login', 'POST'],
    ['PATCH', '/api/books', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['OPTIONS', '/api/books/new', 'GET, HEAD'],
  ] as const)('answers an unsupported method with 405 and the supported ones: %s %s', async (method, url, allowed) => {
    const answer = await ask({ method, url, headers: { origin: 'http://localhost:3000', host: 'localhost:3000' } })
    expect(answer.status).toBe(405)
    for (const name of allowed.split(', ')) expect(String(answer.header('allow')).split(', ')).toContain(name)
    if (method !== 'HEAD') expectProblem(answer, 'method_not_allowed')
  })

  test('answers an unknown method with 405', async () => {
    await refusedRaw('PROPFIND /api/books/new HTTP/1.1\r\nHost: localhost\r\n\r\n', 'method_not_allowed')
  })

  test('with an invalid percent encoding is 400', async () => {
    await refused({ url: '/api/books/%zz' }, 'validation')
    await refused({ url: '/api/books/genre/%ff' }, 'validation')
  })

  test('with NUL, dots or a path of more than 2 KB is not found', async () => {
    await refused({ url: '/api/books/%00' }, 'not_found')
    await refused({ url: '/api/books/..%2f..%2fetc%2fpasswd' }, 'not_found')
    await refused({ url: `/api/books/${'a'.repeat(2100)}` }, 'not_found')
    await refused({ url: `/api/${'a'.repeat(2100)}` }, 'not_found')
  })

  test('answers HEAD as GET, without a body', async () => {
    const [get, head] = await Promise.all([
      ask({ url: '/api/books/new' }),
      ask({ method: 'HEAD', url: '/api/books/new' }),
    ])
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.header('content-length')).toBe(String(Buffer.byteLength(get.text)))
  })

  test('ignores a query parameter that it does not know', async () => {
    expect((await ask({ url: '/api/books/new?_=1732&constructor=1&__proto__=2&toString[]=3' })).status).toBe(200)
  })

  test('does not allow a CORS preflight', async () => {
    const answer = await ask({
      method: 'OPTIONS',
      url: '/api/books/new',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expectProblem(answer, 'method_not_allowed')
  })
})

describe('a body', () => {
  test.each([
    'application/json\ta',
    ' application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    'x',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
  ])('that is no JSON by its type is 415: %j', async (type) => {
    await refused(rate('{"rating":5}', { 'content-type': type }), 'unsupported')
  })

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is JSON by the type %j', async (type) => {
    expect((await ask(rate('{"rating":5}', { 'content-type': type }))).status).toBe(200)
  })

  test('without a type is 415', async () => {
    const { 'content-type': _, ...headers } = rate('').headers
    await refused({ ...rate('{"rating":5}'), headers }, 'unsupported')
  })

  test.each([
    ['cut short', '{"rating":'],
    ['with a trailing comma', '{"rating":5,}'],
    ['with single quotes', "{'rating':5}"],
    ['with a byte order mark', '\uFEFF{"rating":5}'],
    ['with __proto__', '{"rating":5,"__proto__":{"rating":5}}'],
    ['with an escaped __proto__', '{"rating":5,"\\u005f_proto__":{"x":1}}'],
    ['with constructor.prototype', '{"rating":5,"constructor":{"prototype":{"x":1}}}'],
    ['that is two values', '{"rating":5}{"rating":5}'],
    ['that is empty', ''],
    ['that is blank', ' '],
    ['that is null', 'null'],
    ['that is a list', '[{"rating":5}]'],
    ['that is a text', '"5"'],
  ])('%s is 400', async (_, body) => {
    await refused(rate(body), 'validation')
  })

  test.each(['userType', 'isPremium', '_id', 'constructor', 'toString', 'hasOwnProperty'])(
    'with the unknown field %s is 400 and says so',
    async (field) => {
      const { errors } = await refused(rate(JSON.stringify({ rating: 5, [field]: 'x' })), 'validation')
      expect(Object.entries(errors ?? {})).toEqual([[field, 'This field is not known.']])
    },
  )

  test('of more than 64 KiB is 413', async () => {
    const filled = (bytes: number) => `{"rating":5${' '.repeat(bytes - 12)}}`
    expect((await ask(rate(filled(65_536)))).status).toBe(200)
    expect(await refused(rate(filled(65_537)), 'too_large')).toMatchObject({ message: 'Too much was sent at once.' })
  })

  // The rest of a body that nobody reads would reset the connection, and a proxy answer with a page of its own.
  test('of megabytes is read to its end before it is 413, so that the answer arrives', async () => {
    const piece = Buffer.alloc(65_536, ' ')
    const pieces = 128
    const socket = connect(port, '127.0.0.1').pause()
    const write = (bytes: string | Buffer) =>
      new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
    const head = [`POST /api/books/${bookId}/rate HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json']
    const sender = [`Authorization: Bearer ${reader.token}`, `Content-Length: ${pieces * piece.length}`, '', '']
    await write([...head, ...sender].join('\r\n'))
    for (let sent = 0; sent < pieces; sent += 1) await write(piece)
    const answer = String(await buffer(socket))
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('Too much was sent at once.')
  })

  test('is validated after authentication: without a token any body is 401', async () => {
    await refused({ ...rate('{', { authorization: '' }) }, 'unauthenticated')
  })

  test('may be absent, empty or {} if a call has none, and nothing else', async () => {
    const view = { method: 'POST', url: `/api/books/${bookId}/view` } as const
    const json = { 'content-type': 'application/json' }
    expect((await ask(view)).status).toBe(200)
    expect((await ask({ ...view, payload: '', headers: json })).status).toBe(200)
    expect((await ask({ ...view, payload: '{}', headers: json })).status).toBe(200)
    for (const payload of ['{"views":9}', '[]', '"x"', '0', '[1]'])
      await refused({ ...view, payload, headers: json }, 'validation')
    await refused({ ...view, payload: 'x', headers: { 'content-type': 'text/plain' } }, 'unsupported')
    await refused(
      { ...view, payload: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      'unsupported',
    )
  })
})

describe('a write', () => {
  const evil = { origin: 'https://evil.example' }

  test('from another site is 403, even with a valid token', async () => {
    await refused(rate('{"rating":1}', evil), 'forbidden')
    await refused(rate('{"rating":1}', { origin: 'null' }), 'forbidden')
    await refused(rate('{"rating":1}', { 'sec-fetch-site': 'cross-site' }), 'forbidden')
    await refused(rate('{"rating":1}', { origin: 'http://localhost:3001', host: 'localhost:3000' }), 'forbidden')
    await refused({ method: 'POST', url: `/api/books/${bookId}/view`, headers: evil }, 'forbidden')
  })

  test('from a page of this site behind a proxy that does not pass Host says what is wrong', async () => {
    const message = expect.stringContaining('PUBLIC_URL is missing, or the proxy does not pass Host')
    const behind = { origin: 'https://books.example.org', host: '127.0.0.1:3000' }
    for (const headers of [{ ...behind, 'sec-fetch-site': 'same-origin' }, behind])
      expect(await refused(rate('{"rating":1}', headers), 'forbidden')).toMatchObject({ message })
    const foreign = { message: 'This request came from another site.' }
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await refused(rate('{"rating":1}', { ...behind, 'sec-fetch-site': site }), 'forbidden')).toMatchObject(
        foreign,
      )
  })

  test('from this site is accepted under any host name', async () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '192.168.1.7:3000', '[::1]:3000', 'books.lan']) {
      const answer = await ask(
        rate('{"rating":5}', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }),
      )
      expect([host, answer.status]).toEqual([host, 200])
    }
  })

  test.each([
    ['http://books.lan', 'books.lan:80', 200],
    ['https://books.lan', 'books.lan:443', 200],
    ['https://books.lan', 'books.lan:80', 403],
    ['https://books.lan', 'books.lan:8443', 403],
    ['https://books.lan:8443', 'books.lan:8443', 200],
    ['https://books.lan.example', 'books.lan:443', 403],
  ])('from a page at %s to the host %s is answered %i', async (origin, host, status) => {
    expect((await ask(rate('{"rating":5}', { host, origin }))).status).toBe(status)
  })

  test('from another site is rejected; reads are allowed, because browsers attach no token', async () => {
    expect((await ask({ url: '/api/books/new', headers: evil })).status).toBe(200)
  })
})

describe('a token', () => {
  const details = (authorization: string) => ({ url: '/api/auth/user-details', headers: { authorization } })

  test('that is malformed, altered, empty or of another scheme is 401 if one is required', async () => {
    const { token } = reader
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token} x`,
      `Basic ${token}`,
      `Token ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'Bearer \u00e9',
    ]
    for (const authorization of wrong) await refused(details(authorization), 'unauthenticated')
    expect((await ask(details(`Bearer ${token}`))).status).toBe(200)
    await refused({ url: `/api/auth/user-details?token=${token}` }, 'unauthenticated')
  })

  test('that is sent twice is ignored', async () => {
    const line = `Authorization: Bearer ${reader.token}\r\n`
    await refusedRaw(`GET /api/auth/user-details HTTP/1.1\r\nHost: localhost\r\n${line}${line}\r\n`, 'unauthenticated')
    for (const path of ['/api/auth/user-details', '/api/books', '/api/books']) {
      const once = await askRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${line}\r\n`)
      expect([path, once.status, once.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      await refusedRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${line}${line}\r\n`, 'unauthenticated')
    }
  })
})

describe('on the wire', () => {
  const head = (path: string, ...lines: string[]) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
  const post = (lines: string[], body: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`

  test('headers that are too long are 431', async () => {
    await refusedRaw(head('/api/books/new', `X-Long: ${'a'.repeat(20_000)}`), 'header_too_large')
    await refusedRaw(head(`/api/books/new?x=${'a'.repeat(20_000)}`), 'header_too_large')
  })

  test('two lengths, or a length and chunks, are 400', async () => {
    await refusedRaw(post(['Content-Length: 2', 'Content-Length: 3'], '{}'), 'validation')
    await refusedRaw(post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'), 'validation')
    await refusedRaw(post(['Content-Length: -1'], '{}'), 'validation')
    await refusedRaw(post(['Transfer-Encoding: chunked, identity'], '{}'), 'validation')
    await refusedRaw(post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'), 'validation')
  })

  test('a type without a body is an empty body, in every method', async () => {
    const { token } = await site.anAuthor()
    const named = (method: string, path: string, type: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const json = 'application/json'
    await refusedRaw(named('POST', '/api/auth/login', json), 'validation')
    const form = 'multipart/form-data; boundary=x'
    expect(await refusedRaw(named('POST', '/api/books', form), 'validation')).toMatchObject({
      message: 'The upload was incomplete or damaged. Please try again.',
    })
    expect(await askRaw(port, named('POST', `/api/books/${bookId}/view`, json))).toMatchObject({ status: 200 })
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      await refusedRaw(named(method, '/api/nothing', json), 'not_found')
  })

  test('a request that is not HTTP is 400', async () => {
    await refusedRaw('hello\r\n\r\n', 'validation')
    await refusedRaw('GET /api/books/new HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n', 'validation')
    await refusedRaw('GET /api/books/new HTTP/1.1\r\n\r\n', 'validation')
  })

  test('an unknown Expect header is 417; 100-continue is supported', async () => {
    await refusedRaw(head('/api/books/new', 'Expect: x'), 'expectation')
    const answer = await askRaw(port, post(['Expect: 100-continue', 'Content-Length: 2'], '{}'))
    expect(answer.status).toBe(100)
  })

  test('two hundred headers are accepted', async () => {
    const { status } = await askRaw(port, head('/api/books/new', ...Array.from({ length: 200 }, (_, i) => `X-${i}: x`)))
    expect([200, 431]).toContain(status)
  })

  test('X-Forwarded-For is ignored without a trusted proxy', async () => {
    const forged = [
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Origin: https://evil.example',
    ]
    await refusedRaw(post([...forged, 'Content-Length: 2'], '{}'), 'forbidden')
  })
})

test('every response has the security headers, errors and successes alike', async () => {
  for (const url of ['/api/books/new', '/healthz', '/readyz']) {
    const answer = await ask({ url })
    expect(answer.status).toBe(200)
    for (const [name, value] of Object.entries(COMMON))
      expect([url, name, answer.header(name)]).toEqual([url, name, value])
  }
})

test('an https site sends Strict-Transport-Security', async () => {
  const secure = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.org' } })
  const answer = await secure.app.inject({ url: '/api/books/new' })
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await secure.close()
})

describe('a body that is sent too slowly', () => {
  const settings = readSettings({}, '/')
  const slow = createHttpServer(
    { settings, siteUrl: createSiteUrl(settings), log: pino({ level: 'silent' }), limiter: createLimiter(true) },
    200,
  )
  slow.post('/api/slow', { config: { access: 'open' } }, async (request) => ({ got: request.body }))
  afterAll(() => slow.close())

  test('is 408, and the answer arrives', async () => {
    const slowPort = await listen(slow)
    const head =
      'POST /api/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n'
    const { status, headers, text } = await askRaw(slowPort, `${head}{"a":`)
    expectProblem({ status, text, header: (name) => headers.get(name) }, 'timeout')
    expect(headers.get('connection')).toBe('close')
    expect((await askRaw(slowPort, `${head}{"a":1234}`)).text).toBe('{"got":{"a":1234}}')
  })
})

test('a route that does not declare who may use it stops the start', () => {
  const settings = readSettings({}, '/')
  const app = createHttpServer({
    settings,
    siteUrl: createSiteUrl(settings),
    log: pino({ level: 'silent' }),
    limiter: createLimiter(true),
  })
  expect(() => app.get('/api/secrets', async () => 'all')).toThrow('GET /api/secrets does not declare who may use it')
  expect(() => app.post('/anything', async () => 'all')).toThrow('POST /anything does not declare who may use it')
  expect(() => app.get('/api/known', { config: { access: 'admin' } }, async () => 'all')).not.toThrow()
})

describe('while the database is unavailable', () => {
  test('every call returns 503 with its failure message and Retry-After', async () => {
    const cluster = await startTestCluster()
    const away = await openTestSite({ cluster: cluster.config })
    const someone = await away.anAuthor()
    const book = await away.aBook(someone)
    expect((await away.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' })

    await cluster.stop()
    const headers = { authorization: `Bearer ${someone.token}` }
    const calls = [
      [{ url: '/api/books/new' }, 'Failed to load new arrivals'],
      [{ url: '/api/books/top-rated' }, 'Failed to load top rated books'],
      [{ url: '/api/books/public/trending' }, 'Could not load trending books'],
      [{ url: `/api/books/${book._id}` }, 'Failed to load book details. Please try again later.'],
      [{ url: '/api/books/search?query=x' }, 'Search failed. Please try again.'],
      [{ url: '/api/books', headers }, 'Failed to load books. Please try again later.'],
      [
        { method: 'POST', url: `/api/books/${book._id}/comments`, headers, payload: { text: 'x' } },
        'Failed to add comment. Please try again.',
      ],
    ] as const
    for (const [asked, message] of calls) {
      const answer = await away.app.inject(asked)
      const body = expectProblem(
        { status: answer.statusCode, text: answer.payload, header: (name) => answer.headers[name] },
        'unavailable',
      )
      expect(body.message).toBe(message)
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    }
    const isReady = async () => (await away.app.inject({ url: '/readyz' })).statusCode
    await expect.poll(isReady, { timeout: 3000 }).toBe(503)
    expect((await away.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    await away.close().catch(() => {})
  })
})

test('an internal error is 500 and reveals no details', async () => {
  const broken = await openTestSite()
  await sql`alter table books rename to books_elsewhere`.execute(broken.services.db)
  const answer = await broken.app.inject({ url: '/api/books/new' })
  const body = expectProblem(
    { status: answer.statusCode, text: answer.payload, header: (name) => answer.headers[name] },
    'internal',
  )
  expect(body.message).toBe('Something went wrong on our side.')
  expect(broken.logged.join('')).toContain('books')
  await broken.close()
})

test('a query that waits for a lock too long is 503', async () => {
  const { db } = site.services
  await db.transaction().execute(async (trx) => {
    await sql`lock table books in access exclusive mode`.execute(trx)
    const answer = await ask({ url: '/api/books/new' })
    expect(expectProblem(answer, 'unavailable').message).toBe('Failed to load new arrivals')
  })
})
