import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmSignIn,
  createSignInAccount,
  finishSignIn,
  linkWithPassword,
  listLinkedProviders,
  logOutOfProvider,
  startSignIn,
} from '#contract/single-sign-on.ts'
import { openTestSite, PASSWORD, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'
import { freePort } from '#tests/free-port.ts'
import {
  type Algorithm,
  ALGORITHMS,
  clientOf,
  type GlewlwydPerson,
  MISSING,
  SECRET,
  startGlewlwyd,
  unpackGlewlwyd,
} from './testing-glewlwyd.ts'
import { aBrowser } from './testing-provider.ts'

const LOCALHOST = '127.0.0.1'
const THERE = 'a lamp beside the school'

const home = await unpackGlewlwyd()

describe.skipIf(!home)(`Glewlwyd (skipped if ${MISSING})`, { timeout: 60_000 }, () => {
  let site: TestSite
  let siteUrl: string
  let glewlwyd: Awaited<ReturnType<typeof startGlewlwyd>>
  let people = 0

  beforeAll(async () => {
    const port = await freePort()
    siteUrl = `http://${LOCALHOST}:${port}`
    glewlwyd = await startGlewlwyd(home ?? '', siteUrl)
    const providers = ALGORITHMS.map((algorithm) => ({
      id: algorithm.toLowerCase(),
      name: `The school (${algorithm})`,
      issuer: glewlwyd.issuerOf(algorithm),
      clientId: clientOf(algorithm),
      clientSecret: SECRET,
      scopes: 'openid email profile',
      logsOutThere: true,
    }))
    const wrong = { ...providers[0], id: 'wrong', clientSecret: 'another secret' }
    site = await openTestSite({
      env: { PUBLIC_URL: siteUrl, OIDC_PROVIDERS: JSON.stringify([...providers, wrong]), OIDC_NETWORKS: LOCALHOST },
    })
    await site.startJobs()
    await site.app.listen({ port, host: LOCALHOST })
  }, 60_000)
  afterAll(async () => {
    await site?.close()
    await glewlwyd?.close()
  })

  const aPerson = async (words: Partial<GlewlwydPerson> = {}): Promise<GlewlwydPerson> => {
    const username = `ottoline${++people}`
    const person = { username, password: THERE, email: `${username}@school.example`, ...words }
    await glewlwyd.addPerson(person)
    return person
  }

  const visit = async (person: GlewlwydPerson, name: Algorithm | 'wrong' = 'RS256', browser = aBrowser()) => {
    const provider = name.toLowerCase()
    const begun = await site.api()(startSignIn, { params: { provider }, body: { next: '/library' } })
    const back = await glewlwyd.logIn(browser, begun.url, person)
    expect(back.origin).toBe(siteUrl)
    const response = await fetch(back, { redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? '', siteUrl)
    return site.api()(finishSignIn, { body: { answer: location.hash.slice(1), secret: begun.secret } })
  }

  const signUp = async (person: GlewlwydPerson, algorithm?: Algorithm, browser?: ReturnType<typeof aBrowser>) => {
    const outcome = await visit(person, algorithm, browser)
    if (outcome.outcome !== 'needs-account') throw new Error(`outcome: ${outcome.outcome}`)
    const created = await site.api()(createSignInAccount, {
      body: { ticket: outcome.ticket, username: outcome.username },
    })
    if (created.outcome !== 'logged-in') throw new Error(`outcome: ${created.outcome}`)
    return created
  }

  test.each(ALGORITHMS)(
    'signs with %s: an account is made, opened again, and logged out of there',
    async (algorithm) => {
      const [person, browser] = [await aPerson({ isVerified: true }), aBrowser()]
      const created = await signUp(person, algorithm, browser)
      expect(created.user).toMatchObject({ email: person.email, username: person.username })
      const again = await visit(person, algorithm)
      if (again.outcome !== 'logged-in') throw new Error(`outcome: ${again.outcome}`)
      expect(again.user._id).toBe(created.user._id)

      const { url } = await site.api(created)(logOutOfProvider)
      const hint = new URL(url ?? '').searchParams.get('id_token_hint') ?? ''
      expect(decodeProtectedHeader(hint).alg).toBe(algorithm)
      const left = await browser.visit(url ?? '')
      expect([left.status, left.headers.get('location') ?? (await left.text())]).toEqual([
        302,
        expect.stringContaining('logged-out'),
      ])
    },
  )

  test('says nothing of an address being confirmed: a mail confirms it', async () => {
    const person = await aPerson()
    const outcome = await visit(person, 'ES256')
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const body = { ticket, username: person.username }
    expect((await site.api()(createSignInAccount, { body })).outcome).toBe('mail-sent')
    const { link } = await site.post.mailTo(person.email ?? '')
    const confirmed = await site.api()(confirmSignIn, { body: { ticket, token: tokenIn(link) } })
    expect(confirmed.user).toMatchObject({ email: person.email, verified: true })
  })

  test('knows somebody without an address, who types one', async () => {
    const person = await aPerson({ email: '' })
    const outcome = await visit(person, 'EdDSA')
    expect(outcome).toMatchObject({ outcome: 'needs-account', email: null, username: person.username })
    const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
    const email = `typed-${person.username}@example.org`
    const body = { ticket, username: person.username, email }
    expect((await site.api()(createSignInAccount, { body })).outcome).toBe('mail-sent')
    const { link } = await site.post.mailTo(email)
    expect((await site.api()(confirmSignIn, { body: { ticket, token: tokenIn(link) } })).user.email).toBe(email)
  })

  test('is linked to an account with the same address by its password', async () => {
    const reader = await site.aReader()
    const outcome = await visit(await aPerson({ email: reader.email, isVerified: true }))
    expect(outcome).toMatchObject({ outcome: 'needs-proof', email: reader.email })
    const ticket = outcome.outcome === 'needs-proof' ? outcome.ticket : ''
    const linked = await site.api()(linkWithPassword, { body: { ticket, password: PASSWORD } })
    expect(linked.user._id).toBe(reader._id)
    const { providers } = await site.api(linked)(listLinkedProviders)
    expect(providers.filter(({ linkedAt }) => linkedAt !== null).map(({ id }) => id)).toContain('rs256')
  })

  test('refuses a wrong secret, which the log tells without it', async () => {
    const refused = await problemFrom(visit(await aPerson({ isVerified: true }), 'wrong'))
    expect(refused.message).toContain('does not accept the client ID or secret')
    const logged = site.logged.join('')
    expect(logged).toMatch(/unauthorized_client|invalid_client/)
    for (const secret of ['another secret', SECRET, encodeURIComponent(SECRET)]) expect(logged).not.toContain(secret)
  })
})
