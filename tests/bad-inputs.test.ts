import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_QUERY_MAX } from '#contract/admin.ts'
import { QUERY_MAX } from '#contract/books.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { safeParse } from 'zod/v4/core'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from './access-table.ts'
import { countRowsAndFiles, nameOf, type Prepared, prepare, type Overrides, send } from './call-with.ts'
import { IS_THROUGH_NGINX } from './through-nginx.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  // A scheduled job that begins meanwhile would be taken for the effect of an input.
  await site.startJobs({ isScheduled: false })
})
afterAll(() => site.close())

type Case = [what: string, changed: Overrides, statuses: number[]]

/** A premium book without an end, a history without a goal, an account without a language of its own. */
const MAY_BE_NULL = new Set(['premiumDisplayUntil', 'goal', 'language'])
const JSON_TYPE = { 'content-type': 'application/json' }
const NOT_AN_ID = ['abc', '-1', '1e3', 'x'.repeat(500), `${crypto.randomUUID()}'`, '..%2f', "1'%20or%201=1--"]
/** nginx refuses it itself. */
if (!IS_THROUGH_NGINX) NOT_AN_ID.push('%00')

const bodyOf = ({ body }: Prepared) =>
  body instanceof FormData || body === undefined ? undefined : (body as Record<string, unknown>)
const withBody = (body: unknown): Overrides => ({ payload: JSON.stringify(body), headers: JSON_TYPE })

/** Rows 1 and 3: no token, or an invalid one. */
const unauthorizedCalls = ({ call, token }: Prepared): Case[] => {
  if (call.access === 'open') return []
  const bad = [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token?.slice(0, -1)}`,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `${token}`,
    'Bearer ebk_',
  ]
  return bad.map((authorization): Case => [
    `authorization '${authorization.slice(0, 12)}…'`,
    { headers: { authorization } },
    [401],
  ])
}

/** Rows 4, 7, 8, 16, 28 and 29: invalid bodies. */
const wrongBodies = (prepared: Prepared): Case[] => {
  const body = bodyOf(prepared)
  if (!body) return []
  const cases: Case[] = [
    ['an unknown field', withBody({ ...body, isPremium: true, _id: 'x', verified: true }), [400]],
    ...[[], 'text', 7, null, true].map((whole): Case => [`the body ${JSON.stringify(whole)}`, withBody(whole), [400]]),
    ['no body', { payload: '', headers: JSON_TYPE }, [400]],
    ['a trailing comma', { payload: '{"a":1,}', headers: JSON_TYPE }, [400]],
    ['half a body', { payload: '{"a":', headers: JSON_TYPE }, [400]],
    ['a byte order mark', { payload: `\uFEFF${JSON.stringify(body)}`, headers: JSON_TYPE }, [400]],
    ['__proto__', { payload: '{"__proto__":{"admin":true}}', headers: JSON_TYPE }, [400]],
    ['constructor.prototype', { payload: '{"constructor":{"prototype":{"admin":true}}}', headers: JSON_TYPE }, [400]],
    ['65 KiB', withBody({ ...body, more: 'x'.repeat(65_536) }), [413]],
  ]
  for (const [field, value] of Object.entries(body)) {
    const wrong = [
      7,
      // An author's page needs no link.
      ...(field === 'links' ? [] : [[]]),
      {},
      { $ne: 1 },
      ...(typeof value === 'boolean' ? ['true'] : [false]),
      ...(MAY_BE_NULL.has(field) ? [] : [null]),
    ]
    for (const instead of wrong.filter((instead) => typeof instead !== typeof value || typeof instead === 'object')) {
      cases.push([`${field} as ${JSON.stringify(instead)}`, withBody({ ...body, [field]: instead }), [400]])
    }
    if (typeof value !== 'string') continue
    for (const text of ['\0', 'a\uD800b', 'x'.repeat(30_000)]) {
      cases.push([`${field} as ${JSON.stringify(text.slice(0, 8))}`, withBody({ ...body, [field]: text }), [400]])
    }
  }
  return cases
}

/** Rows 14 and 17: bodies of another content type. */
const wrongTypes = ({ call, body }: Prepared): Case[] => {
  if (call.method === 'GET') return []
  const isForm = call.files !== undefined
  const payload = isForm || body === undefined ? '{"a":1}' : JSON.stringify(body)
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json\ta',
    'application/xml',
    'multipart/form-data',
    '',
  ]
  return [
    ...types.map((type): Case => [
      `content type '${type}'`,
      { payload, headers: { 'content-type': type } },
      isForm ? [400, 415] : [415],
    ]),
    ...(isForm
      ? []
      : [
          [
            'a form',
            { payload: '--x\r\n\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
            [400, 415],
          ] as Case,
        ]),
  ]
}

/** Rows 18 to 20: unknown ids, ids of another kind of object, and malformed ids. */
const wrongIds = ({ call, url, things }: Prepared): Case[] => {
  if (!call.path.includes(':id')) return []
  const at = (id: string) => `/api${call.path.replace(':id', id).replace(/:(\w+)/g, () => crypto.randomUUID())}`
  const payload = url.includes('/view') ? {} : {}
  return [
    ...NOT_AN_ID.map((id): Case => [
      `the id '${id.slice(0, 12)}'`,
      { url: at(id), ...payload },
      id.startsWith('..') ? [400, 404] : [404],
    ]),
    ['an unknown id', { url: at(crypto.randomUUID()) }, [404]],
    [
      'an id of another kind of object',
      {
        url: at(
          /^\/admin\/users|sessions|^\/moderation\/people|blocks/.test(call.path) ? things.book : things.reader._id,
        ),
      },
      [404],
    ],
  ]
}

/** Rows 24 to 28 and 32: invalid query parameters. */
const wrongQueries = ({ call, url }: Prepared): Case[] => {
  if (call.method !== 'GET') return []
  const fields = Object.keys(
    (call.query as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {},
  )
  const ask = (query: string) => ({ url: `${url.split('?')[0]}?${query}` })
  const numbers = fields.filter((field) => field === 'page' || field === 'limit')
  const longest = call.access === 'admin' ? ADMIN_QUERY_MAX : QUERY_MAX
  return [
    ['an unknown parameter', ask('unknown=1'), [200]],
    ...numbers.flatMap((name) => [
      ...['0', '-1', '1.5', 'abc', '1e9', '', '9e99', '99999999999'].map((value): Case => [
        `${name}=${value}`,
        ask(`${name}=${value}`),
        [400],
      ]),
      [`${name} twice`, ask(`${name}=1&${name}=2`), [400]] as Case,
      [`${name}[]`, ask(`${name}[]=1`), [400]] as Case,
    ]),
    ...(fields.includes('page')
      ? [['a page past the end', ask(`page=1000000000${fields.includes('query') ? '&query=a' : ''}`), [200]] as Case]
      : []),
    ...(fields.includes('limit') ? [['a limit of a million', ask('limit=1000000'), [200]] as Case] : []),
    ...(fields.includes('query')
      ? [
          ['a query that is too long', ask(`query=${'x'.repeat(longest + 1)}`), [400]] as Case,
          ['a query of the maximum length', ask(`query=${'x'.repeat(longest)}`), [200]] as Case,
          ...['%25', '_', '%5C', '(a%2B)%2B%24', '.*', "'%20or%201=1--", '%22%3Cscript%3E'].map((text): Case => [
            `the query ${text}`,
            ask(`query=${text}`),
            [200],
          ]),
          ['a query with NUL', ask('query=a%00b'), [400]] as Case,
        ]
      : []),
  ]
}

/** Rows 37, 38 and 40: unusual requests. */
const oddRequests = ({ call, url, params }: Prepared): Case[] => {
  const path = url.split('?')[0] ?? ''
  const lastIsFree = call.path.split('/').at(-1)?.startsWith(':') ?? false
  return [
    ['OPTIONS', { method: 'OPTIONS', url: path, payload: '' }, [405]],
    ['PATCH', { method: 'PATCH', url: path }, [405]],
    ['an address with %zz', { url: `${path}/%zz` }, [400]],
    ['a long address', { url: `${path}/${'x'.repeat(3000)}` }, [404, 414]],
    ['Expect: x', { headers: { expect: 'x' } }, [417]],
    ...['a b', '[', '%', 'x:99999', 'a/b', 'user@host'].map((host): Case => [
      `the host '${host}'`,
      { headers: { host } },
      [400],
    ]),
    [
      'an Origin of another site',
      { headers: { origin: 'https://evil.example' } },
      call.method === 'GET' ? [200] : [403],
    ],
    ...(call.method === 'GET' && Object.keys(params).length === 0 && !lastIsFree
      ? ([
          ['HEAD', { method: 'HEAD' }, [200]],
          [
            'a bad date and a bad range',
            { headers: { 'if-modified-since': 'yesterday', range: 'bytes=9-1', 'if-none-match': '"x"' } },
            [200],
          ],
          [
            'two hundred headers',
            { headers: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-header-${i}`, 'a'])) },
            [200],
          ],
          ['a malformed If-None-Match', { headers: { 'if-none-match': '"", W/, *x' } }, [200]],
          ['a spoofed address', { headers: { 'x-forwarded-for': '10.0.0.1', host: 'evil.example' } }, [200]],
        ] as Case[])
      : []),
  ]
}

/** Row 8: fields that are missing, empty or blank, where the contract requires them. */
const missingFields = (prepared: Prepared): Case[] => {
  const { call } = prepared
  const body = bodyOf(prepared)
  const schema = call.body
  if (!body || !schema) return []
  const changes = Object.keys(body).flatMap((field): [string, unknown][] => [
    [`without ${field}`, Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))],
    [`${field} empty`, { ...body, [field]: '' }],
    [`${field} blank`, { ...body, [field]: ' \t\n' }],
  ])
  return changes
    .filter(([, changed]) => !safeParse(schema, changed).success)
    .map(([what, changed]): Case => [what, withBody(changed), [400]])
}

const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }
const part = (name: string, value: string, fileName?: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n${value}\r\n`

/** Rows 14 and 15: forms that are malformed, or have too much of something. */
const wrongForms = ({ call }: Prepared): Case[] => {
  const [file] = Object.keys(call.files ?? {})
  if (file === undefined) return []
  const form = (parts: string[], end = '--x--\r\n') => ({ payload: parts.join('') + end, headers: FORM_TYPE })
  const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, i) => make(i))
  return [
    ['a form that is cut short', form([part(file, 'abc', 'a.bin')], '--x\r\ncontent-dispo'), [400]],
    ['a form without an end', form([part(file, 'abc', 'a.bin')], ''), [400]],
    ['33 parts', form(times(33, (i) => part(`field${i}`, 'a'))), [413]],
    ['29 fields', form(times(29, (i) => part(`field${i}`, 'a'))), [413]],
    ['3 files', form(times(3, (i) => part(i === 0 ? file : `file${i}`, 'a', 'a.bin'))), [400, 413]],
    ['a repeated field', form([part('title', 'a'), part('title', 'b')]), [400]],
    ['a field name of 101 characters', form([part('x'.repeat(101), 'a')]), [400, 413]],
    ['an unknown field', form([part('isAdmin', 'true')]), [400]],
    ['a text in place of the file', form([part(file, 'no file')]), [400, 415]],
  ]
}

const ALL = [missingFields, wrongForms, unauthorizedCalls, wrongBodies, wrongTypes, wrongIds, wrongQueries]
/** nginx refuses most of these itself, and answers some addresses in its own way. */
if (!IS_THROUGH_NGINX) ALL.push(oddRequests)

/** Whether a valid input can succeed. Some calls, for example with a used token, can only fail. */
const canSucceed = (call: Endpoint) => (ACCESS[nameOf(call)]?.answers ?? []).some((status) => status < 300)

describe('an invalid input is rejected and changes nothing', () => {
  test.each(Object.keys(ACCESS))('%s', { timeout: 120_000 }, async (name) => {
    const call = site.served.find((served) => nameOf(served) === name)
    if (!call) throw new Error('the site does not serve this call')
    const prepared = await prepare(site, call)
    const before = await countRowsAndFiles(site)
    const faults: string[] = []
    for (const [what, changed, statuses] of ALL.flatMap((casesOf) => casesOf(prepared))) {
      const status = await send(site, prepared, changed)
      const isRefusedAnyway = !canSucceed(call) && status >= 400
      if (!statuses.includes(status) && !isRefusedAnyway)
        faults.push(`${what}: ${status}, not ${statuses.join(' or ')}`)
    }
    expect(faults).toEqual([])
    expect(await countRowsAndFiles(site)).toEqual(before)
  })
})
