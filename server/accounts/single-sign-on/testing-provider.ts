import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT_ID = 'library'
export const CLIENT_SECRET = 'a secret of the library'
const HOST = '127.0.0.1'

/** A person at a provider: the claims by which it knows them. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  preferred_username?: string
  groups?: string[]
  amr?: string[]
}

const listen = async (handler: (request: IncomingMessage, response: ServerResponse) => void, host = HOST) => {
  const server = createServer(handler)
  server.listen(0, host)
  await once(server, 'listening')
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { origin, close }
}

/** A real provider. Its people log in without a page, as the one that the test names. */
export const startRealProvider = async (siteUrl: string, id: string) => {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const { origin, close } = await listen((request, response) => void handle(request, response))
  const people = new Map<string, ProviderPerson>()
  let current: ProviderPerson | undefined
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${siteUrl}/auth/oidc/${id}/callback`],
        post_logout_redirect_uris: [`${siteUrl}/auth?logged-out`],
        backchannel_logout_uri: `${siteUrl}/auth/oidc/${id}/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
      groups: ['groups', 'amr'],
      acr: null,
      auth_time: null,
      sid: null,
      iss: null,
    },
    cookies: { keys: ['a key of cookies'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // Its own refuses addresses of this machine.
    fetch: (url: string | URL | Request, { method, headers, body }: RequestInit = {}) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(origin, configuration)
  const serve = provider.callback()
  handle = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response)
    if (!current) {
      await provider.interactionFinished(request, response, { error: 'access_denied' })
      return undefined
    }
    await provider.interactionFinished(request, response, { login: { accountId: current.sub } })
    return undefined
  }
  return {
    issuer: origin,
    close,
    /** The person who logs in from now on; undefined if the log-in is cancelled. */
    logInAs: (person: ProviderPerson | undefined) => {
      current = person
      if (person) people.set(person.sub, person)
    },
  }
}

/** A browser at a provider: keeps its cookies and follows its redirects, up to the address of this library. */
export const aBrowser = () => {
  const cookies = new Map<string, string>()
  const visit = async (
    address: string,
    { form, json, method = 'POST' }: { form?: Record<string, string>; json?: object; method?: string } = {},
  ) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(form && { method, body: new URLSearchParams(form) }),
      ...(json && { method, body: JSON.stringify(json) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Returns the address of this library to which the provider leads. */
  const followTo = async (siteUrl: string, address: string): Promise<URL> => {
    let at = address
    for (let step = 0; step < 10; step++) {
      if (at.startsWith(siteUrl)) return new URL(at)
      const response = await visit(at)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`the provider shows a page: ${response.status} ${await response.text()}`)
      at = new URL(location, at).href
    }
    throw new Error('the provider leads in a circle')
  }
  return { visit, followTo }
}

/** The hidden fields of the forms of a page. */
export const hiddenFields = (page: string): Record<string, string> => {
  const valueIn = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const tags = page.match(/<input [^>]*type="hidden"[^>]*>/g) ?? []
  return Object.fromEntries(
    tags.map((tag) => [valueIn(tag, 'name'), valueIn(tag, 'value').replaceAll('&amp;', '&')] as const),
  )
}

type Json = Record<string, unknown>

/** How a token of the forging provider differs from a right one. */
interface Forgery {
  claims?: Json
  without?: string[]
  header?: Json
  key?: 'own' | 'foreign'
  signature?: 'none' | 'cut'
}

/** A provider that signs what it is told. */
export const startForgingProvider = async (given: { metadata?: Json; hasUserInfo?: boolean } = {}) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const pem = await exportPKCS8(privateKey)
  const jwk = { ...(await exportJWK(publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  let idToken = ''
  const requests: { path: string; body: string; authorization: string | undefined }[] = []
  let answer: ((path: string, response: ServerResponse, request: IncomingMessage, body: string) => boolean) | undefined
  const { origin, close } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, body, authorization: request.headers.authorization })
      if (answer?.(path, response, request, body)) return
      const json = JSON.stringify(bodyOf(path))
      response.writeHead(200, { 'content-type': 'application/json' }).end(json)
    })
  })
  const bodyOf = (path: string): unknown => {
    if (path === '/jwks') return { keys: [jwk] }
    if (path === '/token') return { access_token: 'an access token', token_type: 'Bearer', id_token: idToken }
    if (path === '/userinfo') return { sub: 'somebody else' }
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...(given.hasUserInfo && { userinfo_endpoint: `${origin}/userinfo` }),
      ...given.metadata,
    }
  }
  const sign = async ({ claims = {}, without = [], header = {}, key = 'own', signature }: Forgery): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const right: Json = { iss: origin, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims }
    for (const name of without) delete right[name]
    if (signature === 'none') {
      const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', ...header })}.${part(right)}.`
    }
    const signed = await new SignJWT(right)
      .setProtectedHeader({ alg: 'RS256', kid: 'own', ...header })
      .sign(key === 'own' ? await importPKCS8(pem, 'RS256') : foreign.privateKey)
    return signature === 'cut' ? `${signed.slice(0, signed.lastIndexOf('.'))}.` : signed
  }
  return {
    issuer: origin,
    close,
    requests,
    sign,
    /** The next answers of its token address have this ID token. */
    answerWith: async (forgery: Forgery) => {
      idToken = await sign(forgery)
    },
    /** Answers in place of it, if it returns true. */
    intercept: (handler: typeof answer) => {
      answer = handler
    },
  }
}
