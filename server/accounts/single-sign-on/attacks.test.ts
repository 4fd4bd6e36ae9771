import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSignInAccount,
  finishSignIn,
  listLinkedProviders,
  type SignInOutcome,
  startConfirmation,
  startLink,
  startSignIn,
  unlinkProvider,
} from '#contract/single-sign-on.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { TargetError } from '#server/platform/outgoing/public-target.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { CLIENT_ID, startForgingProvider } from './testing-provider.ts'

const LOCALHOST = '127.0.0.1'
const SITE = 'https://books.example.org'

type Forger = Awaited<ReturnType<typeof startForgingProvider>>

let site: TestSite
let school: Forger
let press: Forger
let quiet: Forger
let talking: Forger
let subjects = 0

beforeAll(async () => {
  ;[school, press, quiet, talking] = await Promise.all([
    startForgingProvider(),
    startForgingProvider(),
    startForgingProvider({ metadata: { authorization_response_iss_parameter_supported: false } }),
    startForgingProvider({ hasUserInfo: true }),
  ])
  const provider = (id: string, { issuer }: Forger) => ({
    id,
    name: id,
    issuer,
    clientId: CLIENT_ID,
    clientSecret: 'x',
  })
  site = await openTestSite({
    env: {
      PUBLIC_URL: SITE,
      OIDC_NETWORKS: LOCALHOST,
      OIDC_PROVIDERS: JSON.stringify([
        provider('school', school),
        provider('press', press),
        provider('quiet', quiet),
        provider('talking', talking),
        { ...provider('grouped', talking), groupTypes: [{ group: 'editors', userType: 'author' }] },
        { ...provider('slashed', school), issuer: `${school.issuer}/` },
        { ...provider('near', school), issuer: 'https://192.168.1.1' },
        { ...provider('down', school), issuer: `http://${LOCALHOST}:9` },
      ]),
    },
  })
  await site.startJobs()
})
afterAll(async () => {
  await site.close()
  await Promise.all([school, press, quiet, talking].map(({ close }) => close()))
})

const begin = async (id = 'school', next?: string) => {
  const body = next === undefined ? {} : { next }
  const { url, secret } = await site.api()(startSignIn, { params: { provider: id }, body })
  const params = new URL(url).searchParams
  return { secret, params, state: params.get('state') ?? '', nonce: params.get('nonce') ?? '' }
}

type Begun = Awaited<ReturnType<typeof begin>>
type Forgery = Parameters<Forger['answerWith']>[0]

/** The claims of a person whom the library does not know. */
const claimsOf = ({ nonce }: Begun, words: Record<string, unknown> = {}) => ({
  nonce,
  sub: `sub-${++subjects}`,
  email: `forged-${subjects}@school.example`,
  email_verified: true,
  ...words,
})

interface Return {
  forgery?: Forgery
  answer?: Record<string, string>
  secret?: string
  provider?: Forger
}

/** Comes back from the provider, which signs what the test says. */
const comeBack = async (begun: Begun, given: Return = {}): Promise<SignInOutcome> => {
  const { forgery = {}, provider = school, secret = begun.secret } = given
  await provider.answerWith({ ...forgery, claims: claimsOf(begun, forgery.claims) })
  const answer = { provider: 'school', code: 'a code', state: begun.state, iss: provider.issuer, ...given.answer }
  return site.api()(finishSignIn, { body: { answer: new URLSearchParams(answer).toString(), secret } })
}

const refusal = async (comingBack: Promise<unknown>) => {
  const problem = await problemFrom(comingBack)
  expect(problem.status).toBeLessThan(500)
  return problem.message
}

const STALE = 'This login took too long, or was used before. Please start again.'
const NOT_ACCEPTED = 'The answer of school was not accepted. Please start again, or tell the administrators.'

test('a right answer is accepted, with PKCE, state and nonce', async () => {
  const begun = await begin()
  expect(Object.fromEntries(begun.params)).toMatchObject({
    client_id: CLIENT_ID,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: `${SITE}/auth/oidc/school/callback`,
  })
  expect(await comeBack(begun)).toMatchObject({ outcome: 'needs-account' })
  const request = new URLSearchParams(school.requests.findLast(({ path }) => path === '/token')?.body)
  expect(request.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
})

describe('refused is', () => {
  test('an answer that was used before, and one that nobody has asked for', async () => {
    const begun = await begin()
    await comeBack(begun)
    expect(await refusal(comeBack(begun))).toBe(STALE)
    expect(await refusal(comeBack(await begin(), { answer: { state: 'a'.repeat(43) } }))).toBe(STALE)
  })

  test('an answer that another browser has asked for', async () => {
    const [own, foreign] = [await begin(), await begin()]
    expect(await refusal(comeBack(foreign, { secret: own.secret }))).toBe(STALE)
    expect(await refusal(comeBack(own, { answer: { state: foreign.state } }))).toBe(STALE)
    // It was not used up by the wrong browser.
    expect(await comeBack(foreign)).toMatchObject({ outcome: 'needs-account' })
  })

  test('an answer after an hour', async () => {
    const begun = await begin()
    await site.services.db
      .updateTable('signInAttempts')
      .set({ expiresAt: new Date(0) })
      .execute()
    expect(await refusal(comeBack(begun))).toBe(STALE)
  })

  test('a swapped code: its token has the nonce of another log-in', async () => {
    const foreign = await begin()
    expect(await refusal(comeBack(await begin(), { forgery: { claims: { nonce: foreign.nonce } } }))).toBe(NOT_ACCEPTED)
    expect(await refusal(comeBack(await begin(), { forgery: { without: ['nonce'] } }))).toBe(NOT_ACCEPTED)
  })

  const now = Math.floor(Date.now() / 1000)
  const forgeries: Record<string, Forgery> = {
    'of another client': { claims: { aud: 'another client' } },
    'for several clients, made for another one': { claims: { aud: [CLIENT_ID, 'another'], azp: 'another' } },
    'without a client': { without: ['aud'] },
    'of another issuer': { claims: { iss: 'https://elsewhere.example' } },
    'without an issuer': { without: ['iss'] },
    'that has expired': { claims: { iat: now - 900, exp: now - 300 } },
    'that never expires': { without: ['exp'] },
    'of nobody': { without: ['sub'] },
    'without a signature': { signature: 'none' },
    'whose signature was cut off': { signature: 'cut' },
    'signed with another key': { key: 'foreign' },
    'signed with a key that nobody knows': { header: { kid: 'unknown' } },
  }
  test.each(Object.keys(forgeries))('a token %s', async (name) => {
    expect(await refusal(comeBack(await begin(), { forgery: forgeries[name] ?? {} }))).toBe(NOT_ACCEPTED)
  })

  test('a token whose time is wrong by more than two minutes, but not by less', async () => {
    const late = { claims: { iat: now - 400, exp: now - 110 } }
    expect(await comeBack(await begin(), { forgery: late })).toMatchObject({ outcome: 'needs-account' })
    const early = { claims: { iat: now + 110, exp: now + 400 } }
    expect(await comeBack(await begin(), { forgery: early })).toMatchObject({ outcome: 'needs-account' })
  })

  test('the answer of one provider as that of another', async () => {
    // The page of the one leads to the other, whose answer comes to its own address.
    const begun = await begin('school')
    expect(await refusal(comeBack(begun, { provider: press, answer: { provider: 'press' } }))).toBe(STALE)
    const named = await begin('school')
    expect(await refusal(comeBack(named, { provider: press }))).toBe(NOT_ACCEPTED)
    const unnamed = await begin('school')
    await school.answerWith({ claims: claimsOf(unnamed) })
    const answer = new URLSearchParams({ provider: 'school', code: 'a code', state: unnamed.state }).toString()
    expect(await refusal(site.api()(finishSignIn, { body: { answer, secret: unnamed.secret } }))).toBe(NOT_ACCEPTED)
    // A provider that does not name itself is known by the address that it leads back to.
    const other = await begin('quiet')
    expect(await refusal(comeBack(other, { provider: quiet, answer: { provider: 'school' } }))).toBe(STALE)
  })

  test('a link that another session has begun', async () => {
    const [reader, stranger] = await Promise.all([site.aReader(), site.aReader()])
    const { url, secret } = await site.api(stranger)(startLink, { params: { provider: 'school' }, body: {} })
    const params = new URL(url).searchParams
    const state = params.get('state') ?? ''
    const answer = new URLSearchParams({ provider: 'school', code: 'a', state, iss: school.issuer }).toString()
    expect(await refusal(site.api(reader)(finishSignIn, { body: { answer, secret } }))).toBe(STALE)
  })

  test('what a second answer says of another person', async () => {
    const answer = { provider: 'talking' }
    const begun = await begin('talking')
    // The address is asked for where the token has none.
    const message = await refusal(comeBack(begun, { provider: talking, answer, forgery: { without: ['email'] } }))
    expect(message).toBe(NOT_ACCEPTED.replace('school', 'talking'))
  })
})

test.each([
  ['a log-in', 60, startSignIn],
  ['a link', 60, startLink],
  ['a confirmation', 10, startConfirmation],
])('%s may take %i minutes', async (_name, minutes, start) => {
  const api = site.api(await site.aReader())
  const { url } = await api(start, { params: { provider: 'school' }, body: {} })
  const { expiresAt } = await site.services.db
    .selectFrom('signInAttempts')
    .select('expiresAt')
    .where('stateHash', '=', hashOf(new URL(url).searchParams.get('state') ?? ''))
    .executeTakeFirstOrThrow()
  expect(Math.ceil((expiresAt.getTime() - site.services.now().getTime()) / 60_000)).toBe(minutes)
})

test('a confirmation counts only after a new log-in at the provider', async () => {
  const api = site.api(await site.aReader())
  const sub = `sub-${++subjects}`
  const come = async (purpose: typeof startLink | typeof startConfirmation, claims: object) => {
    const { url, secret } = await api(purpose, { params: { provider: 'school' }, body: {} })
    const params = new URL(url).searchParams
    await school.answerWith({ claims: { sub, nonce: params.get('nonce'), ...claims } })
    const state = params.get('state') ?? ''
    const answer = new URLSearchParams({ provider: 'school', code: 'a', state, iss: school.issuer }).toString()
    return { params, outcome: await api(finishSignIn, { body: { answer, secret } }) }
  }
  await come(startLink, {})
  const seconds = Math.floor(Date.now() / 1000)
  const words = 'school did not ask you to log in again, so this is not confirmed.'
  expect(await refusal(come(startConfirmation, {}))).toContain('school cannot confirm that it is you.')
  expect(await refusal(come(startConfirmation, { auth_time: seconds - 600 }))).toBe(words)
  const { params, outcome } = await come(startConfirmation, { auth_time: seconds })
  expect(outcome).toEqual({ outcome: 'confirmed', next: null })
  expect([params.get('prompt'), params.get('max_age')]).toEqual(['login', '0'])
})

test('an address that the provider claims opens no account', async () => {
  const reader = await site.aReader()
  const outcome = await comeBack(await begin(), { forgery: { claims: { email: reader.email } } })
  expect(outcome).toMatchObject({ outcome: 'needs-proof' })
  expect(outcome).not.toHaveProperty('token')
})

const signUp = async (outcome: SignInOutcome) => {
  if (outcome.outcome !== 'needs-account') throw new Error(`outcome: ${outcome.outcome}`)
  return site.api()(createSignInAccount, { body: { ticket: outcome.ticket, username: `signed up ${subjects}` } })
}

test.each([
  ['grouped', { email: 'typed@school.example' }, { email: 'own@school.example', email_verified: true }, 'mail-sent'],
  ['talking', { email_verified: true }, { email: 'second@school.example' }, 'mail-sent'],
  ['grouped', { email: 'own@school.example' }, { email: 'own@school.example', email_verified: true }, 'logged-in'],
  ['grouped', { email: 'said@school.example', email_verified: 'true' }, {}, 'logged-in'],
  ['grouped', { email: 'denied@school.example', email_verified: 'false' }, {}, 'mail-sent'],
])('at %s, an address in the token %j is confirmed by %j only if both are one: %s', async (id, own, more, outcome) => {
  const begun = await begin(id)
  const sub = `sub-${++subjects}`
  talking.intercept((path, response) => {
    if (path !== '/userinfo') return false
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sub, ...more }))
    return true
  })
  const claims = { sub, email: undefined, email_verified: undefined, ...own }
  const found = await comeBack(begun, { provider: talking, answer: { provider: id }, forgery: { claims } })
  talking.intercept(undefined)
  expect(await signUp(found)).toMatchObject({ outcome })
})

test('a provider that names itself without the slash of the setting is shown as linked, and its link is removed', async () => {
  const created = await signUp(await comeBack(await begin('slashed'), { answer: { provider: 'slashed' } }))
  if (created.outcome !== 'logged-in') throw new Error(created.outcome)
  const { db, now } = site.services
  const api = site.api(created)
  const linkedAt = async () => (await api(listLinkedProviders)).providers.find(({ id }) => id === 'slashed')?.linkedAt
  const unlink = () => api(unlinkProvider, { params: { provider: 'slashed' } })
  expect(await linkedAt()).toEqual(expect.any(String))
  await db.updateTable('sessions').set({ confirmedAt: now() }).execute()
  expect(await refusal(unlink())).toMatch('the last way into your account')
  const linked = { issuer: press.issuer, subject: 'other', userId: created.user._id, linkedAt: now() }
  await db.insertInto('signInIdentities').values(linked).execute()
  await unlink()
  expect(await linkedAt()).toBeNull()
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', 'javascript:alert(1)'])(
  'the page after it can not be %s',
  async (next) => {
    const params = { provider: 'school' }
    const problem = await problemFrom(site.api()(startSignIn, { params, body: { next } }))
    expect(problem.errors).toHaveProperty('next')
  },
)

describe('the address that a provider leads back to', () => {
  const back = (path: string) => site.app.inject(path)

  test('leads to a page of this library alone, with what the provider says behind the #', async () => {
    const { statusCode, headers } = await back(
      '/auth/oidc/school/callback?code=a&state=b&provider=press&next=//evil.example',
    )
    expect(statusCode).toBe(303)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers.location).toBe('/login/return#provider=school&code=a&state=b&next=%2F%2Fevil.example')
  })

  test('survives every provider', async () => {
    const { headers } = await back('/auth/oidc/%2F%2Fevil.example/callback?code=a')
    expect(headers.location).toMatch(/^\/login\/return#provider=&/)
  })

  const post = (payload: string, headers: Record<string, string> = {}) =>
    site.app.inject({
      method: 'POST',
      url: '/auth/oidc/school/callback?code=of+the+address',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://login.school.example',
        'sec-fetch-site': 'cross-site',
        ...headers,
      },
      payload,
    })

  test('takes a form of any page, and does no more than lead to the page that knows who has asked', async () => {
    const { statusCode, headers, body } = await post('code=a&state=b&provider=press&next=%2F%2Fevil.example')
    expect([statusCode, body]).toEqual([303, ''])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers.location).toBe('/login/return#provider=school&code=a&state=b&next=%2F%2Fevil.example')
    expect(headers).not.toHaveProperty('set-cookie')
    expect((await post('code=a', { origin: 'null' })).statusCode).toBe(303)
  })

  test('takes no other body, and none that is too long', async () => {
    const json = await post('{"code":"a"}', { 'content-type': 'application/json' })
    expect(json.headers.location).toBe('/login/return#provider=school')
    expect((await post('code=a', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await post(`code=${'a'.repeat(17_000)}`)).statusCode).toBe(413)
  })

  test('lets a form of another page into nothing else', async () => {
    const { statusCode } = await site.app.inject({
      method: 'POST',
      url: '/auth/oidc/school/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: 'logout_token=a',
    })
    expect(statusCode).toBe(403)
  })
})

describe('a provider', () => {
  test('at an address in a private network gets no request', async () => {
    const asked = school.requests.length
    const request = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const
    await expect(guardedFetch([])(school.issuer, request)).rejects.toThrow(TargetError)
    expect(school.requests.length).toBe(asked)
  })

  test('in a private network is not asked, unless a setting names the network', async () => {
    const body = {}
    const problem = await problemFrom(site.api()(startSignIn, { params: { provider: 'near' }, body }))
    expect(problem.message).toBe('near does not answer. Please try again in a moment.')
  })

  test('whose configuration names addresses in a private network gets no code', async () => {
    const lying = await startForgingProvider({ metadata: { token_endpoint: 'https://192.168.1.1/token' } })
    const id = await addProvider('lying', lying.issuer)
    const begun = await begin(id)
    expect(await refusalOrFailure(comeBack(begun, { provider: lying, answer: { provider: id } }))).toBe(
      'lying does not answer. Please try again in a moment.',
    )
    await lying.close()
  })

  test('that redirects is not followed', async () => {
    const moved = await startForgingProvider()
    moved.intercept((path, response) => {
      if (!path.startsWith('/.well-known/')) return false
      response.writeHead(302, { location: `${school.issuer}${path}` }).end()
      return true
    })
    const id = await addProvider('moved', moved.issuer)
    const asked = school.requests.length
    await problemFrom(site.api()(startSignIn, { params: { provider: id }, body: {} }))
    expect(school.requests.length).toBe(asked)
    await moved.close()
  })

  test('that is down or silent is told in words within three seconds', async () => {
    const silent = await startForgingProvider()
    silent.intercept(() => true)
    const id = await addProvider('silent', silent.issuer)
    for (const provider of ['down', id]) {
      const since = performance.now()
      const problem = await problemFrom(site.api()(startSignIn, { params: { provider }, body: {} }))
      expect(problem).toMatchObject({
        type: 'provider_failed',
        message: `${provider} does not answer. Please try again in a moment.`,
      })
      expect(performance.now() - since).toBeLessThan(3900)
    }
    await silent.close()
  })

  test('that takes a second for each of its answers is waited for', async () => {
    const slow = await startForgingProvider()
    slow.intercept((_path, response) => {
      setTimeout(() => response.end('{}'), 1000)
      return true
    })
    const ask = guardedFetch([LOCALHOST])
    const request = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const
    for (const path of ['/token', '/token', '/jwks', '/userinfo'])
      expect((await ask(`${slow.issuer}${path}`, request)).status).toBe(200)
    await slow.close()
  })
})

const refusalOrFailure = async (comingBack: Promise<unknown>) => (await problemFrom(comingBack)).message

const addProvider = async (id: string, issuer: string) => {
  const settings = JSON.stringify({ name: id, issuer, clientId: CLIENT_ID })
  await site.services.db.insertInto('signInProviders').values({ id, settings, addedAt: site.services.now() }).execute()
  return id
}

describe('a message of a log-out', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

  const send = async (token: string, provider = 'school') => {
    const { statusCode } = await site.app.inject({
      method: 'POST',
      url: `/auth/oidc/${provider}/back-channel-logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
    return statusCode
  }

  /** A session that the provider has opened, and what a right message of its end says. */
  const opened = async () => {
    const reader = await site.aReader()
    const { id } = await site.services.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', reader._id)
      .executeTakeFirstOrThrow()
    const subject = `sub-${++subjects}`
    await site.services.db
      .insertInto('signInSessions')
      .values({ sessionId: id, provider: 'school', issuer: school.issuer, subject, sid: `sid-${subjects}` })
      .execute()
    const isOpen = async () =>
      (await site.services.db.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    return { isOpen, claims: { sub: subject, sid: `sid-${subjects}`, jti: `jti-${subjects}`, events: { [EVENT]: {} } } }
  }

  test('ends the session that it names, and counts once', async () => {
    const { claims, isOpen } = await opened()
    const other = await opened()
    const token = await school.sign({ claims })
    expect(await send(token)).toBe(200)
    expect([await isOpen(), await other.isOpen()]).toEqual([false, true])
    expect(await send(token)).toBe(400)
  })

  test('ends all sessions of a person if it names the person only', async () => {
    const { claims, isOpen } = await opened()
    const { sid: _sid, ...ofPerson } = claims
    expect(await send(await school.sign({ claims: ofPerson }))).toBe(200)
    expect(await isOpen()).toBe(false)
  })

  const now = Math.floor(Date.now() / 1000)
  const forgeries: Record<string, Forgery> = {
    'of another client': { claims: { aud: 'another' } },
    'of another issuer': { claims: { iss: 'https://elsewhere.example' } },
    'without a signature': { signature: 'none' },
    'whose signature was cut off': { signature: 'cut' },
    'signed with another key': { key: 'foreign' },
    'that has expired': { claims: { iat: now - 500, exp: now - 300 } },
    'that is old': { claims: { iat: now - 3600 } },
    'without an id': { without: ['jti'] },
    'without an event': { without: ['events'] },
    'of another event': { claims: { events: { 'http://example.org/other': {} } } },
    'that could be an ID token': { claims: { nonce: 'a nonce' } },
    'that names nobody': { without: ['sub', 'sid'] },
  }
  test.each(Object.keys(forgeries))('is refused: one %s', async (name) => {
    const { claims, isOpen } = await opened()
    const forgery = forgeries[name] ?? {}
    expect(await send(await school.sign({ ...forgery, claims: { ...claims, ...forgery.claims } }))).toBe(400)
    expect(await isOpen()).toBe(true)
  })

  test('makes the library ask for the keys of a provider once, and not at all if it is for another client', async () => {
    const asked = async (forgery: Forgery) => {
      const { claims } = await opened()
      const before = talking.requests.filter(({ path }) => path === '/jwks').length
      const token = await talking.sign({ ...forgery, claims: { ...claims, ...forgery.claims } })
      const statuses = await Promise.all(Array.from({ length: 20 }, () => send(token, 'talking')))
      expect(new Set(statuses)).toEqual(new Set([400]))
      return talking.requests.filter(({ path }) => path === '/jwks').length - before
    }
    expect(await asked({ claims: { aud: 'another' } })).toBe(0)
    expect(await asked({ claims: { iss: school.issuer } })).toBe(0)
    expect(await asked({ header: { kid: 'unknown' } })).toBe(1)
    expect(await asked({ header: { kid: 'another' } })).toBe(0)
    expect(await asked({ key: 'foreign' })).toBe(0)
  })

  test('is refused: one that is no token, and one to a provider that there is not', async () => {
    expect(await send('')).toBe(400)
    expect(await send('a.b.c')).toBe(400)
    const { statusCode } = await site.app.inject({ method: 'POST', url: '/auth/oidc/none/back-channel-logout' })
    expect(statusCode).toBe(404)
  })
})
