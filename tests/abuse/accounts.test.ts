import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { RESET_JOB } from '#server/accounts/passwords/reset-password.ts'
import { VERIFY_JOB } from '#server/accounts/email/verify-email.ts'
import { openTestSite, PASSWORD, type Person, type TestSite } from '#server/testing/test-site.ts'

const NEW_PASSWORD = 'ink-and-blotting-paper'
const PAIRS = 60
const MAX_READ_MS = 500
/** On a slow machine the limit is this multiple of the median of reads without logins. */
const READ_FACTOR = 50
/** How far apart the medians for known and unknown addresses may be; on a slow machine the share is more. */
const APART_MS = 5
const APART_SHARE = 0.15

/** Two server processes on one database: what one ends must have ended for the other. */
let site: TestSite
let other: TestSite
let origin: string
let otherOrigin: string

beforeAll(async () => {
  site = await openTestSite()
  other = await openTestSite({ sharing: site })
  await site.startJobs()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  otherOrigin = await other.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await other.close()
  await site.close()
})

type Headers = Record<string, string>

const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
  fetch(`${origin}/api${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const logIn = (email: string, password: string) => send('POST', '/auth/login', { email, password })
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** How far most values are from their median. */
const spread = (values: number[]) => median(values.map((value) => Math.abs(value - median(values))))
const apart = (one: number[], other: number[]) => Math.abs(median(one) - median(other))

/** The statements that the requests in this context have sent to the database. */
const statements = new AsyncLocalStorage<string[]>()

/** The query of the cached site settings, which any request may renew, and the two ends of a savepoint, which cost the same. */
const comparable = (sent: string[]) =>
  sent
    .filter((statement) => !statement.includes('"site_settings"'))
    .map((statement) => statement.replace(/^(?:release|rollback to) savepoint/, 'end of savepoint'))

/**
 * The answer of a request, the statements until then, and the time that it took, on the clock and of the processor.
 * Unlike the first, the second does not depend on what else the machine does.
 */
const measured = async (quiet: TestSite, url: string, payload: object) => {
  const sent: string[] = []
  const begun = performance.now()
  const before = process.cpuUsage()
  // `inject` sends the request when it is awaited.
  const answer = await statements.run(sent, async () => {
    return await quiet.app.inject({ method: 'POST', url: `/api${url}`, payload })
  })
  const { user, system } = process.cpuUsage(before)
  const ms = performance.now() - begun
  const { requestId: _, ...body } = answer.json<Record<string, unknown>>()
  return { ms, processorMs: (user + system) / 1000, seen: JSON.stringify([answer.statusCode, body, comparable(sent)]) }
}

describe('nobody finds out who has an account', () => {
  /** Its jobs do nothing: their work for a known address comes after the answer and would be counted with the next one. */
  let quiet: TestSite

  beforeAll(async () => {
    quiet = await openTestSite()
    await quiet.services.jobs.start([RESET_JOB, VERIFY_JOB].map((name) => ({ name, run: async () => {} })))
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const [statement] = given as [string | { text: string }]
      statements.getStore()?.push(typeof statement === 'string' ? statement : statement.text)
      return query.apply(this, given)
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await quiet.close()
  })

  test.each<[where: string, url: string, payload: (email: string) => object, isVerified?: boolean]>([
    ['at login', '/auth/login', (email) => ({ email, password: 'a wrong guess' })],
    ['at a forgotten password', '/auth/forgot-password', (email) => ({ email })],
    ['at another verification mail', '/auth/resend-verification', (email) => ({ email }), false],
  ])(
    '%s: the same bytes after the same work and time',
    { timeout: 240_000 },
    async (_where, url, payload, isVerified = true) => {
      const people = await Promise.all(Array.from({ length: 20 }, () => quiet.aReader()))
      await quiet.services.db.updateTable('users').set({ verified: isVerified }).execute()
      const known: Awaited<ReturnType<typeof measured>>[] = []
      const unknown: typeof known = []
      // One after the other and by turns, so that a slow moment of the machine meets both.
      for (let i = 0; i < PAIRS; i++) {
        known.push(await measured(quiet, url, payload(people[i % people.length]?.email ?? '')))
        unknown.push(await measured(quiet, url, payload(`${crypto.randomUUID()}@example.org`)))
      }
      const seen = new Set([...known, ...unknown].map((one) => one.seen))
      expect([...seen]).toEqual([expect.stringContaining('select')])
      const processor = (all: typeof known) => all.map(({ processorMs }) => processorMs)
      const allowed = (times: number[]) => Math.max(APART_MS, APART_SHARE * median(times))
      expect(apart(processor(known), processor(unknown))).toBeLessThan(allowed(processor(known)))
      const clock = (all: typeof known) => all.map(({ ms }) => ms)
      // On a busy machine the medians are as far apart as its other work is uneven.
      expect(apart(clock(known), clock(unknown))).toBeLessThan(
        allowed(clock(known)) + spread(clock(known)) + spread(clock(unknown)),
      )
    },
  )
})

describe('a token ends on all servers', () => {
  const statuses = async (person: Person) =>
    Promise.all(
      [origin, otherOrigin].map(
        async (server) => (await fetch(`${server}/api/auth/user-details`, { headers: bearer(person) })).status,
      ),
    )
  const anotherSession = async (person: Person) => {
    const { token } = (await (await logIn(person.email, PASSWORD)).json()) as { token: string }
    return bearer({ token })
  }

  test.each<[string, (person: Person, admin: Headers) => Promise<Response>]>([
    ['a logout', (person) => send('POST', '/auth/logout', undefined, bearer(person))],
    [
      'a new password in another session',
      async (person) =>
        send(
          'PUT',
          '/auth/update-password',
          { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
          await anotherSession(person),
        ),
    ],
    [
      'the end of all other sessions',
      async (person) => send('DELETE', '/auth/sessions', undefined, await anotherSession(person)),
    ],
    [
      'the deletion of the account',
      (person) => send('DELETE', '/auth/account', { password: PASSWORD }, bearer(person)),
    ],
    ['a deletion by an administrator', ({ _id }, admin) => send('DELETE', `/admin/users/${_id}`, undefined, admin)],
    [
      'a new address by an administrator',
      ({ _id }, admin) => send('PUT', `/admin/users/${_id}`, { email: `${crypto.randomUUID()}@example.org` }, admin),
    ],
  ])('after %s', async (_what, end) => {
    const [person, admin] = await Promise.all([site.aReader(), site.anAdmin()])
    expect(await statuses(person)).toEqual([200, 200])
    expect((await end(person, bearer(admin))).ok).toBe(true)
    expect(await statuses(person)).toEqual([401, 401])
  })

  test('after an administrator is demoted', async () => {
    const [demoted, admin] = await Promise.all([site.anAdmin(), site.anAdmin()])
    expect(await statuses(demoted)).toEqual([200, 200])
    const answer = await send('PUT', `/admin/users/${demoted._id}`, { userType: 'reader' }, bearer(admin))
    expect(answer.status).toBe(200)
    expect(await statuses(demoted)).toEqual([401, 401])
  })
})

test.each<[string, (token: string) => [path: string, headers: Headers]]>([
  ['a query parameter', (token) => [`/auth/user-details?token=${token}&authorization=Bearer%20${token}`, {}]],
  ['a cookie', (token) => ['/auth/user-details', { cookie: `token=${token}; authorization=Bearer ${token}` }]],
  ['another header', (token) => ['/auth/user-details', { 'x-access-token': token, 'x-api-key': token }]],
  ['basic authentication', (token) => ['/auth/user-details', { authorization: `Basic ${btoa(`${token}:`)}` }]],
])('a token in %s is not read', async (_where, request) => {
  const { token } = await site.aReader()
  const [path, headers] = request(token)
  const answer = await send('GET', path, undefined, headers)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
})

test('a password set for a stranger’s address does not work once the owner has registered', async () => {
  const email = 'victim@example.org'
  const register = (username: string, password: string) => send('POST', '/auth/register', { username, email, password })
  expect((await register('an impostor', PASSWORD)).status).toBe(201)
  const forImpostor = await site.post.mailTo(email)
  expect((await register('the owner', NEW_PASSWORD)).status).toBe(201)
  const forOwner = await site.post.mailTo(email, 2)
  const verify = async ({ link }: { link: string }) =>
    (await send('POST', '/auth/verify', { token: new URL(link).searchParams.get('token') })).status
  expect([await verify(forImpostor), await verify(forOwner)]).toEqual([400, 200])
  expect([(await logIn(email, PASSWORD)).status, (await logIn(email, NEW_PASSWORD)).status]).toEqual([401, 200])
})

test('the link in a mail leads to this site, whatever the request says of its host', async () => {
  const reader = await site.aReader()
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'x-original-host': 'evil.example',
  }
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: reader.email },
    headers: { ...headers, host: 'evil.example' },
  })
  expect(answer.statusCode).toBe(200)
  const { link, text, html } = await site.post.mailTo(reader.email)
  expect(new URL(link).origin).toBe(site.services.siteUrl.current())
  expect(text + html).not.toContain('evil.example')
})

test(
  'three hundred logins at once get 401 or 503 with Retry-After, and others read lists',
  { timeout: 120_000 },
  async () => {
    const reader = await site.aReader()
    await site.aBookRow(await site.anAuthor())
    const readList = async () => {
      const begun = performance.now()
      const answer = await fetch(`${origin}/api/books?page=1`, { headers: bearer(reader) })
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
      return performance.now() - begun
    }
    const quiet: number[] = []
    while (quiet.length < 20) quiet.push(await readList())
    const waits: number[] = []
    let isDone = false
    const { promise: compared, resolve } = Promise.withResolvers<void>()
    const logins = Promise.all(
      Array.from({ length: 300 }, async () => {
        const answer = await logIn(reader.email, 'a wrong guess')
        await answer.arrayBuffer()
        if (answer.status === 401) resolve()
        return answer.status === 503 ? (answer.headers.get('retry-after') ?? 'none') : String(answer.status)
      }),
    ).finally(() => {
      isDone = true
    })
    // Until a password has been compared, this process sends and receives the requests themselves.
    await Promise.race([compared, logins])
    while (!isDone) waits.push(await readList())
    const seen = await logins
    expect(seen.filter((status) => status === '401').length).toBeGreaterThan(0)
    expect(seen.filter((status) => status !== '401' && !/^[1-9]\d*$/.test(status))).toEqual([])
    expect(waits.length).toBeGreaterThan(5)
    // The client shares this process and its cores, so this is more than a reader waits.
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.9)]).toBeLessThan(
      Math.max(MAX_READ_MS, READ_FACTOR * median(quiet)),
    )
  },
)

test('a name with a line break is rejected, and no line of the log is forged', async () => {
  const forged = 'someone\n{"level":60,"msg":"forged"}'
  const before = site.logged.length
  const answer = await send(
    'POST',
    '/auth/register',
    { username: forged, email: 'forger@example.org', password: PASSWORD },
    { 'user-agent': '{"level":60,"msg":"forged"}' },
  )
  expect(answer.status).toBe(400)
  for (const line of site.logged.slice(before)) {
    expect(line.trimEnd()).not.toContain('\n')
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
})
