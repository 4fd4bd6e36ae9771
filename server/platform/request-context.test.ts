import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ pages: true })
})
afterAll(() => site.close())

const ask = async (url: string, headers: Record<string, string> = {}, more: object = {}) => {
  const before = site.logged.length
  const answer = await site.app.inject({ url, headers, ...more })
  const lines = site.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  return { answer, lines }
}

test('every line of a request has its id, and the trace that it belongs to', async () => {
  const reader = await site.aReader()
  const book = await site.aBookRow(await site.anAuthor())
  const headers = { authorization: `Bearer ${reader.token}`, traceparent: `00-${TRACE}-${SPAN}-01` }
  const rated = await ask(`/api/books/${book}/rate`, headers, { method: 'POST', payload: { rating: 4 } })
  expect(rated.answer.statusCode).toBe(200)
  expect(rated.lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['request completed']))
  const [{ requestId } = {}] = rated.lines
  expect(requestId).toMatch(/^[\da-z]+-[\da-z]+$/)
  for (const line of rated.lines) expect(line).toMatchObject({ requestId, traceId: TRACE, parentSpanId: SPAN })
})

test('the id in an error is the id in the log, and differs from request to request', async () => {
  const [one, two] = [await ask('/api/no/such/call'), await ask('/api/no/such/call')]
  const ids = [one, two].map(({ answer }) => answer.json<{ requestId: string }>().requestId)
  expect(ids).toEqual([one, two].map(({ lines }) => lines.at(-1)?.['requestId']))
  expect(ids[0]).not.toBe(ids[1])
})

test.each([
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
])('a trace that is not well formed is ignored: %s', async (traceparent) => {
  const { answer, lines } = await ask('/api/site', { traceparent })
  expect(answer.statusCode).toBe(200)
  for (const line of lines) expect(line).not.toHaveProperty('traceId')
})

test('what a page asks for is logged with the id of the page', async () => {
  const { lines } = await ask('/premium')
  const completed = lines.filter(({ msg }) => msg === 'request completed')
  expect(completed.length).toBeGreaterThan(1)
  expect(new Set(completed.map(({ requestId }) => requestId)).size).toBe(1)
})

test('passwords, tokens and addresses are in no line, also at the lowest level', async () => {
  const reader = await site.aReader()
  const login = await ask(
    '/api/auth/login',
    {},
    { method: 'POST', payload: { email: reader.email, password: PASSWORD } },
  )
  const wrong = await ask(
    '/api/auth/login',
    {},
    { method: 'POST', payload: { email: reader.email, password: 'not this one' } },
  )
  const own = await ask('/api/auth/user-details', { authorization: `Bearer ${reader.token}` })
  const link = await ask(`/auth/verify?token=${'s'.repeat(43)}`)
  expect([login, wrong, own, link].map(({ answer }) => answer.statusCode)).toEqual([200, 401, 200, 200])
  const text = site.logged.join('')
  for (const secret of [
    PASSWORD,
    'not this one',
    reader.token,
    reader.email,
    's'.repeat(43),
    login.answer.json<{ token: string }>().token,
  ])
    expect(text).not.toContain(secret)
})
