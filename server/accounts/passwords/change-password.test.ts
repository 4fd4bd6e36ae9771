import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, PASSWORD, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const NEW = 'ink-and-blotting-paper'
const logIn = (email: string, password: string) => site.api()(calls.login, { body: { email, password } })
const forget = (email: string) => site.api()(calls.forgotPassword, { body: { email } })
const reset = (link: string, newPassword = NEW) =>
  site.api()(calls.resetPassword, { body: { token: tokenIn(link), newPassword } })

test('the link in a reset mail replaces the password and ends all sessions', async () => {
  const reader = await site.aReader()
  await forget(reader.email)
  const mail = await site.post.mailTo(reader.email)
  expect(mail.link).toContain('/auth/reset?token=')
  expect(mail.text).toContain(`\n${mail.link}\n`)
  await reset(mail.link)
  expect(await problemFrom(site.api(reader)(calls.getUserDetails))).toMatchObject({ status: 401 })
  expect(await problemFrom(logIn(reader.email, PASSWORD))).toMatchObject({ status: 401 })
  expect((await logIn(reader.email, NEW)).user._id).toBe(reader._id)
})

test('only the newest reset link works, once and for an hour', async () => {
  const reader = await site.aReader()
  await forget(reader.email)
  const first = await site.post.mailTo(reader.email)
  await forget(reader.email)
  const second = await site.post.mailTo(reader.email, 2)
  expect(await problemFrom(reset(first.link))).toMatchObject({ status: 400, type: 'validation' })
  site.skip(61 * 60_000)
  expect(await problemFrom(reset(second.link))).toMatchObject({ status: 400 })
  site.skip(-61 * 60_000)
  await reset(second.link)
  expect(await problemFrom(reset(second.link, 'another-good-one'))).toMatchObject({ status: 400 })
})

test('of twenty concurrent uses of one link one succeeds', async () => {
  const reader = await site.aReader()
  await forget(reader.email)
  const { link } = await site.post.mailTo(reader.email)
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => reset(link, `a-password-of-mine-${i}`)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a weak new password is rejected and leaves the link valid; a verification token is no reset token', async () => {
  const reader = await site.aReader({ username: 'weak one here' })
  await forget(reader.email)
  const { link } = await site.post.mailTo(reader.email)
  for (const weak of ['password1', 'Weak one here'])
    expect(await problemFrom(reset(link, weak))).toMatchObject({
      status: 400,
      errors: { newPassword: expect.any(String) },
    })
  await reset(link)

  await site.api()(calls.register, {
    body: { username: 'other kind', email: 'other.kind@example.org', password: PASSWORD },
  })
  const verification = await site.post.mailTo('other.kind@example.org')
  expect(await problemFrom(reset(verification.link))).toMatchObject({ status: 400 })
})

test('a password of blanks alone is refused at sign-up, reset and change', async () => {
  const BLANKS = 'A password cannot be blanks alone. Please choose another.'
  const reader = await site.aReader()
  await forget(reader.email)
  const { link } = await site.post.mailTo(reader.email)
  for (const blanks of [' '.repeat(8), '\u00A0\u2003\u3000'.repeat(4), '\u3164\u200B'.repeat(5)]) {
    const newcomer = { username: 'blank one', email: 'blank@example.org', password: blanks }
    const signUp = site.api()(calls.register, { body: newcomer })
    expect((await problemFrom(signUp)).errors).toEqual({ password: BLANKS })
    expect((await problemFrom(reset(link, blanks))).errors).toEqual({ newPassword: BLANKS })
    const change = site.api(reader)(settings.updatePassword, {
      body: { currentPassword: PASSWORD, newPassword: blanks },
    })
    expect((await problemFrom(change)).errors).toEqual({ newPassword: BLANKS })
  }
  await reset(link, '  two words  ')
})

test('a reset of the password verifies the address', async () => {
  const email = 'never.verified@example.org'
  await site.api()(calls.register, { body: { username: 'never verified', email, password: PASSWORD } })
  await site.post.mailTo(email)
  await forget(email)
  await reset((await site.post.mailTo(email, 2)).link)
  expect((await logIn(email, NEW)).user.verified).toBe(true)
})

test.each([calls.forgotPassword, calls.resendVerification])(
  '$path gives known and unknown addresses the same answer',
  async (call) => {
    const reader = await site.aReader()
    const fetch = inProcessFetch(site.app)
    const ask = async (email: string) => {
      const answer = await fetch(`/api${call.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      return {
        status: answer.status,
        headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date')),
        body: await answer.text(),
      }
    }
    const known = await ask(reader.email)
    expect(known.status).toBe(200)
    expect(await ask('nobody.at.all@example.org')).toEqual(known)
  },
)

test.each([calls.forgotPassword, calls.resendVerification])(
  '$path queues no mail for an unknown address',
  async (call) => {
    const jobs = async () => {
      const { sql } = await import('kysely')
      const { rows } = await sql<{ count: number }>`select count(*) from pgboss.job where name like '%-mail'`.execute(
        site.services.db,
      )
      return rows[0]?.count ?? 0
    }
    const before = await jobs()
    await site.api()(call, { body: { email: 'nobody.again@example.org' } })
    expect(await jobs()).toBe(before)
    expect(site.post.mails.map(({ to }) => to)).not.toContain('nobody.again@example.org')
  },
)

test('a new password ends all other sessions, keeps the current one and is announced by mail', async () => {
  const reader = await site.aReader()
  const other = await logIn(reader.email, PASSWORD)
  const answer = await site.api(reader)(settings.updatePassword, {
    body: { currentPassword: PASSWORD, newPassword: NEW },
  })
  expect(answer).toMatchObject({ message: 'Password updated successfully!', user: { _id: reader._id } })
  expect(await problemFrom(site.api(other)(calls.getUserDetails))).toMatchObject({ status: 401 })
  expect((await site.api(reader)(calls.getUserDetails)).user._id).toBe(reader._id)
  expect((await site.post.mailTo(reader.email)).subject).toBe('Your Quillhouse password was changed')
  await logIn(reader.email, NEW)
})

test('a wrong current password is rejected and the session stays valid', async () => {
  const reader = await site.aReader()
  const refusal = await problemFrom(
    site.api(reader)(settings.updatePassword, { body: { currentPassword: 'not mine', newPassword: NEW } }),
  )
  expect(refusal).toMatchObject({
    status: 403,
    type: 'wrong_password',
    errors: { currentPassword: expect.any(String) },
  })
  expect((await site.api(reader)(calls.getUserDetails)).user._id).toBe(reader._id)
})

test.each([
  [{ currentPassword: '', newPassword: NEW }, 'Both passwords are required'],
  [{ currentPassword: PASSWORD, newPassword: '' }, 'Both passwords are required'],
  [{ currentPassword: '', newPassword: 'short' }, 'Both passwords are required'],
  [{ currentPassword: PASSWORD, newPassword: 'short77' }, 'New password must be at least 8 characters'],
  [{ currentPassword: PASSWORD, newPassword: PASSWORD }, 'The new password must differ from the current one.'],
  [
    { currentPassword: PASSWORD, newPassword: 'password1' },
    'This password is one of the commonest. Please choose another.',
  ],
])('a change of %j is refused', async (body, message) => {
  const reader = await site.aReader()
  expect(await problemFrom(site.api(reader)(settings.updatePassword, { body }))).toMatchObject({ status: 400, message })
})

test('a login with the old password during its change opens no session', async () => {
  const reader = await site.aReader()
  const login = await site.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', reader._id).execute()
    const refusal = problemFrom(logIn(reader.email, PASSWORD))
    await untilSomeoneWaitsForLock(site)
    return { refusal }
  })
  expect(await login.refusal).toMatchObject({ status: 401, type: 'bad_credentials' })
})
