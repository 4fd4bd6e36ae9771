import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import { openTestSite, PASSWORD, refusalOf, type TestSite } from '#server/testing.ts'
import { removeDeadSessions } from './sessions.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const logIn = (email: string) => site.api()(calls.login, { body: { email, password: PASSWORD } })
const isDead = async (person: { token: string }) =>
  (await refusalOf(site.api(person)(calls.getUserDetails))).status === 401
const HOUR = 3_600_000

test('a person sees where they are logged in, the latest first, and which session this is', async () => {
  const reader = await site.aReader()
  site.skip(HOUR)
  const later = await logIn(reader.email)
  site.skip(-HOUR)
  const sessions = await site.api(reader)(calls.listSessions)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(sessions[1]?.userAgent).toBe('test')
  expect(JSON.stringify(sessions)).not.toContain(later.token)
  site.skip(14 * 24 * HOUR + 1000)
  expect(await site.api(later)(calls.listSessions)).toHaveLength(1)
  site.skip(-14 * 24 * HOUR - 1000)
})

test('a person ends one session of theirs, and nobody else can', async () => {
  const [reader, stranger] = await Promise.all([site.aReader(), site.aReader()])
  const other = await logIn(reader.email)
  const [session] = await site.api(other)(calls.listSessions)
  const params = { id: session?.isCurrent ? session._id : '' }
  expect(await refusalOf(site.api(stranger)(calls.endOneSession, { params }))).toMatchObject({
    status: 404,
    type: 'not_found',
  })
  await site.api(reader)(calls.endOneSession, { params })
  expect(await isDead(other)).toBe(true)
  expect(await refusalOf(site.api(reader)(calls.endOneSession, { params }))).toMatchObject({ status: 404 })
})

test('a person ends all other sessions', async () => {
  const reader = await site.aReader()
  const others = await Promise.all([logIn(reader.email), logIn(reader.email)])
  await site.api(reader)(calls.endOtherSessions)
  expect(await Promise.all(others.map(isDead))).toEqual([true, true])
  expect(await site.api(reader)(calls.listSessions)).toHaveLength(1)
})

test('dead sessions are removed, but not those that tell when a guest was last here', async () => {
  const [reader, guest] = await Promise.all([site.aReader(), site.aGuest()])
  site.skip(15 * 24 * HOUR)
  const young = await logIn(reader.email)
  await removeDeadSessions(site.services)
  const kept = await site.services.db
    .selectFrom('sessions')
    .select('userId')
    .where('userId', 'in', [reader._id, guest._id])
    .execute()
  expect(kept.map(({ userId }) => userId).sort()).toEqual([reader._id, guest._id].sort())
  expect((await site.api(young)(calls.getUserDetails)).user._id).toBe(reader._id)
  site.skip(-15 * 24 * HOUR)
})
