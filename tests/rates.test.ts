import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register, resendVerification, verifyEmail } from '#contract/accounts.ts'
import { updatePassword } from '#contract/account-settings.ts'
import { newBooks } from '#contract/books.ts'
import { addComment } from '#contract/comments.ts'
import { askCoAuthor } from '#contract/co-authors.ts'
import { createApi } from '#contract/api/client.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { hashOf, newApiToken } from '#server/accounts/sessions/tokens.ts'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.1' } })
  await site.startJobs()
})
afterAll(() => site.close())

const mailJobsTo = async (email: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job join users on data ->> 'userId' = users.id::text
    where name = 'verification-mail' and email = ${email}
  `.execute(site.services.db)
  return rows[0]?.count
}

const post = (path: string, body: unknown, from: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'POST', url: `/api${path}`, remoteAddress: from, payload: body as object, headers })

const logIn = (email: string, password: string, from: string, headers = {}) =>
  post('/auth/login', { email, password }, from, headers)

test('the sixth sign-up from one address in half an hour is rejected with Retry-After', async () => {
  const answers = []
  for (let i = 0; i < 6; i++) {
    answers.push(
      await post(
        '/auth/register',
        { username: `rate ${i}`, email: `rate${i}@example.org`, password: PASSWORD },
        '192.0.2.1',
      ),
    )
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 429])
  expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(1700)
  expect(answers[5]?.json()).toMatchObject({
    type: 'rate_limited',
    message: 'Too many requests. Please try again in 30 minutes.',
  })
})

describe('in a network that an administrator trusts', () => {
  const trust = async (trustedNetworks: string) => {
    const { token } = await site.anAdmin()
    return site.app.inject({
      method: 'PUT',
      url: '/api/admin/site',
      payload: { trustedNetworks },
      headers: { authorization: `Bearer ${token}` },
    })
  }
  const signUp = async (name: string, from: string) => {
    const body = { username: name, email: `${name.replaceAll(' ', '-')}@example.org`, password: PASSWORD }
    return (await post('/auth/register', body, from)).statusCode
  }

  test('a class can sign up at once from one address, and elsewhere the limits stay', { timeout: 60_000 }, async () => {
    const saved = await trust('198.51.100.0/24, 2001:db8:77::/48\n192.0.2.99')
    expect(saved.statusCode).toBe(200)
    for (const from of ['198.51.100.7', '192.0.2.99', '2001:db8:77:1::5']) {
      const all = await Promise.all(Array.from({ length: 60 }, (_, n) => signUp(`pupil ${from.length} ${n}`, from)))
      expect([from, all.filter((status) => status !== 201)]).toEqual([from, []])
    }
    const elsewhere = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp(`other ${n}`, '203.0.113.77')))
    expect(elsewhere.toSorted()).toEqual([201, 201, 201, 201, 201, 429])
    // Only administrators see which networks these are.
    expect((await site.app.inject({ url: '/api/site' })).payload).not.toContain('198.51.100')
  })

  test('wrong passwords of one account are still limited to ten', async () => {
    const reader = await site.aReader()
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await logIn(reader.email, 'a wrong guess', '198.51.100.8')).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })

  test.each(['a school', '198.51.100.0/33', '198.51.100', '::1/129', '198.51.100.0/24;10.0.0.1'])(
    'what is no network is rejected: %s',
    async (list) => {
      const answer = await trust(list)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['trustedNetworks']])
    },
  )
})

test('wrong passwords are limited to ten for one network, and the owner can still log in from another', async () => {
  const reader = await site.aReader()
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await logIn(reader.email, 'a wrong guess', '192.0.2.7')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect((await logIn(reader.email, PASSWORD, '198.51.100.9')).statusCode).toBe(200)
})

test('wrong passwords of others in a network do not keep the owner from logging in there with a known device', async () => {
  const reader = await site.aReader()
  const device = crypto.randomUUID()
  const status = async (password: string, from: { device?: string } = {}) =>
    (await post('/auth/login', { email: reader.email, password, ...from }, '192.0.2.70')).statusCode
  const guesses = async (from?: { device: string }) => {
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push(await status('a wrong guess', from))
    return statuses
  }
  const tenAreChecked = [...Array.from({ length: 10 }, () => 401), 429]
  expect(await status(PASSWORD, { device })).toBe(200)
  expect(await guesses()).toEqual(tenAreChecked)
  expect(await status(PASSWORD, { device: crypto.randomUUID() })).toBe(429)
  expect(await status(PASSWORD, { device })).toBe(200)
  expect(await guesses({ device })).toEqual(tenAreChecked)
})

test('a device that has not logged in with the present password guesses no faster than others in its network', async () => {
  const reader = await site.aReader()
  const logInWith = async (password: string, device?: string) =>
    (await post('/auth/login', { email: reader.email, password, device }, '192.0.2.71')).statusCode
  const stranger = crypto.randomUUID()
  expect(await logInWith(PASSWORD, stranger)).toBe(200)
  const newPassword = 'what-nobody-else-knows'
  await createApi(inProcessFetch(site.app), () => reader.token)(updatePassword, {
    body: { currentPassword: PASSWORD, newPassword },
  })
  for (let i = 0; i < 10; i++) expect(await logInWith('a wrong guess', stranger)).toBe(401)
  expect(await logInWith('a wrong guess')).toBe(429)
  expect(await logInWith(newPassword, crypto.randomUUID())).toBe(429)
})

test('wrong tokens are limited to ten for one name and network, and the right one still works', async () => {
  const { _id, email } = await site.aReader()
  const auth = async (key: string, from: string, name = email) =>
    (
      await site.app.inject({
        url: '/kosync/users/auth',
        remoteAddress: from,
        headers: { 'x-auth-user': name, 'x-auth-key': key },
      })
    ).statusCode
  const token = newApiToken()
  await site.services.db
    .insertInto('apiTokens')
    .values({
      userId: _id,
      name: 'Kobo',
      scopes: ['sync'],
      createdAt: site.services.now(),
      tokenHash: hashOf(token),
      keyHash: hashOf(hash('md5', token)),
    })
    .execute()
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push(await auth(hash('md5', `guess ${i}`), '192.0.2.60'))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect(await auth(hash('md5', token), '192.0.2.60')).toBe(200)

  const bearer = async (i: number) =>
    (
      await site.app.inject({
        url: '/api/auth/user-details',
        remoteAddress: '192.0.2.61',
        headers: { authorization: `Bearer qh_${i}` },
      })
    ).statusCode
  const answers = []
  for (let i = 0; i < 26; i++) answers.push(await bearer(i))
  expect(answers).toEqual([...Array.from({ length: 25 }, () => 401), 429])
})

test('the links of 60 files a minute are given to the reading apps of one address', async () => {
  const id = await site.aBookRow(null, { isPremium: true })
  const get = (from: string) => site.app.inject({ url: `/opds/get/${id}.pdf`, remoteAddress: from })
  const answers = []
  for (let i = 0; i < 61; i++) answers.push(await get('192.0.2.64'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 60 }, () => 302), 429])
  expect(answers.at(-1)?.headers['retry-after']).toMatch(/^[1-9]\d?$/)
  expect((await get('198.51.100.64')).statusCode).toBe(302)
})

test('twenty wrong passwords by turns through two processes are counted together', async () => {
  const second = await openTestSite({ env: { RATE_LIMITS: 'on' }, sharing: site })
  try {
    const reader = await site.aReader()
    const payload = { email: reader.email, password: 'a wrong guess' }
    const statuses = []
    for (let i = 0; i < 20; i++) {
      const { app } = i % 2 === 0 ? site : second
      const answer = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '192.0.2.42', payload })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual(Array.from({ length: 20 }, (_, i) => (i < 10 ? 401 : 429)))
    const { rows } = await sql<{ keys: string }>`select string_agg(s::text, '') as keys from shared_rates s`.execute(
      site.services.db,
    )
    expect(rows[0]?.keys).not.toMatch(/@|192\.0/)
  } finally {
    await second.close()
  }
})

test('of 25 passwords at the same time ten are checked', async () => {
  const reader = await site.aReader()
  // The right password after ten wrong ones shows that no further one is checked.
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, i) => logIn(reader.email, i < 10 ? 'a wrong guess' : PASSWORD, '192.0.2.40')),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    ...Array.from({ length: 15 }, () => 429),
  ])
})

test('a correct password resets the count of wrong ones', async () => {
  const reader = await site.aReader()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect((await logIn(reader.email, 'a wrong guess', '192.0.2.41')).statusCode).toBe(401)
    expect((await logIn(reader.email, PASSWORD, '192.0.2.41')).statusCode).toBe(200)
  }
})

test('the 26th login in five minutes from one address is rejected, whatever X-Forwarded-For says', async () => {
  const statuses = []
  for (let i = 0; i < 26; i++) {
    const answer = await logIn(`nobody${i}@example.org`, 'whatever', '192.0.2.8', {
      'x-forwarded-for': `203.0.113.${i}`,
    })
    statuses.push(answer.statusCode)
  }
  expect(statuses.at(-2)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
})

test('X-Forwarded-For of a trusted proxy is used: clients behind it are counted separately', async () => {
  for (let i = 0; i < 30; i++) {
    const answer = await logIn('nobody@example.org', 'whatever', '10.0.0.1', { 'x-forwarded-for': `203.0.113.${i}` })
    expect(answer.statusCode).toBe(401)
  }
})

test('addresses of one IPv6 network are counted together', async () => {
  const statuses = []
  for (let i = 0; i < 26; i++)
    statuses.push((await logIn(`v6${i}@example.org`, 'whatever', `2001:db8:5:6::${i + 1}`)).statusCode)
  expect(statuses.at(-1)).toBe(429)
})

test('every request for another mail gets the same answer, and one mail a minute is sent', async () => {
  const body = { username: 'mail bombed', email: 'bombed@example.org', password: PASSWORD }
  await createApi(inProcessFetch(site.app))(register, { body })
  await site.post.mailTo(body.email)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post(resendVerification.path, { email: body.email }, '192.0.2.20')),
  )
  expect(new Set(answers.map(({ statusCode, json }) => `${statusCode} ${json().message}`)).size).toBe(1)
  // Each answer comes after its job is committed, so no further mail can follow.
  expect(await mailJobsTo(body.email)).toBe(2)
  await site.post.mailTo(body.email, 2)
  await site.jobsDone()
  expect(site.post.mails.filter(({ to }) => to === body.email)).toHaveLength(2)
})

test('an address that is registered again and again gets five mails a day', async () => {
  const body = { username: 'signed up often', email: 'often@example.org', password: PASSWORD }
  const answers = []
  for (let i = 0; i < 7; i++) answers.push(await post(register.path, body, `203.0.113.${100 + i}`))
  expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  expect(await mailJobsTo(body.email)).toBe(5)
})

test('who registers the address of another from one network leaves its owner mails, and their links', async () => {
  const body = { username: 'signed up before', email: 'before@example.org', password: 'a-stranger-s-own-words' }
  const sendAsStranger = () => post(register.path, body, '203.0.113.120')
  for (let i = 0; i < 4; i++) await sendAsStranger()
  expect(await mailJobsTo(body.email)).toBe(3)
  await site.post.mailTo(body.email, 3)
  const owner = { ...body, username: 'the owner', password: PASSWORD }
  expect((await post(register.path, owner, '203.0.113.121')).statusCode).toBe(201)
  expect(await mailJobsTo(body.email)).toBe(4)
  const { link } = await site.post.mailTo(body.email, 4)
  expect((await sendAsStranger()).statusCode).toBe(201)
  const token = new URL(link ?? '').searchParams.get('token')
  expect((await post(verifyEmail.path, { token }, '203.0.113.121')).statusCode).toBe(200)
  expect((await logIn(body.email, PASSWORD, '203.0.113.121')).statusCode).toBe(200)
})

test('a user can post one comment in five seconds', async () => {
  const [reader, author] = await Promise.all([site.aReader(), site.anAuthor()])
  const id = await site.aBookRow(author)
  const comment = () =>
    post(addComment.path.replace(':id', id), { text: 'Quick.' }, '192.0.2.30', {
      authorization: `Bearer ${reader.token}`,
    })
  expect([(await comment()).statusCode, (await comment()).statusCode]).toEqual([201, 429])
})

test('an author asks at most 20 accounts a day to be co-authors', async () => {
  const author = await site.anAuthor()
  const id = await site.aBookRow(author)
  const headers = { authorization: `Bearer ${author.token}` }
  const ask = (username: string) => post(askCoAuthor.path.replace(':id', id), { username }, '192.0.2.31', headers)
  const statuses = []
  for (let i = 0; i < 21; i++) statuses.push((await ask(`nobody ${i}`)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429])
})

test('calls that the server makes to render pages are not limited', async () => {
  const api = site.api()
  for (let i = 0; i < 200; i++) await api(newBooks)
})
