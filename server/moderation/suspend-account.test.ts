import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { getUserDetails, login } from '#contract/accounts.ts'
import { listComments, addComment } from '#contract/comments.ts'
import { endSuspension, listSuspended, suspendUser } from '#contract/moderation.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { endPassedModeration } from './end-passed-moderation.ts'

const reason = 'Advertising in forty comments.'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
})

const admin = async () => site.api(await site.anAdmin())
const logIn = (person = reader) => site.api()(login, { body: { email: person.email, password: PASSWORD } })
const suspend = async (more: { until?: string; hideContent?: boolean } = {}, person = reader) =>
  (await admin())(suspendUser, { params: { id: person._id }, body: { reason, ...more } })
const inDays = (days: number) => new Date(site.services.now().getTime() + days * DAY_MS).toISOString()

describe('a suspended person', () => {
  test('can not log in and learns the reason, but only with the right password', async () => {
    await suspend()
    expect(await problemFrom(logIn())).toMatchObject({
      status: 403,
      type: 'suspended',
      message: `This account is suspended. The reason: ${reason}`,
    })
    const wrong = site.api()(login, { body: { email: reader.email, password: 'not the password' } })
    expect(await problemFrom(wrong)).toMatchObject({ status: 401, message: 'Wrong email or password.' })
  })

  test('has no session any more, and none can be started', async () => {
    await suspend()
    expect(await problemFrom(site.api(reader)(getUserDetails))).toMatchObject({ status: 401 })
    expect(await problemFrom(startSession(site.services, reader._id, 'test'))).toMatchObject({ status: 401 })
  })

  test('can log in again when an administrator ends it, and is told both by mail', async () => {
    await suspend()
    expect((await site.post.mailTo(reader.email)).text).toContain(reason)
    await (
      await admin()
    )(endSuspension, { params: { id: reader._id } })
    expect((await logIn()).user._id).toBe(reader._id)
    expect((await site.post.mailTo(reader.email, 2)).subject).toBe('Your account is open again')
  })

  test('can log in again at its end, also before the job has run', async () => {
    await suspend({ until: inDays(3) })
    expect((await problemFrom(logIn())).message).toMatch(/^This account is suspended until \d+ \w+ 20\d\d\. The reason/)
    site.skip(4 * DAY_MS)
    expect((await logIn()).user._id).toBe(reader._id)
    await endPassedModeration(site.services)
    const listed = await (await admin())(listSuspended)
    expect(listed.map(({ _id }) => _id)).not.toContain(reader._id)
  })

  test('is listed with the reason', async () => {
    const until = inDays(2)
    await suspend({ until })
    const listed = await (await admin())(listSuspended)
    expect(listed).toContainEqual(
      expect.objectContaining({ _id: reader._id, username: reader.username, reason, until }),
    )
    await (
      await admin()
    )(endSuspension, { params: { id: reader._id } })
  })
})

test('the comments of a suspended person stay, or are hidden where that was chosen', async () => {
  const id = await site.aBookRow(null)
  await site.api(reader)(addComment, { params: { id }, body: { text: 'Buy now.' } })
  const comments = () => site.api()(listComments, { params: { id } })
  await suspend()
  expect((await comments()).length).toBe(1)
  await suspend({ hideContent: true })
  expect(await comments()).toEqual([])
})

test('administrators suspend neither themselves nor the last administrator', async () => {
  const lonely = await site.anAdmin()
  const own = site.api(lonely)(suspendUser, { params: { id: lonely._id }, body: { reason } })
  expect(await problemFrom(own)).toMatchObject({ status: 409 })
})

test('the last administrator who is not suspended can not delete the account', async () => {
  const { db, now } = site.services
  const last = await site.anAdmin()
  const others = () => db.updateTable('users').where('userType', '=', 'admin').where('id', '!=', last._id)
  const deleted = () => site.api(last)(deleteAccount, { body: { password: PASSWORD } })
  await others().set({ suspendedAt: now(), suspensionReason: reason }).execute()
  expect(await problemFrom(deleted())).toMatchObject({
    message: expect.stringContaining('last administrator'),
  })
  await others().set({ suspendedAt: null, suspensionReason: null }).execute()
  await site.anAdmin()
  await deleted()
})

test.each(['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'tomorrow'])(
  '%s is no end of a suspension',
  async (until) => {
    expect(await problemFrom(suspend({ until }))).toMatchObject({ status: 400, errors: { until: expect.any(String) } })
  },
)

test.each(['', ' ', 'x'.repeat(501)])('%j is no reason', async (blank) => {
  const sent = (await admin())(suspendUser, { params: { id: reader._id }, body: { reason: blank } })
  expect(await problemFrom(sent)).toMatchObject({ status: 400, errors: { reason: expect.any(String) } })
})
