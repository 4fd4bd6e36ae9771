import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { login, register, resendVerification, verifyEmail } from '#contract/accounts.ts'
import { requestEmailChange } from '#contract/account-security.ts'
import { updateUser } from '#contract/admin.ts'
import { updateWeeklyMail } from '#contract/weekly.ts'
import { deleteUnusedAccounts } from '#server/accounts/personal-data/delete-unused-accounts.ts'
import { personalData } from '#server/personal-data.ts'
import { openTestSite, PASSWORD, type Person, problemFrom } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
await site.startJobs()
const admin = await site.anAdmin()

const someEmail = () => `${crypto.randomUUID()}@example.org`
const changeAddress = async ({ _id }: Person, by = admin, email = someEmail()) => {
  const { data } = await site.api(by)(updateUser, { params: { id: _id }, body: { email } })
  return { email, data }
}
const logIn = (email: string) => site.api()(login, { body: { email, password: PASSWORD } })
const tokenIn = ({ link }: { link: string }) => new URL(link).searchParams.get('token') ?? ''

test('an address that an administrator changed is unverified until its owner follows the link', async () => {
  const reader = await site.aReader()
  await site.api(reader)(updateWeeklyMail, { body: { weeklyMail: true } })
  const { email, data } = await changeAddress(reader)
  expect(data).toMatchObject({ email, verified: false })
  expect(await problemFrom(logIn(email))).toMatchObject({ status: 403, type: 'unverified' })
  const mail = await site.post.mailTo(email)
  expect(mail.text).toContain('An administrator has changed the email of your account to this address.')
  expect((await site.post.mailTo(reader.email)).text).toContain('We have sent a link to the new one')
  await site.api()(verifyEmail, { body: { token: tokenIn(mail) } })
  const { user } = await logIn(email)
  expect(user).toMatchObject({ _id: reader._id, verified: true, weeklyMail: false })
})

test('the owner can have another mail sent', async () => {
  const { email } = await changeAddress(await site.aReader())
  await site.post.mailTo(email)
  await site.api()(resendVerification, { body: { email } })
  await site.api()(verifyEmail, { body: { token: tokenIn(await site.post.mailTo(email, 2)) } })
  expect((await logIn(email)).user.email).toBe(email)
})

test('nobody else gets the account or the address meanwhile, and it is not deleted', async () => {
  const author = await site.anAuthor()
  const { email } = await changeAddress(author)
  const body = { username: 'Somebody Else', email, password: 'a-quiet-lantern-7' }
  expect(await problemFrom(site.api()(register, { body }))).toMatchObject({ status: 409, errors: { email: /./ } })
  const other = await site.aReader()
  const request = site.api(other)(requestEmailChange, { body: { newEmail: email, password: PASSWORD } })
  expect(await problemFrom(request)).toMatchObject({ status: 409 })
  await site.services.db
    .updateTable('users')
    .set({ createdAt: new Date(0) })
    .where('id', '=', author._id)
    .execute()
  await site.jobsDone()
  await deleteUnusedAccounts(site.services, personalData)
  await site.api()(verifyEmail, { body: { token: tokenIn(await site.post.mailTo(email)) } })
  expect((await logIn(email)).user._id).toBe(author._id)
})

test('a sign-up that nobody verified stays free after its address was changed', async () => {
  const email = someEmail()
  const username = `Never Verified ${crypto.randomUUID().slice(0, 8)}`
  await site.api()(register, { body: { username, email, password: PASSWORD } })
  const { id } = await site.services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const changed = await changeAddress({ _id: id, email, username: '', token: '' })
  await site.api()(register, { body: { username, email: changed.email, password: PASSWORD } })
  // The job of the mail locks the account, and the deletion skips locked ones.
  await site.jobsDone()
  site.skip(8 * DAY_MS)
  await deleteUnusedAccounts(site.services, personalData)
  site.skip(-8 * DAY_MS)
  const left = site.services.db.selectFrom('users').select('id').where('id', '=', id)
  expect(await left.executeTakeFirst()).toBeUndefined()
})

test('the last administrator who can log in keeps the address and the role', async () => {
  const { db } = site.services
  await db.updateTable('users').set({ userType: 'reader' }).where('userType', '=', 'admin').execute()
  const [one, other] = [await site.anAdmin(), await site.anAdmin()]
  await changeAddress(other, one)
  expect(await problemFrom(changeAddress(one, one))).toMatchObject({ status: 409 })
  const demotion = site.api(one)(updateUser, { params: { id: one._id }, body: { userType: 'reader' } })
  expect(await problemFrom(demotion)).toMatchObject({ status: 409 })
  expect((await logIn(one.email)).user.userType).toBe('admin')
})
