import { afterAll, beforeAll, expect, test } from 'vitest'
import * as security from '#contract/account-security.ts'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { updateUser } from '#contract/admin.ts'
import { makeInvitation, updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'
import { deleteExpiredSessions } from '#server/accounts/sessions/sessions.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const HOUR = 3_600_000
const NEW_PASSWORD = 'ink-and-blotting-paper'
const someEmail = () => `${crypto.randomUUID()}@example.org`
const request = (person: Pick<Person, 'token'>, newEmail: string, password = PASSWORD) =>
  site.api(person)(security.requestEmailChange, { body: { newEmail, password } })
const confirm = (link: string) => site.api()(security.confirmEmailChange, { body: { token: tokenIn(link) } })
const logIn = (email: string, password = PASSWORD) => site.api()(calls.login, { body: { email, password } })
const statusOf = async (call: Promise<unknown>) => (await problemFrom(call)).status
const detailsOf = async (person: Pick<Person, 'token'>) => (await site.api(person)(calls.getUserDetails)).user
const pendingOf = async (person: Pick<Person, 'token'>) => (await site.api(person)(security.getEmailChange)).pending
const linkTo = async (newEmail: string, count = 1) => (await site.post.mailTo(newEmail, count)).link
const kindsOf = async (person: Pick<Person, 'token'>) =>
  (await site.api(person)(security.listSecurityEvents)).map(({ kind }) => kind)

test('a person changes their email: the old one stays until the link to the new one is opened', async () => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  expect(await pendingOf(reader)).toBeNull()
  const { message } = await request(reader, ` ${newEmail.toUpperCase()} `)
  expect(message).toBe('We have sent a link to the new address. Open it to confirm the change.')
  expect(await pendingOf(reader)).toMatchObject({ newEmail })
  expect((await detailsOf(reader)).email).toBe(reader.email)
  expect(await statusOf(logIn(newEmail))).toBe(401)

  const notice = await site.post.mailTo(reader.email)
  expect(notice.subject).toBe('A new email for your Quillhouse account')
  expect(notice.link).toMatch(/\/profile\/security$/)
  expect(notice.text).not.toContain(newEmail)
  const mail = await site.post.mailTo(newEmail)
  expect(mail.subject).toBe('Confirm your new email for Quillhouse')
  expect(mail.link).toContain('/auth/confirm-email?token=')

  expect(await confirm(mail.link)).toMatchObject({ email: newEmail })
  expect(await detailsOf(reader)).toMatchObject({ email: newEmail, verified: true })
  expect(await pendingOf(reader)).toBeNull()
  expect(await statusOf(logIn(reader.email))).toBe(401)
  expect((await logIn(newEmail)).user._id).toBe(reader._id)
  expect((await site.post.mailTo(reader.email, 2)).subject).toBe('The email of your Quillhouse account was changed')
  expect(await kindsOf(reader)).toEqual(['logged-in', 'email-changed', 'email-change-requested'])
})

test('at the change the other sessions and the mail links of the account end', async () => {
  const reader = await site.aReader()
  const other = await logIn(reader.email)
  await site.api()(calls.forgotPassword, { body: { email: reader.email } })
  const reset = await site.post.mailTo(reader.email)
  const newEmail = someEmail()
  await request(reader, newEmail)
  await confirm(await linkTo(newEmail))
  expect(await statusOf(detailsOf(other))).toBe(401)
  expect((await detailsOf(reader))._id).toBe(reader._id)
  const late = site.api()(calls.resetPassword, { body: { token: tokenIn(reset.link), newPassword: NEW_PASSWORD } })
  expect(await statusOf(late)).toBe(400)
})

test('all sessions end if the one that requested the change has ended', async () => {
  const reader = await site.aReader()
  const other = await logIn(reader.email)
  const newEmail = someEmail()
  await request(reader, newEmail)
  await site.api(reader)(calls.logout)
  await confirm(await linkTo(newEmail))
  expect(await statusOf(detailsOf(other))).toBe(401)
})

test('a wrong password, the present address and a taken one are refused, and nothing is sent', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  expect(await problemFrom(request(reader, someEmail(), 'not mine'))).toMatchObject({
    status: 403,
    type: 'wrong_password',
    errors: { password: expect.any(String) },
  })
  expect(await problemFrom(request(reader, reader.email))).toMatchObject({
    status: 400,
    errors: { newEmail: 'This is your email already.' },
  })
  expect(await problemFrom(request(reader, other.email))).toMatchObject({
    status: 409,
    type: 'conflict',
    errors: { newEmail: 'There is an account with this email already.' },
  })
  // A wrong password reveals nothing about the address.
  expect(await statusOf(request(reader, other.email, 'not mine'))).toBe(403)
  await site.jobsDone()
  expect(site.post.mails.filter(({ to }) => [reader.email, other.email].includes(to))).toEqual([])
  expect(await pendingOf(reader)).toBeNull()
})

test('the link works once, for 24 hours, and only the newest', async () => {
  const reader = await site.aReader()
  const [first, second] = [someEmail(), someEmail()]
  await request(reader, first)
  const firstLink = await linkTo(first)
  await request(reader, second)
  const secondLink = await linkTo(second)
  expect(await statusOf(confirm(firstLink))).toBe(400)
  site.skip(25 * HOUR)
  expect(await statusOf(confirm(secondLink))).toBe(400)
  expect(await pendingOf(reader)).toBeNull()
  site.skip(-25 * HOUR)
  const uses = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(secondLink)))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await detailsOf(reader)).email).toBe(second)
})

test('a change can be cancelled, also before its mail is sent', async () => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  await request(reader, newEmail)
  const link = await linkTo(newEmail)
  await site.api(reader)(security.cancelEmailChange)
  expect(await pendingOf(reader)).toBeNull()
  expect(await statusOf(confirm(link))).toBe(400)
  await site.api(reader)(security.cancelEmailChange)
  expect(await kindsOf(reader)).toEqual(['email-change-cancelled', 'email-change-requested'])

  const unsent = someEmail()
  await site.services.db.transaction().execute(async (trx) => {
    const { queueEmailChange } = await import('./email-change-mails.ts')
    await queueEmailChange(site.services, trx, { userId: reader._id, newEmail: unsent })
  })
  await site.jobsDone()
  expect(site.post.mails.filter(({ to }) => to === unsent)).toEqual([])
})

test.each(['a new password', 'a reset', 'a change by an administrator'])('%s cancels the change', async (what) => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  await request(reader, newEmail)
  const link = await linkTo(newEmail)
  if (what === 'a new password')
    await site.api(reader)(settings.updatePassword, {
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    })
  else if (what === 'a reset') {
    await site.api()(calls.forgotPassword, { body: { email: reader.email } })
    const { link: resetLink } = await site.post.mailTo(reader.email, 2)
    await site.api()(calls.resetPassword, { body: { token: tokenIn(resetLink), newPassword: NEW_PASSWORD } })
  } else await site.api(await site.anAdmin())(updateUser, { params: { id: reader._id }, body: { email: someEmail() } })
  expect(await statusOf(confirm(link))).toBe(400)
})

test('of two people who want the same address the first to confirm gets it', async () => {
  const [one, other] = await Promise.all([site.aReader(), site.aReader()])
  const newEmail = someEmail()
  await request(one, newEmail)
  const first = await linkTo(newEmail)
  await request(other, newEmail)
  const second = await linkTo(newEmail, 2)
  const results = await Promise.allSettled([confirm(first), confirm(second)])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused).toMatchObject([{ status: 409, type: 'conflict' }])
  const emails = [(await detailsOf(one)).email, (await detailsOf(other)).email]
  expect(emails.filter((email) => email === newEmail)).toHaveLength(1)
})

test('an address that somebody signed up with and never verified is free, and the sign-up ends at the change', async () => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  await site.api()(calls.register, { body: { username: 'squats on it', email: newEmail, password: NEW_PASSWORD } })
  const verification = await linkTo(newEmail)
  await request(reader, newEmail)
  await confirm(await linkTo(newEmail, 2))
  expect((await detailsOf(reader)).email).toBe(newEmail)
  expect(await statusOf(site.api()(calls.verifyEmail, { body: { token: tokenIn(verification) } }))).toBe(400)
  expect(await statusOf(logIn(newEmail, NEW_PASSWORD))).toBe(401)
})

test('the invitation of a sign-up that ends at a change can be used again', async () => {
  const [reader, admin] = await Promise.all([site.aReader(), site.anAdmin()])
  const newEmail = someEmail()
  await site.api(admin)(updateSiteSettings, { body: { registration: 'invitation' } })
  const invitation = (await site.api(admin)(makeInvitation, { body: {} })).data.code
  const signUp = (username: string, email: string) =>
    site.api()(calls.register, { body: { username, email, password: NEW_PASSWORD, invitation } })
  await signUp('takes the invitation', newEmail)
  // The mails of two calls may arrive in either order.
  await linkTo(newEmail)
  await request(reader, newEmail)
  await confirm(await linkTo(newEmail, 2))
  await signUp('was invited', someEmail())
  await site.api(admin)(updateSiteSettings, { body: { registration: 'open' } })
})

test('a sign-up that is verified meanwhile keeps its address', async () => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  await request(reader, newEmail)
  const link = await linkTo(newEmail)
  await site.api()(calls.register, { body: { username: 'was here first', email: newEmail, password: NEW_PASSWORD } })
  await site.api()(calls.verifyEmail, { body: { token: tokenIn(await linkTo(newEmail, 2)) } })
  expect(await problemFrom(confirm(link))).toMatchObject({ status: 409 })
  expect((await detailsOf(reader)).email).toBe(reader.email)
  expect((await logIn(newEmail, NEW_PASSWORD)).user.username).toBe('was here first')
})

test('the database and the queue hold no token, and expired changes are deleted', async () => {
  const reader = await site.aReader()
  const newEmail = someEmail()
  await request(reader, newEmail)
  const token = tokenIn(await linkTo(newEmail))
  const { sql } = await import('kysely')
  for (const table of ['email_changes', 'pgboss.job']) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(table)} as t`.execute(
      site.services.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  }
  site.skip(25 * HOUR)
  await deleteExpiredSessions(site.services)
  site.skip(-25 * HOUR)
  const left = await site.services.db
    .selectFrom('emailChanges')
    .select('newEmail')
    .where('userId', '=', reader._id)
    .execute()
  expect(left).toEqual([])
})

test('five mails a day are sent to an address that others want to have', async () => {
  const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  try {
    await limited.startJobs()
    const newEmail = someEmail()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      const { token } = await limited.aReader()
      const call = limited.api({ token })(security.requestEmailChange, { body: { newEmail, password: PASSWORD } })
      statuses.push(
        await call.then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})
