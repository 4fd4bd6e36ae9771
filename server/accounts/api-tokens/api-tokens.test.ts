import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSecurityEvents } from '#contract/account-security.ts'
import { getUserDetails } from '#contract/accounts.ts'
import { listSessions, updatePassword } from '#contract/account-settings.ts'
import { createToken, listTokens, revokeToken, TOKENS_MAX } from '#contract/api-tokens.ts'
import { getBook } from '#contract/books.ts'
import { addComment, deleteComment } from '#contract/comments.ts'
import type { TokenScope } from '#contract/api/endpoint.ts'
import { suspendUser } from '#contract/moderation.ts'
import { getSiteSettings } from '#contract/site.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { tokenFinder } from './find-token.ts'
import { aToken, basic } from './testing-tokens.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const NEW_PASSWORD = 'ink-and-blotting-paper'
const ALL: TokenScope[] = ['feeds', 'sync', 'read', 'write']
const tokensOf = (person: Pick<Person, 'token'>) => site.api(person)(listTokens)
const isAlive = async (token: string) =>
  site
    .api({ token })(getUserDetails)
    .then(
      () => true,
      () => false,
    )

test('a token is answered once, and stored as hashes alone', async () => {
  const reader = await site.aReader()
  const { _id, token } = await aToken(site, reader, ['feeds', 'read'])
  expect(token).toMatch(/^qh_[\da-hjkmnp-tv-z]{26}$/)
  expect(await tokensOf(reader)).toEqual([
    {
      _id,
      name: 'E-reader',
      scopes: ['feeds', 'read'],
      createdAt: expect.any(String),
      usedAt: null,
      network: '',
    },
  ])
  const row = await site.services.db.selectFrom('apiTokens').selectAll().where('id', '=', _id).executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain(token.slice(3))
  expect(row).toMatchObject({
    tokenHash: hash('sha256', token, 'buffer'),
    keyHash: hash('sha256', hash('md5', token), 'buffer'),
  })
  expect(site.logged.join('')).not.toContain(token.slice(3))
})

test('its owner gets a mail and finds it among the security events', async () => {
  const reader = await site.aReader()
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/auth/tokens',
    remoteAddress: '203.0.113.87',
    headers: { authorization: `Bearer ${reader.token}` },
    payload: { name: 'Kobo', scopes: ['sync'] },
  })
  expect(answer.statusCode).toBe(201)
  await site.jobsDone()
  const mails = site.post.mails.filter(({ to }) => to === reader.email)
  expect(mails).toMatchObject([{ subject: 'New token for your Quillhouse account' }])
  expect(mails[0]?.text).toContain("'Kobo' was made for your account from the network 203.0.113.x")
  expect(mails[0]?.text).not.toContain('qh_')
  await site.api(reader)(revokeToken, { params: { id: answer.json()._id } })
  expect(await site.api(reader)(listSecurityEvents)).toMatchObject([
    { kind: 'token-revoked' },
    { kind: 'token-made', network: '203.0.113.x' },
  ])
})

test('a token is used as a bearer, and its last use is written with the network, once a minute', async () => {
  const reader = await site.aReader()
  const { token } = await aToken(site, reader, ['read'])
  const use = (remoteAddress: string) =>
    site.app.inject({
      url: '/api/auth/user-details',
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
    })
  const lastUse = async () => (await tokensOf(reader))[0]
  expect((await use('203.0.113.87')).json()).toMatchObject({ user: { _id: reader._id } })
  await expect.poll(lastUse).toMatchObject({ usedAt: expect.any(String), network: '203.0.113.x' })
  const first = await lastUse()
  await use('198.51.100.4')
  expect(await lastUse()).toEqual(first)
  site.skip(61_000)
  await use('198.51.100.4')
  await expect.poll(lastUse).toMatchObject({ network: '198.51.100.x' })
})

test('a revoked token stops at once in all processes', async () => {
  const second = await openTestSite({ sharing: site })
  try {
    const reader = await site.aReader()
    const { _id, token } = await aToken(site, reader, ['read'])
    const book = await site.aBookRow(null)
    for (const process of [site, second]) {
      await process.api({ token })(getUserDetails)
      await process.api({ token })(getBook, { params: { id: book } })
    }
    await second.api(reader)(revokeToken, { params: { id: _id } })
    for (const process of [site, second])
      expect(await problemFrom(process.api({ token })(getUserDetails))).toMatchObject({ status: 401 })
    expect(await problemFrom(site.api(reader)(revokeToken, { params: { id: _id } }))).toMatchObject({ status: 404 })
  } finally {
    await second.close()
  }
})

test('nobody revokes or sees the tokens of others', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const { _id, token } = await aToken(site, reader, ['read'])
  expect(await tokensOf(other)).toEqual([])
  expect(await problemFrom(site.api(other)(revokeToken, { params: { id: _id } }))).toMatchObject({ status: 404 })
  expect(await isAlive(token)).toBe(true)
})

test('a change of the password ends the tokens of the account if the owner chose that', async () => {
  const reader = await site.aReader()
  const { token } = await aToken(site, reader, ['read'])
  const api = site.api(reader)
  await api(updatePassword, { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  expect(await isAlive(token)).toBe(true)
  await api(updatePassword, { body: { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, endTokens: true } })
  expect(await isAlive(token)).toBe(false)
  expect(await tokensOf(reader)).toEqual([])
})

test('a suspension ends tokens, for good', async () => {
  const [reader, admin] = await Promise.all([site.aReader(), site.anAdmin()])
  const { token } = await aToken(site, reader, ['read'])
  await site.api(admin)(suspendUser, { params: { id: reader._id }, body: { reason: 'Spam.' } })
  expect(await isAlive(token)).toBe(false)
  expect(
    await site.services.db.selectFrom('apiTokens').select('id').where('userId', '=', reader._id).execute(),
  ).toEqual([])
})

describe('a token of an administrator', () => {
  test('has no part in administration and moderation', async () => {
    const [admin, reader] = await Promise.all([site.anAdmin(), site.aReader()])
    const { token } = await aToken(site, admin, ALL)
    const id = await site.aBookRow(null)
    const { comment } = await site.api(reader)(addComment, { params: { id }, body: { text: 'Well.' } })
    const removal = { params: { id, commentId: comment._id } }
    expect(await problemFrom(site.api({ token })(deleteComment, removal))).toMatchObject({ type: 'forbidden' })
    await site.api(admin)(deleteComment, removal)
  })

  test('says so in words where it is refused', async () => {
    const { token } = await aToken(site, await site.anAdmin(), ALL)
    for (const call of [listTokens, listSessions])
      expect(await problemFrom(site.api({ token })(call))).toMatchObject({
        status: 403,
        type: 'forbidden',
        message: 'This token may not do this. Make one for it, or log in.',
      })
  })
})

test('a token without the scope is refused also where anybody may read, cached or not', async () => {
  const { token } = await aToken(site, await site.aReader(), ['feeds'])
  const { token: reads } = await aToken(site, await site.aReader(), ['read'])
  for (let i = 0; i < 2; i++) {
    await site.api({ token: reads })(getSiteSettings)
    expect(await problemFrom(site.api({ token })(getSiteSettings))).toMatchObject({ status: 403 })
  }
})

test('an account has at most 50', { timeout: 30_000 }, async () => {
  const reader = await site.aReader()
  for (let i = 0; i < TOKENS_MAX; i++) await aToken(site, reader, ['read'])
  expect(await problemFrom(aToken(site, reader, ['read']))).toMatchObject({ type: 'conflict' })
})

test.each([
  [{ name: ' ', scopes: ['read'] }, 'name'],
  [{ name: 'n'.repeat(61), scopes: ['read'] }, 'name'],
  [{ name: 'Kobo', scopes: [] }, 'scopes'],
  [{ name: 'Kobo', scopes: ['read', 'read'] }, 'scopes'],
  [{ name: 'Kobo', scopes: ['admin'] }, 'scopes.0'],
  [{ name: 'Kobo' }, 'scopes'],
])('a malformed one is refused: %j', async (body, field) => {
  const reader = await site.aReader()
  const problem = await problemFrom(site.api(reader)(createToken, { body: body as never }))
  expect(problem).toMatchObject({ status: 400, errors: { [field]: expect.any(String) } })
})

describe('outside the API', () => {
  const findBy = (authorization: string, scope: TokenScope = 'feeds') =>
    tokenFinder(site.services).personByToken(
      { headers: { authorization }, raw: { rawHeaders: [] } as never, ip: '192.0.2.9' },
      scope,
    )

  test('it is the password in Basic, with the email or the username', async () => {
    const reader = await site.aReader({ username: 'Perpetua Wick' })
    const { token } = await aToken(site, reader, ['feeds'])
    for (const name of [reader.email, reader.email.toUpperCase(), 'Perpetua Wick', 'perpetua wick'])
      expect(await findBy(basic(name, token))).toMatchObject({ id: reader._id, scopes: ['feeds'] })
    expect(await findBy(`Bearer ${token}`)).toMatchObject({ id: reader._id })
  })

  test('another name, scope, token or the password finds nobody', async () => {
    const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
    const { token } = await aToken(site, reader, ['feeds'])
    expect(await findBy(basic(other.email, token))).toBeUndefined()
    expect(await findBy(basic(reader.email, token), 'sync')).toBeUndefined()
    expect(await findBy(basic(reader.email, PASSWORD))).toBeUndefined()
    expect(await findBy(basic(reader.email, hash('md5', token)))).toBeUndefined()
    expect(await findBy(`Bearer ${reader.token}`)).toBeUndefined()
    for (const nonsense of ['', 'Basic', 'Basic !!', `Basic ${'A'.repeat(5000)}`, basic('', ''), 'Digest x'])
      expect(await findBy(nonsense)).toBeUndefined()
  })

  test('KOReader sends the MD5 of it', async () => {
    const reader = await site.aReader()
    const { personByKey } = tokenFinder(site.services)
    const { token } = await aToken(site, reader, ['sync'])
    const { token: feeds } = await aToken(site, reader, ['feeds'])
    expect(await personByKey(reader.email, hash('md5', token), '192.0.2.9')).toMatchObject({ id: reader._id })
    for (const key of [token, hash('md5', feeds), hash('md5', 'nothing'), ''])
      expect(await personByKey(reader.email, key, '192.0.2.9')).toBeUndefined()
  })
})
