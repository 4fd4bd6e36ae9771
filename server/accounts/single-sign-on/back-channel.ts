import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { Problem } from '#contract/api/problems.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import type { Services } from '#server/platform/services.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, clientOf } from './provider-client.ts'
import { formOf, readForms } from './provider-forms.ts'
import { findProvider, type SignInProvider } from './providers.ts'
import { endSignInSessions } from './sign-in-session.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** An older message does not count, so its id need not be kept for longer. */
const AGE_MAX_SECONDS = 600
const KEPT_MS = 2 * (AGE_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000
const KEYS_MS = 300_000
const KEYS_AGAIN_MS = 30_000
/** All sessions of a school may end at once. */
const RATE = { max: 600, seconds: 60 }

const refused = () =>
  new Problem('badSignIn', { message: 'This message of a log-out is not valid, or was sent before.' })

/** Ends the sessions that a message of a provider names (OpenID Connect Back-Channel Logout 1.0). */
export const logOutByProvider = async (services: Services, providerId: string, token: string): Promise<void> => {
  const provider = await findProvider(services, providerId)
  const { iss = '', sub, sid, jti = '' } = await verified(services, provider, token)
  await services.db.transaction().execute(async (trx) => {
    const fresh = await trx
      .insertInto('usedLogoutTokens')
      .values({ issuer: iss, tokenHash: hashOf(jti), expiresAt: new Date(services.now().getTime() + KEPT_MS) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('issuer')
      .executeTakeFirst()
    if (!fresh) throw refused()
    await endSignInSessions(trx, { issuer: iss, subject: sub, sid: typeof sid === 'string' ? sid : undefined })
  })
}

const verified = async (services: Services, provider: SignInProvider, token: string): Promise<JWTPayload> => {
  const payload = await verify(services, provider, token).catch((error: unknown) => {
    services.log.warn({ provider: provider.id, reason: (error as { code?: string }).code }, 'log-out message refused')
    throw refused()
  })
  const { events, nonce, sub, sid, jti } = payload
  const isLogOut = typeof events === 'object' && events !== null && EVENT in events
  const namesSession = typeof sub === 'string' || typeof sid === 'string'
  // A message with a nonce could be an ID token.
  if (!isLogOut || nonce !== undefined || !namesSession || typeof jti !== 'string') throw refused()
  return payload
}

const verify = async (services: Services, provider: SignInProvider, token: string): Promise<JWTPayload> => {
  assertAddressed(provider, token)
  const server = (await clientOf(services, provider)).serverMetadata()
  if (server.jwks_uri === undefined) throw refused()
  const { payload } = await jwtVerify(token, keysAt(services, server.jwks_uri), {
    issuer: server.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: AGE_MAX_SECONDS,
    currentDate: services.now(),
    requiredClaims: ['iat', 'jti', 'events'],
  })
  return payload
}

/** Refuses a token with another issuer or audience before any request is sent to the provider. */
const assertAddressed = ({ issuer, clientId }: SignInProvider, token: string): void => {
  const { iss = '', aud = [] } = decodeJwt(token)
  if (URL.parse(iss)?.href !== new URL(issuer).href || ![aud].flat().includes(clientId)) throw refused()
}

type Keys = ReturnType<typeof createRemoteJWKSet>

/** The key sets of providers by their address, for each site of this process. */
const keySets = new WeakMap<Services['settings'], Map<string, Keys>>()

/** The keys are cached, because anyone can send messages; an unknown key causes a new request at most every 30 s. */
const keysAt = ({ settings }: Services, address: string): Keys => {
  const ofSite = keySets.get(settings) ?? new Map<string, Keys>()
  keySets.set(settings, ofSite)
  const known = ofSite.get(address)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: KEYS_AGAIN_MS,
    [customFetch]: (url) =>
      guardedFetch(settings.providerNetworks)(url, { method: 'GET', headers: {}, body: null, redirect: 'manual' }),
  })
  ofSite.set(address, keys)
  return keys
}

export const backChannelRoute = async (app: FastifyInstance, services: Services): Promise<void> => {
  await app.register(async (scope) => {
    readForms(scope)
    scope.post<{ Params: { provider: string } }>('/auth/oidc/:provider/back-channel-logout', {
      config: { acceptsForms: true },
      handler: async (request, reply) => {
        await services.sharedRates.take(...services.limiter.byAddress('log-out messages', request.ip, RATE))
        await logOutByProvider(services, request.params.provider, formOf(request).get('logout_token') ?? '')
        return reply.header('cache-control', 'no-store').send()
      },
    })
  })
}
