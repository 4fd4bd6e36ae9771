import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/account-settings.ts'
import { forgotPassword, getUserDetails, login, register, verifyEmail } from '#contract/accounts.ts'
import { confirmEmailChange, listSecurityEvents, requestEmailChange } from '#contract/account-security.ts'
import { deleteUser, updateUser } from '#contract/admin.ts'
import { suspendUser } from '#contract/moderation.ts'
import { beginTotp } from '#contract/second-factors.ts'
import {
  confirmSignIn,
  createSignInAccount,
  finishSignIn,
  linkWithPassword,
  listLinkedProviders,
  logOutOfProvider,
  mailSignInLink,
  startConfirmation,
  startLink,
  startSignIn,
  unlinkProvider,
} from '#contract/single-sign-on.ts'
import { makeInvitation, updateSiteSettings } from '#contract/site-admin.ts'
import { freePort } from '#tests/free-port.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { codeOf, withApp } from '#server/accounts/second-factor/testing-factors.ts'
import { logInWithFactor } from '#contract/second-factors.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import { connect, POOL_SIZE } from '#server/platform/database/connect.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import { createSharedRates } from '#server/platform/shared-rates.ts'
import { createSignInAccount as createAccount } from './claim-account.ts'
import { personalSingleSignOn } from './personal-single-sign-on.ts'
import { answersByForm } from './provider-client.ts'
import { findProvider } from './providers.ts'
import {
  aBrowser,
  CLIENT_ID,
  CLIENT_SECRET,
  hiddenFields,
  type ProviderPerson,
  startRealProvider,
} from './testing-provider.ts'
import { createTicket } from './tickets.ts'

const LOCALHOST = '127.0.0.1'
const SCOPES = 'openid email profile groups'
const APPLE = { issuer: 'https://appleid.apple.com' }

let site: TestSite
let siteUrl: string
let school: Awaited<ReturnType<typeof startRealProvider>>
let press: Awaited<ReturnType<typeof startRealProvider>>
let people = 0

beforeAll(async () => {
  const port = await freePort()
  siteUrl = `http://${LOCALHOST}:${port}`
  ;[school, press] = await Promise.all([startRealProvider(siteUrl, 'school'), startRealProvider(siteUrl, 'press')])
  const shared = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scopes: SCOPES }
  const providers = [
    {
      id: 'school',
      name: 'The school',
      issuer: school.issuer,
      ...shared,
      requiredGroup: 'members',
      groupTypes: [
        { group: 'heads', userType: 'admin' },
        { group: 'wardens', userType: 'moderator' },
        { group: 'teachers', userType: 'author' },
      ],
      trustsFactors: true,
      logsOutThere: true,
    },
    { id: 'press', name: 'A press', issuer: press.issuer, ...shared },
  ]
  site = await openTestSite({
    env: { PUBLIC_URL: siteUrl, OIDC_PROVIDERS: JSON.stringify(providers), OIDC_NETWORKS: LOCALHOST },
  })
  await site.startJobs()
  await site.app.listen({ port, host: LOCALHOST })
})
beforeEach(async () => {
  await site.services.db.deleteFrom('siteSettings').execute()
})
afterAll(async () => {
  await site.close()
  await Promise.all([school.close(), press.close()])
})

const aPerson = (words: Partial<ProviderPerson> = {}): ProviderPerson => {
  const name = `person ${++people}`
  return {
    sub: `sub-${people}`,
    email: `person-${people}@school.example`,
    email_verified: true,
    preferred_username: name,
    groups: ['members'],
    ...words,
  }
}

interface Visit {
  at?: 'school' | 'press'
  browser?: ReturnType<typeof aBrowser>
  begun?: { url: string; secret: string }
  by?: Pick<Person, 'token'>
}

/** Goes to a provider and comes back, as a browser does. */
const visit = async (person: ProviderPerson | undefined, given: Visit = {}) => {
  const { at = 'school', browser = aBrowser(), by } = given
  const begun = given.begun ?? (await site.api()(startSignIn, { params: { provider: at }, body: { next: '/library' } }))
  const provider = at === 'school' ? school : press
  provider.logInAs(person)
  const back = await browser.followTo(siteUrl, begun.url)
  const response = await fetch(back, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', siteUrl)
  expect(location.pathname).toBe('/login/return')
  const answer = location.hash.slice(1)
  return site.api(by)(finishSignIn, { body: { answer, secret: begun.secret } })
}

const signUp = async (person: ProviderPerson, given: Visit = {}) => {
  const outcome = await visit(person, given)
  if (outcome.outcome !== 'needs-account') throw new Error(`outcome: ${outcome.outcome}`)
  const { ticket, username } = outcome
  const created = await site.api(given.by)(createSignInAccount, { body: { ticket, username } })
  if (created.outcome !== 'logged-in') throw new Error(`outcome: ${created.outcome}`)
  return created
}

const logIn = async (person: ProviderPerson, given: Visit = {}) => {
  const outcome = await visit(person, given)
  if (outcome.outcome !== 'logged-in') throw new Error(`outcome: ${outcome.outcome}`)
  return outcome
}

/** Marks all sessions as just confirmed by a password. */
const confirmAll = () => site.services.db.updateTable('sessions').set({ confirmedAt: site.services.now() }).execute()

const isLoggedIn = (token: string) =>
  site
    .api({ token })(getUserDetails)
    .then(
      () => true,
      () => false,
    )

/** The changes of the type of an account that the log names a provider for. */
const typesInLog = async ({ _id }: Pick<Person, '_id'>) => {
  const entries = await site.services.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('subject', '=', `user ${_id}`)
    .where('action', '=', 'change user')
    .where('adminName', '=', 'The school')
    .execute()
  const typeIn = (fields: unknown) => (fields as { userType: string }).userType
  return entries.map(({ before, after }) => ({ before: typeIn(before), after: typeIn(after) }))
}

describe('an account by a provider', () => {
  test('is made by the first log-in, and opened by the next one', async () => {
    const person = aPerson({ groups: ['members', 'teachers'] })
    const outcome = await visit(person)
    expect(outcome).toMatchObject({
      outcome: 'needs-account',
      email: person.email,
      username: person.preferred_username,
      provider: 'The school',
      userType: 'author',
      needsInvitation: false,
      next: '/library',
    })
    if (outcome.outcome !== 'needs-account') return
    const choice = { ticket: outcome.ticket, username: 'Ida Fenn' }
    const created = await site.api()(createSignInAccount, { body: choice })
    expect(created).toMatchObject({
      outcome: 'logged-in',
      next: '/library',
      user: { username: 'Ida Fenn', email: person.email, userType: 'author', verified: true },
    })
    expect((await problemFrom(site.api()(createSignInAccount, { body: choice }))).type).toBe('validation')
    const again = await logIn(person)
    expect(created.outcome === 'logged-in' && created.user._id).toBe(again.user._id)
    const kinds = (await site.api(again)(listSecurityEvents)).map(({ kind }) => kind)
    expect(kinds).toContain('provider-linked')
    const mail = await site.post.mailTo(person.email ?? '')
    expect(mail.subject).toBe('The school is linked to your Quillhouse account')
  })

  test('has the language of the page that it is made on', async () => {
    const person = aPerson()
    const outcome = await visit(person)
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const body = { ticket, username: 'Ilse Lampe', language: 'de' }
    expect(await site.api()(createSignInAccount, { body })).toMatchObject({ user: { language: 'de' } })
    expect(await site.post.mailTo(person.email ?? '')).toMatchObject({ html: expect.stringContaining('lang="de"') })
  })

  test('lets the person choose between reader and author without a group, and is nobody else by a name', async () => {
    const outcome = await visit(aPerson())
    expect(outcome).toMatchObject({ outcome: 'needs-account', userType: null })
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const taken = (await site.aReader()).username
    const problem = await problemFrom(
      site.api()(createSignInAccount, { body: { ticket, username: taken, userType: 'author' } }),
    )
    expect(problem).toMatchObject({ type: 'conflict', errors: { username: 'This username is taken.' } })
    const created = await site.api()(createSignInAccount, {
      body: { ticket, username: problem.suggestion ?? '', userType: 'author' },
    })
    expect(created.outcome === 'logged-in' && created.user.userType).toBe('author')
  })

  test('needs a mail where the provider has not confirmed the address, in the same browser', async () => {
    const person = aPerson({ email_verified: false })
    const outcome = await visit(person)
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const answer = await site.api()(createSignInAccount, { body: { ticket, username: 'Perpetua Lowe' } })
    expect(answer.outcome).toBe('mail-sent')
    const { link } = await site.post.mailTo(person.email ?? '')
    const token = new URL(link).searchParams.get('token') ?? ''
    const other = await visit(aPerson())
    const stranger = other.outcome === 'needs-account' ? other.ticket : ''
    expect((await problemFrom(site.api()(confirmSignIn, { body: { ticket: stranger, token } }))).type).toBe(
      'validation',
    )
    const confirmed = await site.api()(confirmSignIn, { body: { ticket, token } })
    expect(confirmed.user).toMatchObject({ username: 'Perpetua Lowe', email: person.email, verified: true })
  })

  test('counts its mail within its transaction, though other requests hold all connections but one', async () => {
    const silent = () => undefined
    const { db, pool, close } = connect(site.database.config, { info: silent, warn: silent })
    const sharedRates = createSharedRates(true, db)
    const services = { ...site.services, db, sharedRates, limiter: createLimiter(true) }
    const identity = {
      issuer: school.issuer,
      subject: 'crowded',
      email: 'crowded@school.example',
      username: 'Crowded Room',
      userType: null,
      isConfirmed: false,
      isInRequiredGroup: true,
      hasShownFactor: false,
      sid: null,
      loggedInAt: null,
    }
    const ticket = await createTicket(services, {
      provider: await findProvider(services, 'school'),
      identity,
      next: null,
    })
    const choice = {
      ticket,
      username: 'Crowded Room',
      userType: 'reader',
      from: { address: '192.0.2.7', userAgent: '' },
    } as const
    const held = await Promise.all(Array.from({ length: POOL_SIZE - 1 }, () => pool.connect()))
    expect((await createAccount(services, null, choice)).outcome).toBe('mail-sent')
    expect((await problemFrom(createAccount(services, null, choice))).type).toBe('rate_limited')
    for (const client of held) client.release()
    await close()
  })

  test('has an hour from the mail on for its link', async () => {
    const person = aPerson({ email_verified: false })
    const outcome = await visit(person)
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    await site.services.db
      .updateTable('signInTickets')
      .set({ expiresAt: new Date(site.services.now().getTime() + 60_000) })
      .where('ticketHash', '=', hashOf(ticket))
      .execute()
    await site.api()(createSignInAccount, { body: { ticket, username: 'Late Riser' } })
    await site.post.mailTo(person.email ?? '')
    const { expiresAt } = await site.services.db
      .selectFrom('signInTickets')
      .select('expiresAt')
      .where('ticketHash', '=', hashOf(ticket))
      .executeTakeFirstOrThrow()
    expect(expiresAt.getTime() - site.services.now().getTime()).toBeGreaterThan(3_500_000)
  })

  test('is told of a taken name or a wrong invitation before the mail, but not of a taken address', async () => {
    const admin = await site.anAdmin()
    await site.api(admin)(updateSiteSettings, { body: { registration: 'invitation' } })
    const reader = await site.aReader()
    const begin = async (words: object) => {
      const outcome = await visit(aPerson({ email_verified: false, ...words }), { at: 'press' })
      return outcome.outcome === 'needs-account' ? outcome.ticket : ''
    }
    const invite = async () => (await site.api(admin)(makeInvitation, { body: {} })).data.code
    const invitation = await invite()
    const email = `typed-${people}@school.example`
    const choice = { ticket: await begin({ email: undefined }), username: 'Odile Marsh', email, invitation }
    const problemOf = (words: object) => problemFrom(site.api()(createSignInAccount, { body: { ...choice, ...words } }))
    const taken = await problemOf({ username: reader.username })
    expect(taken).toMatchObject({ type: 'conflict', errors: { username: 'This username is taken.' } })
    expect(taken.suggestion).toBeDefined()
    expect((await problemOf({ invitation: 'AAAAAAAAAA' })).errors).toHaveProperty('invitation')
    expect((await problemOf({ username: reader.username, email: reader.email })).errors).toHaveProperty('username')
    expect(site.post.mails.filter(({ to }) => to === email)).toEqual([])

    expect((await site.api()(createSignInAccount, { body: choice })).outcome).toBe('mail-sent')
    const token = new URL((await site.post.mailTo(email)).link).searchParams.get('token') ?? ''
    const { user } = await site.api()(confirmSignIn, { body: { ticket: choice.ticket, token } })
    expect(user).toMatchObject({ username: 'Odile Marsh', email })

    const ofTaken = { ticket: await begin({ email: undefined }), username: 'Corin Ashe', invitation: await invite() }
    const sent = await site.api()(createSignInAccount, { body: { ...ofTaken, email: reader.email } })
    expect(sent.outcome).toBe('mail-sent')
    const link = new URL((await site.post.mailTo(reader.email)).link).searchParams.get('token') ?? ''
    const refusal = await problemFrom(site.api()(confirmSignIn, { body: { ticket: ofTaken.ticket, token: link } }))
    expect(refusal.message).toContain('There is an account with this email already.')
  })

  test('takes over the invitation of a sign-up with its address that was never confirmed', async () => {
    const admin = await site.anAdmin()
    await site.api(admin)(updateSiteSettings, { body: { registration: 'invitation' } })
    const invitation = (await site.api(admin)(makeInvitation, { body: {} })).data.code
    const person = aPerson()
    const { email = '' } = person
    const body = { username: 'Never Confirmed', email, password: 'ink-and-blotting-paper', invitation }
    await site.api()(register, { body })
    const outcome = await visit(person)
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const created = await site.api()(createSignInAccount, { body: { ticket, username: 'Confirmed', invitation } })
    expect(created).toMatchObject({ outcome: 'logged-in', user: { email } })
  })

  test('is what a guest becomes', async () => {
    const guest = await site.aGuest()
    const created = await signUp(aPerson(), { by: guest })
    expect(created.user).toMatchObject({ _id: guest._id, guest: false })
    expect(await isLoggedIn(guest.token)).toBe(false)
  })

  test('is not made while the library takes no new accounts', async () => {
    const admin = await site.anAdmin()
    await site.api(admin)(updateSiteSettings, { body: { registration: 'closed' } })
    expect((await problemFrom(visit(aPerson()))).message).toBe('This library takes no new accounts at the moment.')
    await site.api(admin)(updateSiteSettings, { body: { registration: 'invitation' } })
    const outcome = await visit(aPerson())
    expect(outcome).toMatchObject({ outcome: 'needs-account', needsInvitation: true })
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const problem = await problemFrom(
      site.api()(createSignInAccount, { body: { ticket, username: 'Uninvited', invitation: 'AAAAAAAAAA' } }),
    )
    expect(problem.errors).toHaveProperty('invitation')
  })

  test('has no password: it is deleted after a new log-in at its provider', async () => {
    const person = aPerson()
    const { token, user } = await signUp(person)
    await site.services.db
      .updateTable('sessions')
      .set({ confirmedAt: new Date(0) })
      .execute()
    const api = site.api({ token })
    expect((await problemFrom(api(deleteAccount, { body: {} }))).type).toBe('reauthenticate')
    const { documents } = await personalSingleSignOn.exportOf(site.services, user._id)
    expect(documents).toMatchObject({ providers: [{ issuer: school.issuer, subject: person.sub }] })
    await confirmAll()
    await api(deleteAccount, { body: {} })
    expect(await visit(person)).toMatchObject({ outcome: 'needs-account' })
  })
})

describe('an existing account', () => {
  test('is not opened by its address alone, but with its password', async () => {
    const reader = await site.aReader()
    const outcome = await visit(aPerson({ email: reader.email }))
    expect(outcome).toMatchObject({ outcome: 'needs-proof', email: reader.email })
    const ticket = outcome.outcome === 'needs-proof' ? outcome.ticket : ''
    const wrong = await problemFrom(site.api()(linkWithPassword, { body: { ticket, password: 'not the password' } }))
    expect(wrong.type).toBe('bad_credentials')
    const linked = await site.api()(linkWithPassword, { body: { ticket, password: PASSWORD } })
    expect(linked.user._id).toBe(reader._id)
    expect((await site.api(linked)(listLinkedProviders)).providers).toMatchObject([
      { id: 'school', letter: 'T', linkedAt: expect.any(String) },
      { id: 'press', letter: 'A', linkedAt: null },
    ])
  })

  test('is linked by a mail in the browser that has asked for it, and in no other', async () => {
    const reader = await site.aReader()
    const person = aPerson({ email: reader.email })
    const outcome = await visit(person)
    const ticket = outcome.outcome === 'needs-proof' ? outcome.ticket : ''
    await site.api()(mailSignInLink, { body: { ticket } })
    const mail = await site.post.mailTo(reader.email)
    const token = new URL(mail.link).searchParams.get('token') ?? ''
    const stranger = await visit(aPerson({ email: reader.email }))
    const other = stranger.outcome === 'needs-proof' ? stranger.ticket : ''
    await problemFrom(site.api()(confirmSignIn, { body: { ticket: other, token } }))
    expect((await site.api()(confirmSignIn, { body: { ticket, token } })).user._id).toBe(reader._id)
    expect((await logIn(person)).user._id).toBe(reader._id)
  })

  test('has the type of its groups from the log-in that links it on', async () => {
    const linkAs = async (reader: Person, groups: string[]) => {
      const outcome = await visit(aPerson({ email: reader.email, groups: ['members', ...groups] }))
      const ticket = outcome.outcome === 'needs-proof' ? outcome.ticket : ''
      return (await site.api()(linkWithPassword, { body: { ticket, password: PASSWORD } })).user.userType
    }
    expect(await linkAs(await site.aReader(), ['teachers'])).toBe('author')
    const [moderator] = await Promise.all([site.aModerator(), site.anAdmin()])
    expect(await linkAs(moderator, [])).toBe('author')
    expect(await typesInLog(moderator)).toEqual([{ before: 'moderator', after: 'author' }])
  })

  test('with a second factor is linked from within alone', async () => {
    const reader = await site.aReader()
    await withApp(site, reader)
    const outcome = await visit(aPerson({ email: reader.email }))
    const ticket = outcome.outcome === 'needs-proof' ? outcome.ticket : ''
    const problem = await problemFrom(site.api()(linkWithPassword, { body: { ticket, password: PASSWORD } }))
    expect(problem.message).toBe(
      'This account has a second factor. Log in with it, and link the provider on your profile.',
    )
  })

  test('is linked and unlinked on the profile, but not without another way in', async () => {
    const reader = await site.aReader()
    const person = aPerson()
    const api = site.api(reader)
    const begun = await api(startLink, { params: { provider: 'press' }, body: { next: '/profile' } })
    expect(await visit(person, { at: 'press', begun, by: reader })).toEqual({ outcome: 'linked', next: '/profile' })
    expect((await logIn(person, { at: 'press' })).user._id).toBe(reader._id)
    await api(unlinkProvider, { params: { provider: 'press' } })
    expect(await visit(person, { at: 'press' })).toMatchObject({ outcome: 'needs-account' })

    const created = await signUp(aPerson(), { at: 'press' })
    await confirmAll()
    const problem = await problemFrom(site.api(created)(unlinkProvider, { params: { provider: 'press' } }))
    expect(problem.message).toBe('This is the last way into your account. Set a password first, with a link by mail.')
  })

  test('is linked to one person of a provider, and a person to one account', async () => {
    const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
    const [person, twin] = [aPerson(), aPerson()]
    const linkAs = async (to: Person, who: ProviderPerson) =>
      visit(who, {
        at: 'press',
        by: to,
        begun: await site.api(to)(startLink, { params: { provider: 'press' }, body: {} }),
      })
    await linkAs(reader, person)
    expect((await problemFrom(linkAs(other, person))).message).toContain('linked to another account here')
    expect((await problemFrom(linkAs(reader, twin))).message).toContain('another account of this provider')
  })

  test('that is suspended stays out, and the answer says why', async () => {
    const person = aPerson()
    const { user } = await signUp(person)
    await site.services.db
      .updateTable('users')
      .set({ suspendedAt: site.services.now(), suspensionReason: 'Spam.' })
      .where('id', '=', user._id)
      .execute()
    expect((await problemFrom(visit(person))).message).toContain('Spam.')
  })
})

describe('groups', () => {
  test('decide on the type of an account at each log-in, which the log records', async () => {
    const person = aPerson({ groups: ['members', 'teachers'] })
    const { user } = await signUp(person)
    const warden = await logIn({ ...person, groups: ['members', 'wardens'] })
    expect(warden.user).toMatchObject({ _id: user._id, userType: 'moderator' })
    const entry = await site.services.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', `user ${user._id}`)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      adminName: 'The school',
      before: { userType: 'author' },
      after: { userType: 'moderator' },
    })
    expect((await logIn({ ...person, groups: ['members'] })).user.userType).toBe('author')
  })

  test('that make a new account an administrator or moderator are in the log', async () => {
    const head = await signUp(aPerson({ groups: ['members', 'heads'] }))
    expect(head.user.userType).toBe('admin')
    expect(await typesInLog(head.user)).toEqual([{ before: 'reader', after: 'admin' }])
    const guest = await site.aGuest()
    const former = await signUp(aPerson({ groups: ['members', 'heads'] }), { by: guest })
    expect(await typesInLog(guest)).toEqual([{ before: 'reader', after: 'admin' }])
    for (const person of [head, former]) {
      const kinds = (await site.api(person)(listSecurityEvents)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'became-administrator')).toHaveLength(1)
    }
    const warden = aPerson({ groups: ['members', 'wardens'], email_verified: false })
    const outcome = await visit(warden)
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    await site.api()(createSignInAccount, { body: { ticket, username: 'Warden Oake', userType: 'author' } })
    const token = new URL((await site.post.mailTo(warden.email ?? '')).link).searchParams.get('token') ?? ''
    const { user } = await site.api()(confirmSignIn, { body: { ticket, token } })
    expect(await typesInLog(user)).toEqual([{ before: 'author', after: 'moderator' }])
  })

  test('never remove the last administrator', async () => {
    await site.services.db.updateTable('users').set({ userType: 'author' }).where('userType', '=', 'admin').execute()
    const person = aPerson({ groups: ['members', 'heads'] })
    await signUp(person)
    expect((await logIn({ ...person, groups: ['members'] })).user.userType).toBe('admin')
    await site.anAdmin()
    expect((await logIn({ ...person, groups: ['members'] })).user.userType).toBe('author')
  })

  test('that are required keep others out, and end the sessions of who has left', async () => {
    const refused = await problemFrom(visit(aPerson({ groups: [] })))
    expect(refused.message).toBe('Your account at The school is not in the group that can log in here.')
    const person = aPerson()
    const { token } = await signUp(person)
    expect(await isLoggedIn(token)).toBe(true)
    await problemFrom(visit({ ...person, groups: ['teachers'] }))
    expect(await isLoggedIn(token)).toBe(false)
  })
})

describe('second factors', () => {
  test('of this library are asked, unless the provider says that it did and is trusted', async () => {
    const person = aPerson()
    const { token } = await signUp(person)
    await confirmAll()
    const { secret } = await withApp(site, { ...(await site.aReader()), token })
    const { secondFactor } = await problemFrom(visit(person))
    const { token: second } = await site.api()(logInWithFactor, {
      body: { challenge: secondFactor?.challenge ?? '', code: codeOf(site, secret) },
    })
    const opened = site.services.db.selectFrom('signInSessions').select('sid').where('subject', '=', person.sub)
    // That of the sign-up, and the one after the code.
    expect((await opened.execute()).length).toBe(2)
    expect(await isLoggedIn(second)).toBe(true)
    const trusted = await logIn({ ...person, amr: ['pwd', 'otp'] })
    expect(trusted.outcome).toBe('logged-in')
  })

  test('are set up after a new log-in at the provider', async () => {
    const person = aPerson()
    const browser = aBrowser()
    const { token } = await signUp(person, { browser })
    await site.services.db
      .updateTable('sessions')
      .set({ confirmedAt: new Date(0) })
      .execute()
    const api = site.api({ token })
    expect((await problemFrom(api(beginTotp))).type).toBe('reauthenticate')
    const confirm = async (who: ProviderPerson, at = aBrowser()) =>
      visit(who, {
        browser: at,
        by: { token },
        begun: await api(startConfirmation, { params: { provider: 'school' }, body: {} }),
      })
    const other = aPerson()
    expect((await problemFrom(confirm(other))).message).toBe('This account at The school is not linked to yours.')
    expect(await confirm(person, browser)).toMatchObject({ outcome: 'confirmed' })
    await api(beginTotp)
  })
})

const keptHints = async () =>
  (await site.services.db.selectFrom('signInSessions').select('logOutHint').execute())
    .map(({ logOutHint }) => logOutHint)
    .filter((hint) => hint !== null)

describe('log-out', () => {
  test('names the person to the provider by what is kept encrypted until then', async () => {
    await site.services.db.deleteFrom('signInSessions').execute()
    const person = aPerson()
    await signUp(person)
    const again = await logIn(person)
    const hints = await keptHints()
    expect(hints).toHaveLength(2)
    // No token begins within them, in any form.
    for (const hint of hints) expect(hint).toMatch(/^\d+\.[\w-]{200,}$/)
    const { url } = await site.api(again)(logOutOfProvider)
    expect(decodeJwt(new URL(url ?? '').searchParams.get('id_token_hint') ?? '').sub).toBe(person.sub)
    await site.services.db.deleteFrom('signInSessions').execute()
  })

  test('here ends the session, and names where the provider ends its own', async () => {
    const created = await signUp(aPerson())
    const { url } = await site.api(created)(logOutOfProvider)
    expect(url).toContain(`${school.issuer}/session/end?`)
    expect(new URL(url ?? '').searchParams.get('client_id')).toBe(CLIENT_ID)
    expect(await isLoggedIn(created.token)).toBe(false)
    const hint = new URL(url ?? '').searchParams.get('id_token_hint') ?? ''
    expect(decodeJwt(hint)).toMatchObject({ iss: school.issuer, aud: CLIENT_ID })
    const other = await signUp(aPerson(), { at: 'press' })
    expect(await keptHints()).toEqual([])
    expect(await site.api(other)(logOutOfProvider)).toEqual({ url: null })
  })

  test('there ends the session here', async () => {
    const person = aPerson()
    const browser = aBrowser()
    const { token, user } = await signUp(person, { browser })
    const elsewhere = await logIn(person)
    const page = await (await browser.visit(`${school.issuer}/session/end?client_id=${CLIENT_ID}`)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await browser.visit(`${school.issuer}/session/end/confirm`, { form: { xsrf, logout: 'yes' } })
    expect(await isLoggedIn(token)).toBe(false)
    expect(await isLoggedIn(elsewhere.token)).toBe(true)
    const kinds = (await site.api(elsewhere)(listSecurityEvents)).map(({ kind }) => kind)
    expect(kinds).toContain('logged-out-by-provider')
    expect(user._id).toBe(elsewhere.user._id)
  })
})

describe('with providers only', () => {
  test('passwords, sign-ups and new passwords are refused for all but one administrator', async () => {
    const [admin, reader] = await Promise.all([site.anAdmin(), site.aReader()])
    const set = (rescueAdministrator: string) =>
      site.api(admin)(updateSiteSettings, { body: { signIn: 'providers', rescueAdministrator } })
    expect((await problemFrom(set(reader.email))).errors).toHaveProperty('rescueAdministrator')
    await set(admin.email)
    const words = 'Passwords are turned off in this library. Please log in with a provider.'
    const api = site.api()
    const attempts = [
      () => api(login, { body: { email: reader.email, password: PASSWORD } }),
      () => api(login, { body: { email: reader.email, password: 'a wrong one' } }),
      () => api(login, { body: { email: admin.email, password: 'a wrong one' } }),
      () => api(forgotPassword, { body: { email: reader.email } }),
      () => api(register, { body: { username: 'Sign Up', email: 'new@example.org', password: PASSWORD } }),
    ]
    for (const attempt of attempts) expect((await problemFrom(attempt())).message).toBe(words)
    expect((await site.api()(login, { body: { email: admin.email, password: PASSWORD } })).user._id).toBe(admin._id)
    expect((await signUp(aPerson())).outcome).toBe('logged-in')
  })
})

describe('the rescue administrator', () => {
  const setUp = async () => {
    const [rescue, other] = await Promise.all([site.anAdmin(), site.anAdmin()])
    await site.api(other)(updateSiteSettings, { body: { signIn: 'providers', rescueAdministrator: rescue.email } })
    const getsIn = async (email: string) =>
      (await site.api()(login, { body: { email, password: PASSWORD } })).user._id === rescue._id
    return { rescue, other, getsIn }
  }

  test('can not be demoted, suspended or deleted while passwords are turned off', async () => {
    const { rescue, other } = await setUp()
    const api = site.api(other)
    const params = { id: rescue._id }
    const attempts = [
      () => api(updateUser, { params, body: { userType: 'author' } }),
      () => api(deleteUser, { params }),
      () => api(suspendUser, { params, body: { reason: 'Gone.' } }),
      () => site.api(rescue)(deleteAccount, { body: { password: PASSWORD } }),
    ]
    for (const attempt of attempts)
      expect(await problemFrom(attempt())).toMatchObject({
        type: 'conflict',
        message: 'This is the rescue administrator. Name another one in the site settings first.',
      })
    await api(updateSiteSettings, { body: { rescueAdministrator: other.email } })
    await api(deleteUser, { params })
  })

  test('gets in with a changed address too', async () => {
    const { rescue, other, getsIn } = await setUp()
    const newEmail = `new-${rescue.email}`
    await site.api(rescue)(requestEmailChange, { body: { newEmail, password: PASSWORD } })
    const token = new URL((await site.post.mailTo(newEmail)).link).searchParams.get('token') ?? ''
    await site.api()(confirmEmailChange, { body: { token } })
    expect(await getsIn(newEmail)).toBe(true)
    const corrected = `corrected-${rescue.email}`
    await site.api(other)(updateUser, { params: { id: rescue._id }, body: { email: corrected } })
    const { link } = await site.post.mailTo(corrected)
    await site.api()(verifyEmail, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
    expect(await getsIn(corrected)).toBe(true)
  })
})

describe('a provider that answers by a form', () => {
  const [query, fragment, form] = ['query', 'fragment', 'form_post']

  test.each([
    ['that names no modes', {}, 'openid email', false],
    ['that knows the query too', { response_modes_supported: [query, fragment, form] }, 'openid email', false],
    ['that knows nothing else', { response_modes_supported: [form] }, 'openid', true],
    ['that knows neither', { response_modes_supported: [fragment] }, 'openid', false],
    ['Apple', { ...APPLE, response_modes_supported: [query, fragment, form] }, 'openid email name', true],
    ['Apple, which is asked for nothing', { ...APPLE, response_modes_supported: [query, form] }, 'openid', false],
  ])('is asked to only if it must be: one %s', (_, metadata, scopes, expected) => {
    expect(answersByForm({ issuer: 'https://login.school.example', ...metadata }, scopes)).toBe(expected)
  })

  /** What the page of the provider sends of itself. */
  const formAt = async (address: string): Promise<Record<string, string>> => {
    const browser = aBrowser()
    const follow = async (at: string): Promise<Response> => {
      const response = await browser.visit(at)
      const location = response.headers.get('location')
      return location === null ? response : follow(new URL(location, at).href)
    }
    return hiddenFields(await (await follow(address)).text())
  }

  const answerOf = async (form: Record<string, string>) => {
    const { statusCode, headers } = await site.app.inject({
      method: 'POST',
      url: '/auth/oidc/press/callback',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: press.issuer,
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams(form).toString(),
    })
    expect(statusCode).toBe(303)
    return new URL(headers.location ?? '', siteUrl).hash.slice(1)
  }

  const begin = () => site.api()(startSignIn, { params: { provider: 'press' }, body: { next: '/library' } })

  test('opens an account in the browser that has asked, and in no other', async () => {
    press.logInAs(aPerson())
    const [own, foreign] = [await begin(), await begin()]
    const answer = await answerOf(await formAt(`${own.url}&response_mode=form_post`))
    const stolen = await problemFrom(site.api()(finishSignIn, { body: { answer, secret: foreign.secret } }))
    expect(stolen.message).toBe('This login took too long, or was used before. Please start again.')
    const outcome = await site.api()(finishSignIn, { body: { answer, secret: own.secret } })
    expect(outcome).toMatchObject({ outcome: 'needs-account', next: '/library' })
  })

  test('may tell that the person has cancelled', async () => {
    for (const error of ['access_denied', 'user_cancelled_authorize', 'consent_required']) {
      const { url, secret } = await begin()
      const state = new URL(url).searchParams.get('state') ?? ''
      const answer = await answerOf({ error, state, iss: press.issuer })
      expect((await problemFrom(site.api()(finishSignIn, { body: { answer, secret } }))).message).toBe(
        'You have cancelled the log-in at A press, or may not log in there.',
      )
    }
  })
})

test('who cancels at the provider is told so', async () => {
  expect((await problemFrom(visit(undefined))).message).toBe(
    'You have cancelled the log-in at The school, or may not log in there.',
  )
})

test('tokens and secrets are neither stored nor logged', async () => {
  await signUp(aPerson())
  const log = site.logged.join('')
  expect(log).not.toContain(CLIENT_SECRET)
  expect(log).not.toMatch(/eyJ[\w-]+\.[\w-]+/)
  expect(log).not.toMatch(/code=[\w-]{20}/)
})
