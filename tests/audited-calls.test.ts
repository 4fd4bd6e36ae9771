import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditLog } from '#contract/admin.ts'
import { addressOf } from '#contract/api/client.ts'
import { makeInvitation } from '#contract/site-admin.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS } from './access-table.ts'
import { makeThings, nameOf } from './call-with.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

/** tests/contract.test.ts checks that the access table has every call. */
const writes = Object.keys(ACCESS).filter((name) => /^(?:POST|PUT|DELETE) \/admin\//.test(name))

test.each(writes)('%s leaves an audit entry', async (name) => {
  const call = site.served.find((served) => nameOf(served) === name)
  if (!call) throw new Error('the site does not serve this call')
  const { things } = await makeThings(site)
  const admin = await site.anAdmin()
  const input = ACCESS[name]?.input?.(things, 'admin') ?? {}
  const params = { ...input.params }
  if ('code' in params) {
    const { data } = await site.api(admin)(makeInvitation, { body: { note: 'For Ottoline' } })
    params['code'] = data.code
  }
  const entries = async () => (await site.api(admin)(listAuditLog)).pagination.total
  const before = await entries()
  const isForm = input.body instanceof FormData
  const answer = await inProcessFetch(site.app)(addressOf(call, { ...input, params }), {
    method: call.method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(input.body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
  })
  expect(answer.status).toBeLessThan(300)
  expect(await entries()).toBe(before + 1)
})

test('the calls of administrators that write are found', () => {
  expect(writes).toContain('POST /admin/books/bulk')
  expect(writes).toContain('DELETE /admin/users/:id')
})
