import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/api/client.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS, type Actor, ACTORS, answersOf } from './access-table.ts'
import { makeThings, nameOf } from './call-with.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

let made: ReturnType<typeof makeThings> | undefined

const statusOf = async (call: Endpoint, actor: Actor): Promise<number> => {
  const row = ACCESS[nameOf(call)]
  const { things, people } = await (made ??= makeThings(site))
  const input = row?.input?.(things, actor) ?? {}
  const { body } = input
  const token = people[actor]?.token
  const answer = await inProcessFetch(site.app)(addressOf(call, input), {
    method: call.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  // What a call has written must not decide the next answer. A read and a refused call write nothing.
  if (call.method !== 'GET' && answer.status < 400) made = undefined
  if (answer.status >= 400) {
    const problem = (await answer.json()) as Record<string, unknown>
    expect(problem).toMatchObject({
      message: expect.any(String),
      type: expect.any(String),
      requestId: expect.any(String),
    })
  }
  return answer.status
}

test('the access table lists exactly the calls that are served', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(site.served.map(nameOf).toSorted())
})

describe('access of each actor', () => {
  test.each(Object.keys(ACCESS))('%s', { timeout: 60_000 }, async (name) => {
    const call = site.served.find((served) => nameOf(served) === name)
    if (!call) throw new Error('the site does not serve this call')
    const answered: number[] = []
    if (call.method === 'GET') answered.push(...(await Promise.all(ACTORS.map((actor) => statusOf(call, actor)))))
    else for (const actor of ACTORS) answered.push(await statusOf(call, actor))
    const byActor = (statuses: readonly number[]) => Object.fromEntries(ACTORS.map((actor, i) => [actor, statuses[i]]))
    expect(byActor(answered)).toEqual(byActor(answersOf(name)))
  })
})
