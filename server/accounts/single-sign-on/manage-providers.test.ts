import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditLog } from '#contract/admin.ts'
import {
  addProvider,
  changeProvider,
  deleteProvider,
  listProviders,
  startSignIn,
  testProvider,
} from '#contract/single-sign-on.ts'
import { getSiteSettings } from '#contract/site.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { faultOf } from './provider-client.ts'
import { clientSecretOf, findProvider } from './providers.ts'
import { startForgingProvider } from './testing-provider.ts'

const SITE = 'https://books.example.org'
const SECRET = 'a secret of the library'

let site: TestSite
let admin: Person
let school: Awaited<ReturnType<typeof startForgingProvider>>

beforeAll(async () => {
  school = await startForgingProvider()
  const fixed = {
    id: 'fixed',
    name: 'Ünited',
    issuer: 'https://fixed.example',
    clientId: 'library',
    clientSecret: SECRET,
  }
  site = await openTestSite({
    env: { PUBLIC_URL: SITE, OIDC_NETWORKS: '127.0.0.1', OIDC_PROVIDERS: JSON.stringify([fixed]) },
  })
  admin = await site.anAdmin()
})
beforeEach(async () => {
  await site.services.db.deleteFrom('signInProviders').execute()
})
afterAll(async () => {
  await site.close()
  await school.close()
})

const provider = (words: object = {}) => ({
  id: 'school',
  name: 'The school',
  issuer: school.issuer,
  clientId: 'library',
  clientSecret: SECRET,
  ...words,
})
const add = (words: object = {}) => site.api(admin)(addProvider, { body: provider(words) })
const change = (words: object = {}) => {
  const { id, clientSecret: _secret, ...body } = provider()
  return site.api(admin)(changeProvider, { params: { provider: id }, body: { ...body, ...words } })
}
const storedSecret = async () => clientSecretOf(site.services, await findProvider(site.services, 'school'))

test('a provider is added, and shown to administrators without its secret and to everyone by its name', async () => {
  await add({ groupTypes: [{ group: 'heads', userType: 'admin' }] })
  const { data } = await site.api(admin)(listProviders)
  expect(data).toMatchObject([
    { id: 'fixed', isFromEnvironment: true, hasSecret: true },
    {
      id: 'school',
      isFromEnvironment: false,
      hasSecret: true,
      scopes: 'openid email profile',
      allowsSignUp: true,
      callbackUrl: `${SITE}/auth/oidc/school/callback`,
      backChannelUrl: `${SITE}/auth/oidc/school/back-channel-logout`,
    },
  ])
  expect(JSON.stringify(data)).not.toContain(SECRET)
  expect((await site.api()(getSiteSettings)).signIn).toEqual({
    providers: [
      { id: 'fixed', name: 'Ünited', letter: 'Ü' },
      { id: 'school', name: 'The school', letter: 'T' },
    ],
    only: false,
  })
})

test('its secret is stored encrypted, and in no entry of the log', async () => {
  await add()
  expect(await storedSecret()).toBe(SECRET)
  const row = await site.services.db.selectFrom('signInProviders').selectAll().executeTakeFirstOrThrow()
  expect(row.secret?.includes(SECRET)).toBe(false)
  const [entry] = (await site.api(admin)(listAuditLog)).data
  expect(entry).toMatchObject({ action: 'add provider' })
  expect(JSON.stringify(entry)).toContain('The school')
  expect(JSON.stringify(entry)).not.toContain(SECRET)
})

test('a change keeps the secret, unless it names another one or another issuer', async () => {
  await add()
  await change({ name: 'Another name' })
  expect(await storedSecret()).toBe(SECRET)
  await change({ clientSecret: 'another secret' })
  expect(await storedSecret()).toBe('another secret')
  await change({ issuer: 'https://[2606:4700::1]' })
  expect(await storedSecret()).toBe('')
})

test('one of the environment can not be changed or removed', async () => {
  const { id: _id, ...body } = provider()
  const params = { provider: 'fixed' }
  expect((await problemFrom(site.api(admin)(changeProvider, { params, body }))).type).toBe('conflict')
  expect((await problemFrom(site.api(admin)(deleteProvider, { params }))).type).toBe('conflict')
})

test('a removed one is gone', async () => {
  await add()
  await site.api(admin)(deleteProvider, { params: { provider: 'school' } })
  const problem = await problemFrom(site.api()(startSignIn, { params: { provider: 'school' }, body: {} }))
  expect(problem.message).toBe('This library has no such provider.')
})

test.each([
  ['id', { id: 'A School' }],
  ['id', { id: 'finish' }],
  ['id', { id: 'fixed' }],
  ['issuer', { issuer: 'javascript:alert(1)' }],
  ['issuer', { issuer: 'https://192.168.1.1' }],
  ['issuer', { issuer: 'http://[2606:4700::1]' }],
  ['scopes', { scopes: 'email' }],
  ['clientId', { clientId: '' }],
])('a wrong %s is refused in words: %j', async (field, words) => {
  expect((await problemFrom(add(words))).errors).toHaveProperty(field)
})

test('the test says in words what is wrong', async () => {
  await add()
  const result = async () => (await site.api(admin)(testProvider, { params: { provider: 'school' } })).data
  const works = { isWorking: true, message: 'The provider answers, and did not refuse the client ID and secret.' }
  expect(await result()).toEqual(works)
  const refuse = (error: string) =>
    school.intercept((path, response) => {
      if (path !== '/token') return false
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return true
    })
  refuse('invalid_grant')
  expect(await result()).toEqual(works)
  for (const error of ['invalid_client', 'unauthorized_client']) {
    refuse(error)
    expect(await result()).toMatchObject({
      isWorking: false,
      message: expect.stringContaining('does not accept the client ID or secret'),
    })
  }
  refuse('invalid_grant')
  await change({ logsOutThere: true })
  expect((await result()).message).toContain('It has no address for log-outs')
  const answers = async (status: number, text: string, type = 'application/json') => {
    school.intercept((_path, response) => {
      response.writeHead(status, { 'content-type': type }).end(text)
      return true
    })
    const { isWorking, message } = await result()
    expect(isWorking).toBe(false)
    return message
  }
  const other = JSON.stringify({ issuer: 'https://elsewhere.example' })
  expect(await answers(200, other)).toContain('calls itself by another address')
  expect(await answers(404, 'not here', 'text/plain')).toContain('has no configuration of OpenID Connect')
  expect(await answers(200, '<html>', 'text/html')).toContain('has no configuration of OpenID Connect')
  school.intercept(undefined)
  await change({ issuer: `${school.issuer}/.well-known/openid-configuration`, clientSecret: SECRET })
  expect(await result()).toMatchObject({
    isWorking: false,
    message: expect.stringContaining('calls itself by another address'),
  })
  await change({ issuer: 'http://127.0.0.1:9' })
  expect(await result()).toEqual({ isWorking: false, message: 'Nothing listens at this address.' })
})

test.each([
  ['openid email profile', 'groups', ['openid', 'groups'], 'groups'],
  ['openid mygroups', 'groups', ['openid', 'groups'], 'groups'],
  ['openid groups', 'roles', ['openid', 'groups', 'roles'], 'roles'],
  ['openid email', 'roles.library', ['openid', 'roles'], 'roles'],
  ['openid groups', 'groups', ['openid', 'groups'], undefined],
  ['openid email roles', 'roles', ['openid', 'groups', 'roles'], undefined],
  ['openid email', 'groups', ['openid', 'email'], undefined],
  ['openid email', 'groups', undefined, undefined],
])(
  'asked for %j and groups by %s, a provider with the scopes %j may need %s',
  async (scopes, claim, offered, missing) => {
    const club = await startForgingProvider({ metadata: { scopes_supported: offered } })
    await add({ issuer: club.issuer, scopes, groupsClaim: claim, requiredGroup: 'members' })
    const note = `It has the scope “${missing}”, which is not asked for: without it, its tokens may name no groups.`
    const { message } = await tested()
    if (missing === undefined) expect(message).not.toContain('scope')
    else expect(message).toContain(note)
    await change({ issuer: club.issuer, scopes, groupsClaim: claim, requiredGroup: '', clientSecret: SECRET })
    expect((await tested()).message).not.toContain('scope')
    await club.close()
  },
)

const WELL_KNOWN = '/.well-known/openid-configuration'

/** Redirects each of these paths of the school. */
const redirect = (status: number, places: Record<string, string>) =>
  school.intercept((path, response) => {
    const location = places[path]
    if (location === undefined) return false
    response.writeHead(status, { location }).end()
    return true
  })
const tested = async () => (await site.api(admin)(testProvider, { params: { provider: 'school' } })).data

test.each<[number, (issuer: string) => Record<string, string>]>([
  [301, () => ({ [WELL_KNOWN]: `/index.php${WELL_KNOWN}` })],
  [302, (issuer) => ({ [WELL_KNOWN]: `${issuer}/index.php${WELL_KNOWN}` })],
  [308, () => ({ [WELL_KNOWN]: '/a', '/a': 'b', '/b': `/index.php${WELL_KNOWN}` })],
])('a provider is asked where its web server leads to with %i, on the same origin', async (status, places) => {
  await add()
  redirect(status, places(school.issuer))
  expect(await tested()).toMatchObject({ isWorking: true })
  expect(school.requests.map(({ path }) => path)).toContain(`/index.php${WELL_KNOWN}`)
  school.intercept(undefined)
})

test('a provider that leads in a circle, to another host, or away with its secret is not followed', async () => {
  await add()
  const elsewhere = await startForgingProvider()
  for (const place of [
    WELL_KNOWN,
    `${elsewhere.issuer}${WELL_KNOWN}`,
    'https://192.168.1.1/',
    '//[',
    'file:///etc/passwd',
  ]) {
    redirect(301, { [WELL_KNOWN]: place })
    expect(await tested()).toMatchObject({ isWorking: false })
  }
  redirect(307, { '/token': '/other-token' })
  await tested()
  expect(school.requests.map(({ path }) => path)).not.toContain('/other-token')
  expect(elsewhere.requests).toEqual([])
  school.intercept(undefined)
  await elsewhere.close()
})

test.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])(
  'a certificate of a private authority, or without those in between, is named: %s',
  (code) => {
    const error = Object.assign(new Error('unable to verify'), { code })
    expect(faultOf(error)).toBe('The certificate of this address is signed by nobody who is known.')
  },
)

test('passwords are turned off only with a provider and an administrator who keeps one', async () => {
  const set = (body: object) => site.api(admin)(updateSiteSettings, { body })
  expect((await problemFrom(set({ signIn: 'providers' }))).errors).toHaveProperty('rescueAdministrator')
  await set({ signIn: 'providers', rescueAdministrator: admin.email })
  expect((await site.api()(getSiteSettings)).signIn?.only).toBe(true)
  expect((await problemFrom(set({ rescueAdministrator: '' }))).errors).toHaveProperty('rescueAdministrator')
  await set({ signIn: 'passwords' })
})

test('the last provider stays while passwords are turned off, also of two that are removed at once', async () => {
  const { providers } = site.services.settings
  const fixed = providers.splice(0)
  await Promise.all([add(), add({ id: 'press' })])
  const set = (body: object) => site.api(admin)(updateSiteSettings, { body })
  await set({ signIn: 'providers', rescueAdministrator: admin.email })
  const remove = (id: string) => problemFrom(site.api(admin)(deleteProvider, { params: { provider: id } }))
  const results = await Promise.allSettled([remove('school'), remove('press')])
  const refusals = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(refusals).toMatchObject([{ type: 'conflict', message: 'Turn passwords on first, or add another provider.' }])
  const [last] = (await site.api(admin)(listProviders)).data
  await set({ signIn: 'passwords' })
  await site.api(admin)(deleteProvider, { params: { provider: last?.id ?? '' } })
  expect((await site.api(admin)(listProviders)).data).toEqual([])
  providers.push(...fixed)
})
