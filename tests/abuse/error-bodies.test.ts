import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from '#tests/access-table.ts'
import { nameOf, prepare, type Prepared } from '#tests/call-with.ts'

const ECHO = 'c4n4ry'
const HOSTILE = `${ECHO}'";--<script>${ECHO}</script>`
const IN_ADDRESS = encodeURIComponent(HOSTILE)
/** Stacks, paths, SQL, names of tables and columns, and codes of libraries. */
const INSIDES =
  /\bat \S+ \(|:\d+:\d+|node_modules|file:\/\/|\/(?:server|contract|tmp|home|root|var|usr)\/|\b(?:select|insert into|update|delete from)\b.*\b(?:from|values|set|where)\b|relation "|column "|syntax error|violates|constraint|_id_fk|FST_|HPE_|ERR_|ZodError|\[object/i

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

interface Asked {
  url?: string
  headers?: Record<string, string>
  payload?: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Every place of a request that can carry a text. */
const hostileRequests = ({ call, url, body }: Prepared): Asked[] => {
  const path = url.split('?')[0] ?? ''
  const withParams = `/api${call.path.replace(/:\w+/g, IN_ADDRESS)}`
  const names = Object.keys((call.query as { _zod?: { def?: { shape?: object } } })?._zod?.def?.shape ?? {})
  const fields = body instanceof FormData || body === undefined ? {} : (body as Record<string, unknown>)
  const bodies =
    call.method === 'GET'
      ? []
      : [
          ...Object.keys(fields).map((field) => JSON.stringify({ ...fields, [field]: { [HOSTILE]: HOSTILE } })),
          ...Object.keys(fields).map((field) => JSON.stringify({ ...fields, [field]: `${HOSTILE}\0` })),
          JSON.stringify({ ...fields, [HOSTILE]: HOSTILE }),
          JSON.stringify(HOSTILE),
          `{"${ECHO}": ${ECHO}`,
        ]
  return [
    { url: withParams },
    { url: `${path}/${IN_ADDRESS}/%zz` },
    ...names.map((name) => ({ url: `${path}?${name}=${IN_ADDRESS}%00` })),
    ...names.map((name) => ({ url: `${path}?${name}=${IN_ADDRESS}&${name}=${IN_ADDRESS}` })),
    { headers: { authorization: `Bearer ${HOSTILE}` } },
    { headers: { expect: ECHO } },
    { headers: { host: `${ECHO} ${ECHO}` } },
    { headers: { origin: `https://${ECHO}.example` } },
    ...bodies.map((payload) => ({ payload, headers: JSON_TYPE })),
    ...(call.method === 'GET' ? [] : [{ payload: HOSTILE, headers: { 'content-type': `text/${ECHO}` } }]),
    ...(call.files
      ? [
          {
            payload: `--x\r\nContent-Disposition: form-data; name="${IN_ADDRESS}"; filename="${ECHO}"\r\n\r\n${ECHO}\r\n--x--\r\n`,
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
          },
        ]
      : []),
  ]
}

describe('an error says nothing of the server, and nothing of what was sent', () => {
  test.each(Object.keys(ACCESS))('%s', { timeout: 60_000 }, async (name) => {
    const call = site.served.find((served) => nameOf(served) === name)
    if (!call) throw new Error('the site does not serve this call')
    const prepared = await prepare(site, call)
    const answers = await Promise.all(
      hostileRequests(prepared).map(async (asked) => {
        const { statusCode, payload } = await site.app.inject({
          method: call.method,
          url: asked.url ?? prepared.url,
          headers: { ...(prepared.token && { authorization: `Bearer ${prepared.token}` }), ...asked.headers },
          ...(asked.payload !== undefined && { payload: asked.payload }),
        })
        return { asked, statusCode, payload }
      }),
    )
    const failures = answers.filter(({ statusCode }) => statusCode >= 400)
    expect(failures.length).toBeGreaterThan(2)
    const talkative = failures.filter(({ payload }) => payload.includes(ECHO) || INSIDES.test(payload))
    expect(talkative).toEqual([])
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  })
})
