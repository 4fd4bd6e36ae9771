import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSignInAccount, finishSignIn, startConfirmation, startSignIn } from '#contract/single-sign-on.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { groupsIn } from './groups.ts'
import { CLIENT_ID, startForgingProvider } from './testing-provider.ts'

const LOCALHOST = '127.0.0.1'
const SECRET = 'Lib-rary_Secret.42 +/%'
type Forger = Awaited<ReturnType<typeof startForgingProvider>>

let site: TestSite
let providers: Record<string, Forger>
let people = 0

const METHODS = 'token_endpoint_auth_methods_supported'
const START = {
  unnamed: {},
  both: { metadata: { [METHODS]: ['client_secret_basic', 'client_secret_post'] } },
  basic: { metadata: { [METHODS]: ['client_secret_basic'] } },
  post: { metadata: { [METHODS]: ['client_secret_post'] } },
  talking: { hasUserInfo: true },
}

beforeAll(async () => {
  const started = Object.entries(START).map(async ([id, given]) => [id, await startForgingProvider(given)] as const)
  providers = Object.fromEntries(await Promise.all(started))
  const settings = { clientId: CLIENT_ID, clientSecret: SECRET, requiredGroup: 'members', groupsClaim: 'groups' }
  const groupTypes = [
    { group: 'librarians', userType: 'moderator' },
    { group: 'teachers', userType: 'author' },
  ]
  const list = Object.entries(providers).map(([id, { issuer }]) => ({ id, name: id, issuer, ...settings, groupTypes }))
  site = await openTestSite({
    env: {
      PUBLIC_URL: 'https://books.example.org',
      OIDC_NETWORKS: LOCALHOST,
      OIDC_PROVIDERS: JSON.stringify(list),
    },
  })
  await site.startJobs()
})
beforeEach(() => {
  for (const provider of Object.values(providers)) provider.intercept(undefined)
})
afterAll(async () => {
  await site.close()
  await Promise.all(Object.values(providers).map(({ close }) => close()))
})

type Claims = Record<string, unknown>

const of = (id: string): Forger => providers[id] as Forger

const aPerson = (words: Claims = {}): Claims => {
  const sub = `habit-${++people}`
  return { sub, email: `${sub}@school.example`, email_verified: true, groups: ['members'], ...words }
}

/** Goes to a provider, which says these claims. */
const visit = async (claims: Claims, id = 'unnamed', without: string[] = []) => {
  const { url, secret } = await site.api()(startSignIn, { params: { provider: id }, body: {} })
  return comeBack(new URL(url), { claims, id, secret, without })
}

interface Back {
  claims: Claims
  id: string
  secret: string
  without?: string[]
  token?: string
}

const comeBack = async (url: URL, { claims, id, secret, without = [], token }: Back) => {
  const { issuer, answerWith } = of(id)
  const { state = '', nonce = '' } = Object.fromEntries(url.searchParams)
  await answerWith({ claims: { ...claims, nonce }, without })
  const answer = new URLSearchParams({ provider: id, code: 'a code', state, iss: issuer }).toString()
  return site.api(token === undefined ? undefined : { token })(finishSignIn, { body: { answer, secret } })
}

const signUp = async (claims: Claims) => {
  const outcome = await visit(claims)
  const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
  const created = await site.api()(createSignInAccount, { body: { ticket, username: `Habit ${people}` } })
  if (created.outcome !== 'logged-in') throw new Error(created.outcome)
  return created
}

const typeAfter = async (claims: Claims, without: string[] = []) => {
  const outcome = await visit(claims, 'unnamed', without)
  return outcome.outcome === 'logged-in' ? outcome.user.userType : outcome.outcome
}

describe('the secret', () => {
  const raw = `Basic ${Buffer.from(`${CLIENT_ID}:${SECRET}`).toString('base64')}`
  const inBody = (body: string) => new URLSearchParams(body).get('client_secret') === SECRET
  /** Refuses a secret unless it comes in the way that this provider knows. */
  const takeOnly = (id: string, knows: (authorization: string | undefined, body: string) => boolean) => {
    let tries = 0
    of(id).intercept((path, response, { headers }, body) => {
      if (path !== '/token') return false
      tries += 1
      if (knows(headers.authorization, body)) return false
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized_client"}')
      return true
    })
    return () => tries
  }

  test.each([
    ['both', 1, (_: string | undefined, body: string) => inBody(body)],
    ['both', 2, (authorization: string | undefined) => authorization !== undefined],
    ['basic', 2, (authorization: string | undefined) => authorization === raw],
    ['basic', 1, (authorization: string | undefined) => authorization !== undefined && authorization !== raw],
    ['unnamed', 2, (_: string | undefined, body: string) => inBody(body)],
    ['post', 1, (_: string | undefined, body: string) => inBody(body)],
  ])('with any character reaches a provider that names %s, in %i requests', async (id, count, knows) => {
    const tries = takeOnly(id, knows)
    expect(await visit(aPerson(), id)).toMatchObject({ outcome: 'needs-account' })
    expect(tries()).toBe(count)
  })

  test.each(['both', 'basic', 'unnamed', 'post'])(
    'that %s refuses in all ways is named to people and in the log',
    async (id) => {
      const tries = takeOnly(id, () => false)
      const problem = await problemFrom(visit(aPerson(), id))
      expect(problem).toMatchObject({
        message: `${id} does not accept the client ID or secret of this library. Please tell the administrators.`,
      })
      expect(tries()).toBe(id === 'post' ? 1 : 2)
      expect(site.logged.at(-1)).not.toContain(SECRET)
      expect(site.logged.some((line) => line.includes('unauthorized_client'))).toBe(true)
    },
  )

  test('is not sent again where something else is refused', async () => {
    let tries = 0
    of('both').intercept((path, response) => {
      if (path !== '/token') return false
      tries += 1
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
      return true
    })
    expect((await problemFrom(visit(aPerson(), 'both'))).message).toContain('was not accepted')
    expect(tries).toBe(1)
  })
})

describe('groups', () => {
  test.each([
    ['a list', ['members', 'teachers'], true],
    ['a list without it', ['strangers'], false],
    ['an empty list', [], false],
    ['a text', 'members', true],
    ['a text with commas', 'teachers, members', true],
    ['a text with semicolons', 'teachers; members', true],
    ['a text that only contains it', 'former members', false],
    ['a path', ['/members'], true],
    ['a path within another group', ['/strangers/members'], false],
    ['a list of objects with names', [{ name: 'strangers' }, { id: 7, name: 'members' }], true],
    ['a list of objects with ids', [{ id: 'members', name: 'Everybody' }], true],
    ['a list of objects of SCIM', [{ value: 'members', display: 'Everybody' }], true],
    ['a list of objects with other ids', [{ id: 'strangers', name: 'members' }], false],
    ['an object of roles', { members: { 123: 'org.example' } }, true],
    ['an object that says no', { members: false }, false],
    ['names of what every object has', { strangers: {} }, false],
  ])('as %s are read', (_, groups, isMember) => {
    const read = groupsIn({ groups }, 'groups')
    expect(read.has('members')).toBe(isMember)
    expect(read.has('constructor')).toBe(false)
    expect(read.isUnsaid).toBe(false)
  })

  test.each([
    ['no claim', {}, 'no such claim'],
    ['a number', { groups: 7 }, 'a value of the kind number'],
    ['a list of objects', { groups: [{}, {}] }, 'a list of 2 without a text'],
    ['a reference', { groups: ['members'], _claim_names: { groups: 'src1' } }, 'too many groups for a token'],
    ['a mark', { hasgroups: true }, 'too many groups for a token'],
  ])('that are not said are told from none: %s', (_, claims, fault) => {
    expect(groupsIn(claims, 'groups')).toMatchObject({ isUnsaid: true, fault })
  })

  test('are found by a name with colons, and within others', () => {
    const roles = 'urn:zitadel:iam:org:project:roles'
    expect(groupsIn({ [roles]: { members: {} } }, roles).has('members')).toBe(true)
    expect(groupsIn({ realm_access: { roles: ['members'] } }, 'realm_access.roles').has('members')).toBe(true)
    expect(groupsIn({}, 'constructor.name').isUnsaid).toBe(true)
  })

  test('that are not said leave the type of an account, but end no session, and are told', async () => {
    const claims = aPerson({ groups: ['members', 'librarians'] })
    await signUp(claims)
    expect(await typeAfter(claims)).toBe('moderator')
    const { groups: _unsaid, ...others } = claims
    for (const silent of [others, { ...others, _claim_names: { groups: 'src1' } }, { ...others, hasgroups: true }]) {
      const problem = await problemFrom(visit(silent))
      expect(problem.message).toBe('unnamed did not say which groups you are in. Please tell the administrators.')
    }
    const sessions = await site.services.db.selectFrom('signInSessions').select('subject').execute()
    expect(sessions.filter(({ subject }) => subject === claims['sub'])).toHaveLength(2)
    expect(site.logged.some((line) => line.includes('too many groups for a token'))).toBe(true)
    expect(await typeAfter(claims)).toBe('moderator')
    // Truly none.
    expect(await typeAfter({ ...claims, groups: ['members'] })).toBe('author')
    expect((await problemFrom(visit({ ...claims, groups: [] }))).message).toContain('is not in the group')
  })
})

describe('what is said of a person in a further answer', () => {
  test.each([
    ['signed', 'own' as const, 'needs-account'],
    ['signed by somebody else', 'foreign' as const, undefined],
  ])('may be %s', async (_, key, expected) => {
    const { email, ...claims } = aPerson()
    const signed = await of('talking').sign({ key, claims: { sub: claims['sub'], email, email_verified: true } })
    of('talking').intercept((path, response) => {
      if (path !== '/userinfo') return false
      response.writeHead(200, { 'content-type': 'application/jwt' }).end(signed)
      return true
    })
    const coming = visit(claims, 'talking')
    if (expected !== undefined) expect(await coming).toMatchObject({ outcome: expected, email })
    else expect((await problemFrom(coming)).message).toContain('was not accepted')
  })
})

test('a provider that refuses a new log-in, or does not say when it was, names the way by a password', async () => {
  const claims = aPerson()
  const { token } = await signUp(claims)
  const begin = () => site.api({ token })(startConfirmation, { params: { provider: 'unnamed' }, body: {} })
  const refused = await begin()
  const state = new URL(refused.url).searchParams.get('state') ?? ''
  const error = { error: 'invalid_request', error_description: 'max_age invalid', state, iss: of('unnamed').issuer }
  const answer = new URLSearchParams({ provider: 'unnamed', ...error }).toString()
  const wayOut = 'Log out, choose a password by “Forgot your password?”, and confirm with that'
  const problem = await problemFrom(site.api({ token })(finishSignIn, { body: { answer, secret: refused.secret } }))
  expect(problem.message).toContain(wayOut)
  for (const auth_time of [0, undefined]) {
    const { url, secret } = await begin()
    const coming = comeBack(new URL(url), { claims: { ...claims, auth_time }, id: 'unnamed', secret, token })
    expect((await problemFrom(coming)).message).toContain(wayOut)
  }
})
