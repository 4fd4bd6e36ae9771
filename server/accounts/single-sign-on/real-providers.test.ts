import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmSignIn,
  createSignInAccount,
  finishSignIn,
  linkWithPassword,
  listLinkedProviders,
  logOutOfProvider,
  startConfirmation,
  startSignIn,
} from '#contract/single-sign-on.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite, tokenIn } from '#server/testing/test-site.ts'
import { freePort } from '#tests/free-port.ts'
import { GLEWLWYD_ALGORITHMS, startGlewlwyd, unpackGlewlwyd } from './testing-glewlwyd.ts'
import { LEMONLDAP_ALGORITHMS, startLemonldap, unpackLemonldap } from './testing-lemonldap.ts'
import { aBrowser, hiddenFields } from './testing-provider.ts'
import { clientOf, HOST, type RealPerson, type RealProvider, SECRET } from './testing-real-providers.ts'

const PROVIDERS = [
  { name: 'Glewlwyd', home: await unpackGlewlwyd(), start: startGlewlwyd, algorithms: GLEWLWYD_ALGORITHMS },
  { name: 'LemonLDAP::NG', home: await unpackLemonldap(), start: startLemonldap, algorithms: LEMONLDAP_ALGORITHMS },
]

describe.each(PROVIDERS)('$name', { timeout: 60_000 }, ({ name, home, start, algorithms }) => {
  describe.skipIf(!home)('(skipped if it cannot be had)', () => {
    let site: TestSite
    let siteUrl: string
    let real: RealProvider
    let people = 0

    beforeAll(async () => {
      const port = await freePort()
      siteUrl = `http://${HOST}:${port}`
      real = await start(home ?? '', siteUrl)
      const providers = algorithms.map((algorithm) => ({
        id: algorithm.toLowerCase(),
        name: `The school (${algorithm})`,
        issuer: real.issuerOf(algorithm),
        clientId: clientOf(algorithm),
        clientSecret: SECRET,
        scopes: 'openid email profile',
        logsOutThere: true,
      }))
      const wrong = { ...providers[0], id: 'wrong', clientSecret: 'another secret' }
      site = await openTestSite({
        env: { PUBLIC_URL: siteUrl, OIDC_PROVIDERS: JSON.stringify([...providers, wrong]), OIDC_NETWORKS: HOST },
      })
      await site.startJobs()
      await site.app.listen({ port, host: HOST })
    }, 60_000)
    afterAll(async () => {
      await site?.close()
      await real?.close()
    })

    const aPerson = async (words: Partial<RealPerson> = {}): Promise<RealPerson> => {
      const username = `ottoline${++people}`
      const person = { username, email: `${username}@school.example`, ...words }
      await real.addPerson(person)
      return person
    }

    interface Begun {
      url: string
      secret: string
    }

    /** Logs in at the provider and comes back, by the address or by the form of a page. */
    const finish = async (
      person: RealPerson,
      { url, secret }: Begun,
      given: { browser?: Browser; token?: string } = {},
    ) => {
      const { browser = aBrowser(), token } = given
      const answer = await real.logIn(browser, url, person)
      const response =
        answer.status === 200
          ? await sendForm(url, await answer.text())
          : await followBack(answer.headers.get('location'))
      const location = new URL(response.headers.get('location') ?? '', siteUrl)
      const body = { answer: location.hash.slice(1), secret }
      return site.api(token === undefined ? undefined : { token })(finishSignIn, { body })
    }

    const followBack = (location: string | null) => {
      expect(location).toMatch(siteUrl)
      return fetch(location ?? '', { redirect: 'manual' })
    }

    /** Sends the form of a page of the provider to where it leads back. */
    const sendForm = (url: string, page: string) =>
      fetch(new URL(url).searchParams.get('redirect_uri') ?? '', {
        method: 'POST',
        headers: { origin: new URL(url).origin, 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams(hiddenFields(page)),
        redirect: 'manual',
      })

    const begin = (algorithm = 'RS256') =>
      site.api()(startSignIn, { params: { provider: algorithm.toLowerCase() }, body: { next: '/library' } })

    const visit = async (person: RealPerson, algorithm?: string, browser = aBrowser()) =>
      finish(person, await begin(algorithm), { browser })

    const signUp = async (person: RealPerson, algorithm?: string, browser?: Browser) => {
      const outcome = await visit(person, algorithm, browser)
      if (outcome.outcome !== 'needs-account') throw new Error(`outcome: ${outcome.outcome}`)
      const created = await site.api()(createSignInAccount, {
        body: { ticket: outcome.ticket, username: outcome.username },
      })
      if (created.outcome !== 'logged-in') throw new Error(`outcome: ${created.outcome}`)
      return created
    }

    test.each(algorithms)(
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
        const left = await real.logOut(browser, url ?? '')
        expect([left.status, left.headers.get('location') ?? (await left.text())]).toEqual([
          302,
          expect.stringContaining('logged-out'),
        ])
      },
    )

    test('answers by a form of its page too', async () => {
      const { url, secret } = await begin()
      const outcome = await finish(await aPerson(), { url: `${url}&response_mode=form_post`, secret })
      expect(outcome.outcome).toBe('needs-account')
    })

    test('says nothing of an address being confirmed: a mail confirms it', async () => {
      const person = await aPerson()
      const outcome = await visit(person, algorithms[1])
      const ticket = outcome.outcome === 'needs-account' ? outcome.ticket : ''
      const body = { ticket, username: person.username }
      expect((await site.api()(createSignInAccount, { body })).outcome).toBe('mail-sent')
      const { link } = await site.post.mailTo(person.email ?? '')
      const confirmed = await site.api()(confirmSignIn, { body: { ticket, token: tokenIn(link) } })
      expect(confirmed.user).toMatchObject({ email: person.email, verified: true })
    })

    test('knows somebody without an address, who types one', async () => {
      const person = await aPerson({ email: '' })
      const outcome = await visit(person, algorithms.at(-1))
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

    test.runIf(name === 'LemonLDAP::NG')('confirms that it is the person', async () => {
      const person = await aPerson({ isVerified: true })
      const { token } = await signUp(person)
      const begun = await site.api({ token })(startConfirmation, { params: { provider: 'rs256' }, body: {} })
      expect((await finish(person, begun, { token })).outcome).toBe('confirmed')
    })
  })
})

type Browser = ReturnType<typeof aBrowser>
