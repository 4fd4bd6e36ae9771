import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/api/client.ts'
import { TOKEN_SCOPES } from '#contract/api-tokens.ts'
import type { Endpoint, TokenScope } from '#contract/api/endpoint.ts'
import { aTokenRow } from '#server/accounts/api-tokens/testing-tokens.ts'
import { openApiOf } from '#server/platform/http/openapi/openapi.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS, type Actor, ACTORS, answersOf } from './access-table.ts'
import { makeThings, nameOf } from './call-with.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

let made: ReturnType<typeof makeThings> | undefined

const tokens = new Map<string, Promise<string>>()

/** One for each person and scope: an account may not have many. */
const tokenOf = (person: Person, scope: TokenScope) => {
  const key = `${person._id} ${scope}`
  const known = tokens.get(key) ?? aTokenRow(site, person, [scope])
  tokens.set(key, known)
  return known
}

/** The answer to a token of each scope. */
const answersTo = async (call: Endpoint, actor: Actor) => {
  const answers: Record<string, string> = {}
  for (const scope of TOKEN_SCOPES) {
    const { things, people } = await (made ??= makeThings(site))
    const person = people[actor]
    if (!person) throw new Error(`${actor} has no account`)
    const token = await tokenOf(person, scope)
    const input = ACCESS[nameOf(call)]?.input?.(things, actor) ?? {}
    const { body } = input
    const isJson = body !== undefined && !(body instanceof FormData)
    const answer = await inProcessFetch(site.app)(addressOf(call, input), {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
    if (call.method !== 'GET' && answer.status < 400) made = undefined
    const { message } = (answer.status === 403 ? await answer.json() : {}) as { message?: string }
    answers[scope] = message?.startsWith('This token may not do this') ? 'no token' : String(answer.status)
  }
  return answers
}

/** As a session of the person, with the rights of an author at most; and only within the scope. */
const expectedFor = (call: Endpoint, actor: Actor) => {
  const place = ACTORS.indexOf(actor === 'admin' || actor === 'moderator' ? 'other author' : actor)
  const own = String(answersOf(nameOf(call))[place])
  return Object.fromEntries(TOKEN_SCOPES.map((scope) => [scope, scope === call.scope ? own : 'no token']))
}

describe('a token of each scope', () => {
  test.each(Object.keys(ACCESS))('%s', { timeout: 60_000 }, async (name) => {
    const call = site.served.find((served) => nameOf(served) === name)
    if (!call) throw new Error('the site does not serve this call')
    const check = async (actor: Actor) =>
      expect([actor, await answersTo(call, actor)]).toEqual([actor, expectedFor(call, actor)])
    const actors = ['reader', 'author', 'admin', 'moderator', 'blocked'] as const
    if (call.method === 'GET') await Promise.all(actors.map(check))
    else for (const actor of actors) await check(actor)
  })
})

test('no token is for administration, moderation, the account, reports, or what cannot be undone', () => {
  const isClosed = ({ path, access, needsReauthentication }: Endpoint) =>
    needsReauthentication !== undefined ||
    ['moderator', 'admin'].includes(access) ||
    /^\/(?:auth|admin|moderation|reports|copyright)\//.test(path)
  const open = site.served.filter((call) => call.scope && isClosed(call)).map(nameOf)
  expect(open).toEqual(['GET /auth/user-details'])
})

test('a scope of the API is that of its method, and the documentation says which call needs which', () => {
  const { paths } = openApiOf(site.served, '1') as {
    paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>
  }
  for (const call of site.served) {
    if (call.scope) expect([nameOf(call), call.scope]).toEqual([nameOf(call), call.method === 'GET' ? 'read' : 'write'])
    const operation = paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    expect(operation?.security.flatMap(({ token }) => token ?? [])).toEqual(call.scope ? [call.scope] : [])
  }
})
