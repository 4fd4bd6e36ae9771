import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboardStats, listAuditLog } from '#contract/admin.ts'
import { login } from '#contract/accounts.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { createAdmin, createFirstAdmin } from './create-admin.ts'

const ADMIN = { email: 'Admin@Example.org', username: 'the admin', password: 'keys-and-candles' }

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const fromSettings = (admin: typeof ADMIN) =>
  createFirstAdmin({ ...site.services, settings: { ...site.services.settings, admin } })

test('the settings create the first administrator, who can log in immediately, and no second one', async () => {
  await fromSettings(ADMIN)
  await fromSettings({ ...ADMIN, email: 'second@example.org', username: 'second admin' })
  const { token, user } = await site.api()(login, { body: { email: 'admin@example.org', password: ADMIN.password } })
  expect(user).toMatchObject({ username: 'the admin', userType: 'admin', verified: true })
  expect((await site.api({ token })(getDashboardStats)).data.users.total).toBe(1)
})

test('an account that exists becomes an administrator under its own name', async () => {
  const reader = await site.aReader()
  expect(await createAdmin(site.services, { ...ADMIN, email: reader.email })).toEqual({ isNew: false })
  const { user } = await site.api()(login, { body: { email: reader.email, password: ADMIN.password } })
  expect(user).toMatchObject({ username: reader.username, userType: 'admin' })
  expect(await problemFrom(site.api()(login, { body: { email: reader.email, password: PASSWORD } }))).toMatchObject({
    status: 401,
  })
})

test('an account that is suspended can log in as an administrator, and the end is in the audit log', async () => {
  const author = await site.anAuthor()
  const suspension = { suspendedAt: site.services.now(), suspensionReason: 'Advertising.' }
  await site.services.db.updateTable('users').set(suspension).where('id', '=', author._id).execute()
  await createAdmin(site.services, { ...ADMIN, email: author.email })
  const { token, user } = await site.api()(login, { body: { email: author.email, password: ADMIN.password } })
  expect(user).toMatchObject({ _id: author._id, userType: 'admin' })
  expect((await site.api({ token })(listAuditLog, { query: { limit: 1 } })).data).toMatchObject([
    { action: 'end suspension', id: author._id, name: author.username, admin: 'The site' },
  ])
})

test('a password that is too short stops the start with one line', async () => {
  await site.services.db.deleteFrom('users').execute()
  await expect(fromSettings({ ...ADMIN, password: 'short' })).rejects.toThrow(
    'ADMIN_EMAIL, ADMIN_USERNAME and ADMIN_PASSWORD make no administrator: Password must be at least 8 characters',
  )
})
