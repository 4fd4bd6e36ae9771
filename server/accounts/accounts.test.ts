import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { updateUser } from '#contract/admin.ts'
import { openTestSite, PASSWORD, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'
import { createAdmin } from './create-admin.ts'
import { hashOf } from './sessions/tokens.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const someone = (name: string) => ({
  username: name,
  email: `${name.replaceAll(' ', '.')}@example.org`,
  password: PASSWORD,
})

test('a person signs up, follows the link in the mail and logs in', async () => {
  const api = site.api()
  const answer = await api(calls.register, { body: { ...someone('ottoline'), userType: 'author' } })
  expect(answer.message).toBe('Registration successful! Please check your email to verify your account.')

  const login = { email: 'ottoline@example.org', password: PASSWORD }
  expect(await problemFrom(api(calls.login, { body: login }))).toMatchObject({
    status: 403,
    type: 'unverified',
    message: 'Please verify your email before logging in',
    needsVerification: true,
  })

  const mail = await site.post.mailTo('ottoline@example.org')
  expect(mail.text).toContain(`\n${mail.link}\n`)
  expect(mail.html).toContain(mail.link)
  await api(calls.verifyEmail, { body: { token: tokenIn(mail.link) } })
  const { token, user } = await api(calls.login, { body: login })
  expect(user).toMatchObject({ username: 'ottoline', userType: 'author', verified: true })
  expect((await site.api({ token })(calls.getUserDetails)).user).toEqual(user)
})

test('only the newest verification link works, once and for 24 hours', async () => {
  const api = site.api()
  await api(calls.register, { body: someone('late comer') })
  const first = await site.post.mailTo('late.comer@example.org')
  await api(calls.resendVerification, { body: { email: 'late.comer@example.org' } })
  const second = await site.post.mailTo('late.comer@example.org', 2)
  expect(await problemFrom(api(calls.verifyEmail, { body: { token: tokenIn(first.link) } }))).toMatchObject({
    status: 400,
  })

  await api(calls.verifyEmail, { body: { token: tokenIn(second.link) } })
  expect(await problemFrom(api(calls.verifyEmail, { body: { token: tokenIn(second.link) } }))).toMatchObject({
    type: 'validation',
  })

  await api(calls.register, { body: someone('slow one') })
  const third = await site.post.mailTo('slow.one@example.org')
  site.skip(25 * 3_600_000)
  expect(await problemFrom(api(calls.verifyEmail, { body: { token: tokenIn(third.link) } }))).toMatchObject({
    status: 400,
  })
  site.skip(-25 * 3_600_000)
})

test('an unverified address can be registered again, and the newest registration wins', async () => {
  const api = site.api()
  const email = 'victim@example.org'
  await api(calls.register, { body: { username: 'hijacker', email, password: 'the-hijackers-own' } })
  await site.post.mailTo(email)
  await api(calls.register, { body: { username: 'victim', email, password: PASSWORD } })
  const mail = await site.post.mailTo(email, 2)
  await api(calls.verifyEmail, { body: { token: tokenIn(mail.link) } })
  expect((await api(calls.login, { body: { email, password: PASSWORD } })).user.username).toBe('victim')
  expect(await problemFrom(api(calls.login, { body: { email, password: 'the-hijackers-own' } }))).toMatchObject({
    status: 401,
  })
  expect(
    await problemFrom(api(calls.register, { body: { username: 'third one', email, password: PASSWORD } })),
  ).toMatchObject({
    status: 409,
    errors: { email: expect.any(String) },
  })
})

test('a username is unique regardless of case and Unicode form, also among twenty concurrent registrations', async () => {
  const api = site.api()
  const names = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'Zoë Twenty' : 'zoe\u0308 TWENTY'))
  const results = await Promise.allSettled(
    names.map((username, i) =>
      api(calls.register, { body: { username, email: `twenty${i}@example.org`, password: PASSWORD } }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(new Set(refusals.map(({ type, errors }) => `${type} ${Object.keys(errors)}`))).toEqual(
    new Set(['conflict username']),
  )
})

const logInAs = async (email: string) => {
  const { link } = await site.post.mailTo(email)
  await site.api()(calls.verifyEmail, { body: { token: tokenIn(link) } })
  return (await site.api()(calls.login, { body: { email, password: PASSWORD } })).user
}

test.each([
  ['Cyrillic letters', 'Lamplight', 'L\u0430m\u0440light'],
  ['Cyrillic capitals', 'Marginalia', 'M\u0410RGINALIA'],
  ['a capital I as a small l', 'Colophon', 'CoIophon'],
  ['a digit as a letter', 'Octavo', '0ctavo'],
  ['letters that look like one together', 'Prologue man', 'Prologue rnan'],
  ['an invisible letter', 'Binding', 'Binding\u3164'],
  ['a soft hyphen', 'Frontispiece', 'Fronti\u00adspiece'],
  ['two spaces', 'race mail', 'RACE  MAIL'],
  ['full-width letters', 'Endpaper', '\uff25ndpaper'],
])('a username that looks like a taken one is taken: %s', async (_, name, double) => {
  const api = site.api()
  await api(calls.register, { body: someone(name) })
  const other = { ...someone(name), username: double, email: `other.${someone(name).email}` }
  const taken = { status: 409, type: 'conflict', message: 'This username is taken. Please choose another.' }
  expect(await problemFrom(api(calls.register, { body: other }))).toMatchObject({
    ...taken,
    errors: { username: 'This username is taken.' },
  })
  const [reader, admin] = await Promise.all([site.aReader(), site.anAdmin()])
  const rename = site.api(reader)(settings.updateUsername, { body: { newUsername: double } })
  expect(await problemFrom(rename)).toMatchObject({ ...taken, errors: { newUsername: expect.any(String) } })
  const change = site.api(admin)(updateUser, { params: { id: reader._id }, body: { username: double } })
  expect(await problemFrom(change)).toMatchObject({ ...taken, errors: { username: expect.any(String) } })
  const created = createAdmin(site.services, { email: other.email, username: double, password: PASSWORD })
  expect(await problemFrom(created)).toMatchObject(taken)
  const { token } = await api(calls.createGuest)
  expect(await problemFrom(site.api({ token })(calls.register, { body: other }))).toMatchObject(taken)
})

test('people may rename themselves to what looks like their own name', async () => {
  const reader = await site.aReader({ username: 'Palimpsest' })
  const { user } = await site.api(reader)(settings.updateUsername, { body: { newUsername: 'PaIimpsest' } })
  expect(user.username).toBe('PaIimpsest')
})

test.each(['\u5c71\u7530', '\ud64d\uae38', '\u307f\u304b\u3093', '\u5c71'.repeat(16)])(
  'a Han, kana or Hangul character counts as two in a username: %s',
  async (username) => {
    const email = `${crypto.randomUUID()}@example.org`
    await site.api()(calls.register, { body: { username, email, password: PASSWORD } })
    expect(await logInAs(email)).toMatchObject({ username })
  },
)

test.each([
  [{ username: 'abc' }, 'Username must be at least 4 characters'],
  [{ username: 'a\n{"level":60}' }, undefined],
  [{ username: 'x'.repeat(33) }, undefined],
  [{ password: 'short77' }, 'Password must be at least 8 characters'],
  [{ password: 'password1' }, undefined],
  [{ password: 'x'.repeat(129) }, undefined],
  [{ password: 'good name' }, undefined],
  [{ email: 'a@' }, undefined],
  [{ email: 'a@b@c' }, undefined],
  [{ email: 'a b@c.org' }, undefined],
  [{ email: 'a@c.org\r\nbcc: x@y.org' }, undefined],
  [{ email: `${'a'.repeat(250)}@b.org` }, undefined],
  [{ email: 'zz<victim@example.org>' }, undefined],
  [{ email: 'g:victim@example.org;' }, undefined],
  [{ email: 'victim@example.org,' }, undefined],
  [{ email: '<victim@example.org>' }, undefined],
  [{ email: 'victim@example.org(comment)' }, undefined],
  [{ email: '"victim"@example.org' }, undefined],
  [{ username: '\u3164'.repeat(4) }, 'Username must be at least 4 characters'],
  [{ username: 'ab\u3164\u3164' }, 'Username must be at least 4 characters'],
  [{ username: '\u5c71' }, 'Username must be at least 4 characters'],
  [{ username: '\u5c71'.repeat(17) }, undefined],
  [{ userType: 'admin' }, undefined],
  [{ verified: true }, undefined],
])('a sign-up with %j is refused', async (wrong, message) => {
  const body = { ...someone('good name'), ...wrong } as never
  const refusal = await problemFrom(site.api()(calls.register, { body }))
  expect(refusal).toMatchObject({
    status: 400,
    type: 'validation',
    errors: { [Object.keys(wrong)[0] ?? '']: expect.any(String) },
  })
  if (message) expect(refusal.message).toBe(message)
})

test('a wrong email and a wrong password get the same message', async () => {
  const reader = await site.aReader()
  const answers = await Promise.all(
    [reader.email, 'nobody@example.org'].map((email) =>
      problemFrom(site.api()(calls.login, { body: { email, password: 'not the password' } })),
    ),
  )
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 401, type: 'bad_credentials', message: 'Wrong email or password.' })
  }
})

test('a token is invalid right after logout, and open calls ignore an invalid token', async () => {
  const reader = await site.aReader()
  await site.api(reader)(calls.logout)
  expect(await problemFrom(site.api(reader)(calls.getUserDetails))).toMatchObject({
    status: 401,
    type: 'unauthenticated',
  })
  const { newBooks } = await import('#contract/books.ts')
  expect(await site.api(reader)(newBooks)).toEqual([])
})

test.each([
  ['14 days unused', 14 * 24 * 3_600_000 + 1000, 'aReader'],
  ['an administrator unused for an hour', 61 * 60_000, 'anAdmin'],
] as const)('a session ends: %s', async (_, ms, make) => {
  const person = await site[make]()
  await site.api(person)(calls.getUserDetails)
  site.skip(ms)
  expect(await problemFrom(site.api(person)(calls.getUserDetails))).toMatchObject({ status: 401 })
  site.skip(-ms)
})

test('the database contains no usable token or password', async () => {
  const reader = await site.aReader()
  const tables = ['users', 'sessions', 'mail_tokens', 'pgboss.job']
  const { sql } = await import('kysely')
  const dumps = await Promise.all(
    tables.map((table) =>
      sql<{ row: string }>`select t::text as row from ${sql.raw(table)} t`.execute(site.services.db),
    ),
  )
  const dump = dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
  expect(dump).toContain(hashOf(reader.token).toString('hex'))
  expect(dump).not.toContain(reader.token)
  expect(dump).not.toContain(PASSWORD)
  for (const { link } of site.post.mails) expect(dump).not.toContain(tokenIn(link))
})

test('no email address, password or token is logged', async () => {
  const log = site.logged.join('')
  expect(log).toContain('request completed')
  expect(log).not.toContain('@example.org')
  expect(log).not.toContain(PASSWORD)
  for (const { link } of site.post.mails) expect(log).not.toContain(tokenIn(link))
})
