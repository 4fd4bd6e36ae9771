import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, updateUsername } from '#contract/account-settings.ts'
import { login } from '#contract/accounts.ts'
import { changeManyBooks, updateUser } from '#contract/admin.ts'
import { addressOf } from '#contract/api/client.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { getBook } from '#contract/books.ts'
import { deleteBook } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { getPasskeyOptions, getSecondFactors, reauthenticate, removeTotp } from '#contract/second-factors.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { ACCESS, ACTORS } from '#tests/access-table.ts'
import { makeThings, nameOf } from '#tests/call-with.ts'
import { codeOf, toPeriodStart, withApp, withPasskey } from './testing-factors.ts'

const MINUTE = 60_000
const LONG = 15 * MINUTE + 1000

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://library.example.org', RATE_LIMITS: 'on' } })
  await site.startJobs()
})
beforeEach(() => toPeriodStart(site))
afterAll(() => site.close())

/** The bodies with which a call that is only sometimes irreversible is so. */
const BODIES: Record<string, (id: string) => object> = {
  'PUT /admin/users/:id': () => ({ userType: 'admin' }),
  'POST /admin/books/bulk': (id) => ({ action: 'delete', books: [{ _id: id }] }),
  'PUT /admin/site': () => ({ secondFactor: 'optional' }),
}

const IRREVERSIBLE = Object.keys(ACCESS).filter((name) =>
  [
    'PUT /admin/users/:id',
    'DELETE /admin/users/:id',
    'DELETE /admin/users/:id/second-factors',
    'DELETE /admin/books/:id',
    'POST /admin/books/bulk',
    'PUT /admin/site',
    'PUT /admin/site/app/key',
    'DELETE /admin/site/app/key',
    'POST /admin/webhooks',
    'POST /admin/providers',
    'PUT /admin/providers/:provider',
    'DELETE /admin/providers/:provider',
    'POST /auth/providers/:provider/link',
    'DELETE /auth/providers/:provider',
    'DELETE /books/:id',
    'POST /auth/tokens',
    'POST /auth/second-factors/totp',
    'PUT /auth/second-factors/totp',
    'DELETE /auth/second-factors/totp',
    'POST /auth/second-factors/passkey-options',
    'POST /auth/second-factors/passkeys',
    'DELETE /auth/second-factors/passkeys/:id',
    'POST /auth/second-factors/recovery-codes',
  ].includes(name),
)

const isMarked = ({ needsReauthentication }: Endpoint) => needsReauthentication !== undefined

test('the calls that need the password again are these', () => {
  expect(site.served.filter(isMarked).map(nameOf).toSorted()).toEqual(IRREVERSIBLE.toSorted())
})

describe('after 15 minutes the password is needed again', () => {
  test.each(IRREVERSIBLE)('%s', async (name) => {
    const call = site.served.find((served) => nameOf(served) === name)
    if (!call) throw new Error('the site does not serve this call')
    const send = async () => {
      const { things, people } = await makeThings(site)
      const row = ACCESS[name]
      const actor = ACTORS.find((_, i) => i > 1 && ![401, 403].includes(row?.answers[i] ?? 403)) ?? 'admin'
      const input = row?.input?.(things, actor) ?? {}
      const body = BODIES[name]?.(things.book) ?? input.body
      const { token = '' } = people[actor] ?? {}
      const fetch = () =>
        inProcessFetch(site.app)(addressOf(call, input), {
          method: call.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      return { token, fetch }
    }
    const soon = await (await send()).fetch()
    expect(((await soon.json().catch(() => ({}))) as { type?: string }).type).not.toBe('reauthenticate')
    const { token, fetch } = await send()
    site.skip(LONG)
    const late = await fetch()
    expect([late.status, ((await late.json()) as { type: string }).type]).toEqual([403, 'reauthenticate'])
    await site.api({ token })(reauthenticate, { body: { password: PASSWORD } })
    const again = await fetch()
    expect(((await again.json().catch(() => ({}))) as { type?: string }).type).not.toBe('reauthenticate')
    site.skip(-LONG)
  })
})

test('what can be undone needs no password', async () => {
  const [admin, reader] = await Promise.all([site.anAdmin(), site.aReader()])
  const book = await site.aBookRow(null)
  site.skip(LONG)
  const api = site.api(admin)
  await api(updateUser, { params: { id: reader._id }, body: { userType: 'author' } })
  await api(changeManyBooks, { body: { action: 'feature', books: [{ _id: book }] } })
  await api(updateSiteSettings, { body: { appVersion: '1.0.6' } })
  await site.api(reader)(updateUsername, { body: { newUsername: 'Perpetua Wick' } })
  site.skip(-LONG)
})

test("an administrator's change of somebody's address needs the password", async () => {
  const [admin, reader] = await Promise.all([site.anAdmin(), site.aReader()])
  site.skip(LONG)
  const change = site.api(admin)(updateUser, { params: { id: reader._id }, body: { email: 'new@example.org' } })
  expect(await problemFrom(change)).toMatchObject({ type: 'reauthenticate' })
  site.skip(-LONG)
})

test('the deletion of an account always needs the password itself', async () => {
  const reader = await site.aReader()
  const leave = (password: string) => site.api(reader)(deleteAccount, { body: { password, deleteBooks: false } })
  expect(await problemFrom(leave('something-else'))).toMatchObject({ type: 'wrong_password' })
  site.skip(LONG)
  await leave(PASSWORD)
  site.skip(-LONG)
})

test('nothing is done by the call that is refused', async () => {
  const author = await site.anAuthor()
  const book = await site.aBookRow(author)
  site.skip(LONG)
  expect(await problemFrom(site.api(author)(deleteBook, { params: { id: book } }))).toMatchObject({
    type: 'reauthenticate',
  })
  await site.api()(getBook, { params: { id: book } })
  await site.api(author)(reauthenticate, { body: { password: PASSWORD } })
  await site.api(author)(deleteBook, { params: { id: book } })
  site.skip(-LONG)
})

test('a code and a passkey serve as well as the password, and a wrong one does not', async () => {
  const reader = await site.aReader()
  const { secret, recoveryCodes } = await withApp(site, reader)
  const { passkey } = await withPasskey(site, reader)
  const api = site.api(reader)
  const refusedNow = async () =>
    expect(await problemFrom(api(removeTotp))).toMatchObject({ status: 403, type: 'reauthenticate' })
  site.skip(LONG)
  expect(await problemFrom(api(reauthenticate, { body: { password: 'something-else' } }))).toMatchObject({
    type: 'wrong_password',
  })
  expect(await problemFrom(api(reauthenticate, { body: { code: codeOf(site, secret, 4) } }))).toMatchObject({
    type: 'wrong_factor',
  })
  const free = await site.api()(getPasskeyOptions, { body: {} })
  expect(await problemFrom(api(reauthenticate, { body: { passkey: passkey.sign(free.challenge) } }))).toMatchObject({
    type: 'wrong_factor',
  })
  await refusedNow()
  await api(reauthenticate, { body: { code: codeOf(site, secret) } })
  await api(getSecondFactors)
  site.skip(LONG)
  await refusedNow()
  const { challenge } = await api(getPasskeyOptions, { body: {} })
  await api(reauthenticate, { body: { passkey: passkey.sign(challenge) } })
  site.skip(LONG)
  await refusedNow()
  await api(reauthenticate, { body: { code: recoveryCodes[0] ?? '' } })
  await api(removeTotp)
  site.skip(-3 * LONG)
})

test('exactly one of password, code and passkey is given', async () => {
  const reader = await site.aReader()
  for (const body of [{}, { password: PASSWORD, code: '123456' }])
    expect(await problemFrom(site.api(reader)(reauthenticate, { body }))).toMatchObject({ type: 'validation' })
})

test('what one session gives does not serve another', async () => {
  const author = await site.anAuthor()
  const { token } = await site.api()(login, { body: { email: author.email, password: PASSWORD } })
  const book = await site.aBookRow(author)
  site.skip(LONG)
  await site.api({ token })(reauthenticate, { body: { password: PASSWORD } })
  expect(await problemFrom(site.api(author)(deleteBook, { params: { id: book } }))).toMatchObject({
    type: 'reauthenticate',
  })
  site.skip(-LONG)
})
