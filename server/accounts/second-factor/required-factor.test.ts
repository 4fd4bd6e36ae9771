import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#contract/account-settings.ts'
import { getUserDetails, login } from '#contract/accounts.ts'
import { listAuditLog, listUsers } from '#contract/admin.ts'
import { listHidden } from '#contract/moderation.ts'
import { deleteComment } from '#contract/comments.ts'
import { deleteBook, editBook } from '#contract/publishing.ts'
import {
  getSecondFactors,
  logInWithFactor,
  reauthenticate,
  removeTotp,
  resetSecondFactors,
} from '#contract/second-factors.ts'
import { getSiteSettings } from '#contract/site.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { codeOf, firstStep, toPeriodStart, withApp, withPasskey } from './testing-factors.ts'
import { resetFactorsOf } from './reset-factors.ts'

let site: TestSite
let chief: Person

const rule = (secondFactor: 'optional' | 'administrators') =>
  site.api(chief)(updateSiteSettings, { body: { secondFactor } })
const REQUIRED = { status: 403, type: 'second_factor_required' }

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  chief = await site.anAdmin()
  await withPasskey(site, chief)
})
beforeEach(async () => {
  toPeriodStart(site)
  await rule('optional')
})
afterAll(() => site.close())

test('a session from before the requirement must show the second factor for administration', async () => {
  const admin = await site.anAdmin()
  const api = site.api(admin)
  await api(listUsers)
  await rule('administrators')
  expect(await problemFrom(api(listUsers))).toMatchObject(REQUIRED)
  // The own account stays within reach, to set one up.
  expect(await api(getSecondFactors)).toMatchObject({ isRequired: true, isShown: false })
  await api(getUserDetails)
  await withApp(site, admin)
  await api(listUsers)
})

test('a moderator must show it for moderation, and has the rights of an author elsewhere', async () => {
  const moderator = await site.aModerator()
  const api = site.api(moderator)
  await api(listHidden)
  await rule('administrators')
  expect(await problemFrom(api(listHidden))).toMatchObject(REQUIRED)
  expect(await problemFrom(api(listUsers))).toMatchObject({ status: 403, type: 'forbidden' })
  expect(await api(getSecondFactors)).toMatchObject({ isRequired: true, isShown: false })
  await withApp(site, moderator)
  await api(listHidden)
})

test('a session that has not shown an existing factor shows it by a code, not by the password', async () => {
  const admin = await site.anAdmin()
  const { secret } = await withApp(site, admin)
  await site.services.db
    .updateTable('sessions')
    .set({ hasShownFactor: false })
    .where('userId', '=', admin._id)
    .execute()
  await rule('administrators')
  const api = site.api(admin)
  expect(await problemFrom(api(listUsers))).toMatchObject(REQUIRED)
  await api(reauthenticate, { body: { password: PASSWORD } })
  expect(await problemFrom(api(listUsers))).toMatchObject(REQUIRED)
  await api(reauthenticate, { body: { code: codeOf(site, secret) } })
  await api(listUsers)
})

test('a login with a code or a recovery code opens administration', async () => {
  const admin = await site.anAdmin()
  const { secret, recoveryCodes } = await withApp(site, admin)
  await rule('administrators')
  for (const code of [codeOf(site, secret), recoveryCodes[3] ?? '']) {
    const { challenge } = await firstStep(site, admin)
    const { token } = await site.api()(logInWithFactor, { body: { challenge, code } })
    await site.api({ token })(listUsers)
  }
})

test('without the factor an administrator has an author’s rights outside of administration', async () => {
  const [admin, author] = await Promise.all([site.anAdmin(), site.anAuthor()])
  const [theirs, own] = await Promise.all([site.aBookRow(author), site.aBookRow(admin)])
  const comment = await site.services.db
    .insertInto('comments')
    .values({ bookId: theirs, userId: author._id, text: 'A comment by the author.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rule('administrators')
  const api = site.api(admin)
  const params = { id: theirs }
  expect(await problemFrom(api(deleteBook, { params }))).toMatchObject({ type: 'forbidden' })
  const body = new FormData()
  body.set('caption', 'Another caption.')
  expect(await problemFrom(api(editBook, { params, body }))).toMatchObject({ type: 'forbidden' })
  expect(await problemFrom(api(deleteComment, { params: { ...params, commentId: comment.id } }))).toMatchObject({
    type: 'forbidden',
  })
  await api(deleteBook, { params: { id: own } })
  await api(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
})

test('readers and authors need none', async () => {
  const author = await site.anAuthor()
  await rule('administrators')
  await site.api(author)(deleteBook, { params: { id: await site.aBookRow(author) } })
  expect(await site.api(author)(getSecondFactors)).toMatchObject({ isRequired: false })
})

test('a person who removes the last factor is asked for one again', async () => {
  const admin = await site.anAdmin()
  await withApp(site, admin)
  await rule('administrators')
  await site.api(admin)(removeTotp)
  expect(await problemFrom(site.api(admin)(listUsers))).toMatchObject(REQUIRED)
})

test('only an administrator who has shown a factor can require it, and only administrators see the rule', async () => {
  const admin = await site.anAdmin()
  expect(
    await problemFrom(site.api(admin)(updateSiteSettings, { body: { secondFactor: 'administrators' } })),
  ).toMatchObject(REQUIRED)
  await rule('administrators')
  expect(await site.api()(getSiteSettings)).not.toHaveProperty('secondFactor')
})

test('an administrator removes the factors of somebody who has lost them', async () => {
  const reader = await site.aReader()
  await withApp(site, reader)
  await withPasskey(site, reader)
  await firstStep(site, reader)
  await site.api(chief)(resetSecondFactors, { params: { id: reader._id } })
  expect(await problemFrom(site.api(reader)(getUserDetails))).toMatchObject({ type: 'unauthenticated' })
  const { token } = await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  expect(await site.api({ token })(getSecondFactors)).toMatchObject({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
  const mail = await site.post.mailTo(reader.email)
  expect(mail.subject).toBe('Your second factors at Quillhouse were removed')
  const { data } = await site.api(chief)(listAuditLog)
  expect(data[0]).toMatchObject({ action: 'reset second factors', kind: 'user', name: reader.username, changes: [] })
})

test('nobody removes their own factors there, nor those of nobody', async () => {
  const reset = (id: string) => site.api(chief)(resetSecondFactors, { params: { id } })
  expect(await problemFrom(reset(chief._id))).toMatchObject({ type: 'conflict' })
  expect(await problemFrom(reset(crypto.randomUUID()))).toMatchObject({ type: 'not_found' })
  expect(await problemFrom(reset((await site.aGuest())._id))).toMatchObject({ type: 'not_found' })
})

test('the command line removes the factors of an address', async () => {
  const reader = await site.aReader()
  await withApp(site, reader)
  await resetFactorsOf(site.services, ` ${reader.email.toUpperCase()} `)
  await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  expect((await site.post.mailTo(reader.email)).text).toContain('An administrator has removed')
  expect(await problemFrom(resetFactorsOf(site.services, 'nobody@example.org'))).toMatchObject({ type: 'not_found' })
})
