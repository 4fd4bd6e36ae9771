import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import * as calls from '#contract/accounts.ts'
import { listInvitations, makeInvitation, updateSiteSettings } from '#contract/site-admin.ts'
import { type SiteSettings } from '#contract/site.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalData } from '#server/personal-data.ts'
import { createAdmin } from './create-admin.ts'
import { deleteUnusedAccounts } from './personal-data/delete-unused-accounts.ts'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  admin = await site.anAdmin()
})
afterAll(() => site.close())

const set = (registration: SiteSettings['registration']) =>
  site.api(admin)(updateSiteSettings, { body: { registration } })
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
const signUp = (name: string, more: { email?: string; invitation?: string } = {}, token?: string) =>
  site.api(token ? { token } : undefined)(calls.register, {
    body: { username: name, email: emailOf(name), password: PASSWORD, ...more },
  })
const aCode = async () => (await site.api(admin)(makeInvitation, { body: {} })).data.code
const usedBy = async (code: string) => {
  const { data } = await site.api(admin)(listInvitations)
  return data.find((invitation) => invitation.code === code)?.usedBy
}
const verify = async (email: string) => {
  const { link } = await site.post.mailTo(email)
  const token = new URL(link).searchParams.get('token') ?? ''
  await site.api()(calls.verifyEmail, { body: { token } })
}
const isKnown = async (name: string) =>
  (await site.services.db.selectFrom('users').select('id').where('username', '=', name).execute()).length > 0

test('closed: neither a visitor nor a guest can register, and no account is created and no mail sent', async () => {
  await set('closed')
  const { token } = await site.api()(calls.createGuest)
  for (const as of [undefined, token]) {
    expect(await problemFrom(signUp('Too Late', { invitation: await aCode() }, as))).toMatchObject({
      status: 403,
      type: 'forbidden',
      message: 'This library takes no new accounts at the moment.',
    })
  }
  expect(await isKnown('Too Late')).toBe(false)
  expect((await site.api({ token })(calls.getUserDetails)).user.guest).toBe(true)
  await set('open')
  await signUp('In Time')
  await site.post.mailTo(emailOf('In Time'))
  expect(site.post.mails.filter(({ to }) => to === emailOf('Too Late'))).toEqual([])
})

test('closed: administrators can still be created', async () => {
  await set('closed')
  const made = { email: 'second@example.org', username: 'Second Admin', password: PASSWORD }
  expect(await createAdmin(site.services, made)).toEqual({ isNew: true })
})

test('by invitation: a missing, wrong or used code is an error of its field, and a valid code admits one person', async () => {
  await set('invitation')
  const code = await aCode()
  for (const invitation of [undefined, '', 'AAAAA-AAAAA']) {
    const refusal = await problemFrom(signUp('Uninvited', { ...(invitation !== undefined && { invitation }) }))
    expect(refusal).toMatchObject({ status: 403, errors: { invitation: expect.any(String) } })
  }
  expect(await isKnown('Uninvited')).toBe(false)
  const all = await Promise.allSettled(
    ['Ada Grey', 'Bea Grey', 'Cyd Grey'].map((name) => signUp(name, { invitation: code.toLowerCase() })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await usedBy(code)).toMatch(/ Grey$/)
})

test('by invitation: registering the same address again accepts the same code', async () => {
  await set('invitation')
  const invitation = await aCode()
  await signUp('Twice Come', { invitation })
  await signUp('Twice Come', { invitation })
  expect(await usedBy(invitation)).toBe('Twice Come')
})

test('by invitation: a code is free again when the account that was made with it is deleted, never verified', async () => {
  await set('invitation')
  const invitation = await aCode()
  await signUp('Mis Typed', { invitation, email: 'no.such.person@example.org' })
  // The job of the mail locks the account, and the deletion skips locked ones.
  await site.jobsDone()
  site.skip(8 * DAY_MS)
  await deleteUnusedAccounts(site.services, personalData)
  site.skip(-8 * DAY_MS)
  await signUp('Mis Typed', { invitation })
  expect(await usedBy(invitation)).toBe('Mis Typed')
})

test('by invitation: a guest signs up with a code, may correct the address, and is shown as its user', async () => {
  await set('invitation')
  const invitation = await aCode()
  const { token, user } = await site.api()(calls.createGuest)
  expect(await problemFrom(signUp('Late Riser', {}, token))).toMatchObject({ status: 403 })
  await signUp('Late Riser', { invitation, email: 'mistyped@example.org' }, token)
  await signUp('Late Riser', { invitation }, token)
  await verify(emailOf('Late Riser'))
  const { user: member } = await site.api()(calls.login, {
    body: { email: emailOf('Late Riser'), password: PASSWORD },
  })
  expect(member).toMatchObject({ _id: user._id, username: 'Late Riser', guest: false })
  expect(await usedBy(invitation)).toBe('Late Riser')
  expect(await problemFrom(signUp('Somebody Else', { invitation }))).toMatchObject({ status: 403 })
})

test('open: no code is needed, and one that is sent is not used up', async () => {
  await set('open')
  const invitation = await aCode()
  await signUp('Came Freely', { invitation })
  expect(await usedBy(invitation)).toBe(null)
})
