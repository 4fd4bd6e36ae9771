import { afterAll, beforeAll, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { Problem } from '#contract/api/problems.ts'
import { parsed } from '#server/platform/http/request/validate.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from './access-table.ts'
import { answerTo, fieldsOf, foreignMessage, nameOf, type Overrides, type Prepared, prepare } from './call-with.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const WRONG = [undefined, null, 7, -1, 1.5, true, '', ' ', 'x', 'x'.repeat(30_000), 'a\0b', [], ['a'], {}, { a: 1 }]
const WRONG_TEXTS = ['', 'x', '-1', '1e9', 'x'.repeat(3000)]

const wrongInputs = ({ call, url, body }: Prepared): Overrides[] => {
  const path = url.split('?')[0] ?? ''
  const json = body === undefined || body instanceof FormData ? {} : (body as object)
  const bodies = fieldsOf(call.body).map((field) => WRONG.map((value) => ({ ...json, [field]: value })))
  const nested = Object.entries(json).map(([field, value]) =>
    isObject(value)
      ? [{}, { ...value, another: 1 }, ...wrongFieldsOf(value)].map((wrong) => ({ ...json, [field]: wrong }))
      : [],
  )
  const asJson = [...bodies, ...nested, [{}], [{ another: 1 }]]
    .flatMap((wrongs) => toSend(call, wrongs.map(asSent)))
    .map((wrong) => ({ payload: JSON.stringify(wrong), headers: { 'content-type': 'application/json' } }))
  const asForms = fieldsOf(call.body).flatMap((field) => WRONG_TEXTS.map((text) => formOf({ [field]: text })))
  const queries = fieldsOf(call.query).flatMap((field) => [
    ...WRONG_TEXTS.map((text) => `${field}=${text}`),
    `${field}=a&${field}=b`,
    `${field}[]=1`,
  ])
  return [
    ...(call.body && (!call.files || call.takesJson) ? asJson : []),
    ...(call.files ? asForms : []),
    ...queries.map((query) => ({ url: `${path}?${query}` })),
  ]
}

/** Those that a handler gets, and one of those that the schema refuses: its messages, which are the same over HTTP, are checked here. */
const toSend = ({ body }: Endpoint, wrongs: unknown[]) => {
  if (!body) return []
  const refused = wrongs.filter((wrong) => {
    const problem = refusalOf(body, wrong)
    const foreign = problem && foreignMessage(problem)
    if (foreign) throw new Error(`${foreign} is the message for ${JSON.stringify(wrong).slice(0, 200)}`)
    return problem
  })
  return wrongs.filter((wrong) => wrong === refused[0] || !refused.includes(wrong))
}

const refusalOf = (schema: $ZodType, value: unknown) => {
  try {
    parsed(schema, value)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Without the fields that are undefined. */
const asSent = (body: object): unknown => JSON.parse(JSON.stringify(body))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrongFieldsOf = (value: object) =>
  Object.keys(value).flatMap((field) => WRONG.map((wrong) => ({ ...value, [field]: wrong })))

const formOf = (fields: Record<string, string>): Overrides => {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--limit\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return {
    payload: `${parts.join('')}--limit--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  }
}

test.each(Object.keys(ACCESS))('%s answers wrong types with messages of the product', async (name) => {
  const call = site.served.find((served) => nameOf(served) === name)
  if (!call) throw new Error('the site does not serve this call')
  const prepared = await prepare(site, call)
  for (const overrides of wrongInputs(prepared)) await answerTo(site, prepared, overrides)
})
