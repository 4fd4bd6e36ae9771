import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { deleteExpiredSessions, sessionFinder } from './sessions.ts'
import { hashOf, newSessionToken } from './tokens.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const logIn = (email: string) => site.api()(calls.login, { body: { email, password: PASSWORD } })
const isDead = async (person: { token: string }) =>
  (await problemFrom(site.api(person)(calls.getUserDetails))).status === 401
const HOUR = 3_600_000

test('a person sees their sessions, the latest first, and which one is current', async () => {
  const reader = await site.aReader()
  site.skip(HOUR)
  const later = await logIn(reader.email)
  site.skip(-HOUR)
  const sessions = await site.api(reader)(settings.listSessions)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(sessions[1]?.userAgent).toBe('test')
  expect(JSON.stringify(sessions)).not.toContain(later.token)
  site.skip(14 * 24 * HOUR + 1000)
  expect(await site.api(later)(settings.listSessions)).toHaveLength(1)
  site.skip(-14 * 24 * HOUR - 1000)
})

test('a person can end one session of their own, and nobody else can', async () => {
  const [reader, stranger] = await Promise.all([site.aReader(), site.aReader()])
  const other = await logIn(reader.email)
  const [session] = await site.api(other)(settings.listSessions)
  const params = { id: session?.isCurrent ? session._id : '' }
  expect(await problemFrom(site.api(stranger)(settings.endOneSession, { params }))).toMatchObject({
    status: 404,
    type: 'not_found',
  })
  await site.api(reader)(settings.endOneSession, { params })
  expect(await isDead(other)).toBe(true)
  expect(await problemFrom(site.api(reader)(settings.endOneSession, { params }))).toMatchObject({ status: 404 })
})

test('a person ends all other sessions', async () => {
  const reader = await site.aReader()
  const others = await Promise.all([logIn(reader.email), logIn(reader.email)])
  await site.api(reader)(settings.endOtherSessions)
  expect(await Promise.all(others.map(isDead))).toEqual([true, true])
  expect(await site.api(reader)(settings.listSessions)).toHaveLength(1)
})

test.each([1, 3, 5, 17, 40])(
  '%i concurrent session lookups find the right people, and none for an invalid token',
  async (count) => {
    const find = sessionFinder(site.services)
    const people = await Promise.all(Array.from({ length: count }, () => site.aReader()))
    const ended = await site.aReader()
    await site.api(ended)(calls.logout)
    const requests = [...people, ended, ...people, { token: newSessionToken() }, { token: 'none' }]
    const found = await Promise.all(requests.map(({ token }) => find(token)))
    expect(found.map((caller) => caller?.id)).toEqual([
      ...people.map(({ _id }) => _id),
      undefined,
      ...people.map(({ _id }) => _id),
      undefined,
      undefined,
    ])
  },
)

test('an ended session is invalid for later requests, even while lookups are under way', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const find = sessionFinder(site.services)
  for (let round = 0; round < 20; round++) {
    const { token } = await logIn(reader.email)
    const before: Promise<unknown>[] = []
    // Lookups run all the time, so one runs while the session ends.
    const busy = setInterval(() => before.push(find(token), find(other.token)))
    await pause(5)
    await site.services.db.deleteFrom('sessions').where('tokenHash', '=', hashOf(token)).execute()
    const after = [find(token), find(other.token), find(token)]
    clearInterval(busy)
    expect((await Promise.all(after)).map((caller) => caller?.id)).toEqual([undefined, other._id, undefined])
    await Promise.all(before)
  }
})

test('expired sessions are deleted, but not those of guests, which record their last visit', async () => {
  const [reader, guest] = await Promise.all([site.aReader(), site.aGuest()])
  site.skip(15 * 24 * HOUR)
  const young = await logIn(reader.email)
  await deleteExpiredSessions(site.services)
  const kept = await site.services.db
    .selectFrom('sessions')
    .select('userId')
    .where('userId', 'in', [reader._id, guest._id])
    .execute()
  expect(kept.map(({ userId }) => userId).sort()).toEqual([reader._id, guest._id].sort())
  expect((await site.api(young)(calls.getUserDetails)).user._id).toBe(reader._id)
  site.skip(-15 * 24 * HOUR)
})
