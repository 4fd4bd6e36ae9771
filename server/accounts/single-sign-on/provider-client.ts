import {
  allowInsecureRequests,
  AuthorizationResponseError,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type Configuration as Client,
  None,
  ResponseBodyError,
  type ServerMetadata,
} from 'openid-client'
import { Problem } from '#contract/api/problems.ts'
import { TargetError } from '#server/platform/outgoing/public-target.ts'
import type { Services } from '#server/platform/services.ts'
import { followRedirects, guardedFetch } from './guarded-fetch.ts'
import { clientSecretOf, type SignInProvider } from './providers.ts'

/** How far the clock of a provider may be off. */
export const CLOCK_TOLERANCE_SECONDS = 120
/** Signatures that are verified with the public keys of a provider. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const CONFIGURATION_MS = 300_000

/** What providers say of themselves, by issuer, for each site of the process. */
const configurations = new WeakMap<Services['settings'], Map<string, { at: number; metadata: ServerMetadata }>>()

/**
 * The client of a provider for one step of a log-in: its requests take nine seconds together. What the provider says of
 * itself is asked again after five minutes, or at once if `isFresh`.
 */
export const clientOf = async (services: Services, provider: SignInProvider, options: { isFresh?: boolean } = {}) =>
  (await clientsOf(services, provider, options))[0]

/** A client for each way in which the provider may take the secret, the likeliest first. Their requests share the time. */
const clientsOf = async (
  services: Services,
  provider: SignInProvider,
  { isFresh = false }: { isFresh?: boolean },
): Promise<[Client, ...Client[]]> => {
  const { providerNetworks } = services.settings
  const fetch = guardedFetch(providerNetworks)
  const secret = await clientSecretOf(services, provider)
  const metadata = await metadataOf(services, provider, { isFresh, fetch })
  const clientBy = (way: ClientAuth) => {
    const client = new Configuration(metadata, provider.clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, way)
    client[customFetch] = fetch
    // ID tokens are verified by their signature, though they come from the provider directly.
    enableNonRepudiationChecks(client)
    if (isPlain(provider)) allowInsecureRequests(client)
    return client
  }
  if (secret === '') return [clientBy(None())]
  const [first, ...others] = waysFor(secret, metadata)
  return [clientBy(first), ...others.map(clientBy)]
}

/**
 * Runs a request that needs the secret. One that is refused for the secret is sent once more in another way: providers
 * differ in how they read it, and check it before they use up what the request has.
 */
export const withSecret = async <T>(
  services: Services,
  provider: SignInProvider,
  request: (client: Client) => Promise<T>,
): Promise<T> => {
  const [client, other] = await clientsOf(services, provider, {})
  try {
    return await request(client)
  } catch (error) {
    if (!other || !isSecretRefused(error)) throw error
    return request(other)
  }
}

/** Whether the provider does not know the ID or the secret of this library. */
export const isSecretRefused = (error: unknown): boolean =>
  error instanceof ResponseBodyError && (error.error === 'invalid_client' || error.error === 'unauthorized_client')

/** Plain http is for the networks of a setting only, as the fetch sees to. */
const isPlain = ({ issuer }: SignInProvider) => issuer.startsWith('http:')

const metadataOf = async (
  { settings }: Services,
  provider: SignInProvider,
  { isFresh, fetch }: { isFresh: boolean; fetch: ReturnType<typeof guardedFetch> },
): Promise<ServerMetadata> => {
  const ofSite = configurations.get(settings) ?? new Map<string, { at: number; metadata: ServerMetadata }>()
  configurations.set(settings, ofSite)
  const found = ofSite.get(provider.issuer)
  if (found && !isFresh && performance.now() - found.at < CONFIGURATION_MS) return found.metadata
  const execute = isPlain(provider) ? [allowInsecureRequests] : []
  const options = { [customFetch]: followRedirects(fetch), execute }
  const client = await discovery(new URL(provider.issuer), provider.clientId, undefined, None(), options)
  const { supportsPKCE: _helper, ...answer } = client.serverMetadata()
  const signatures = answer.userinfo_signing_alg_values_supported ?? answer.id_token_signing_alg_values_supported ?? []
  // Some providers sign what they say of a person without naming by which algorithms.
  const verified = signatures.filter((name) => ALGORITHMS.includes(name))
  const metadata = { ...answer, userinfo_signing_alg_values_supported: verified }
  ofSite.set(provider.issuer, { at: performance.now(), metadata })
  return metadata
}

/**
 * In the body where the provider takes it there: in the header the standard wants it encoded, and many providers don't
 * decode it.
 */
const waysFor = (secret: string, server: ServerMetadata): [ClientAuth, ...ClientAuth[]] => {
  const named = server.token_endpoint_auth_methods_supported
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  if (named === undefined) return [basic, post]
  const takesBasic = named.includes('client_secret_basic')
  if (named.includes('client_secret_post')) return takesBasic ? [post, basic] : [post]
  return [basic, plainBasic(secret)]
}

/** In the header without encoding. */
const plainBasic =
  (secret: string): ClientAuth =>
  (_server, client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`)

/** It names the query too, but refuses it where a name or an address is asked for. */
const APPLE = 'https://appleid.apple.com'

/** Whether a provider must be told to answer by a form, because it can't by the query of an address. */
export const answersByForm = ({ issuer, response_modes_supported: modes }: ServerMetadata, scopes: string): boolean =>
  (modes?.includes('form_post') === true && !modes.includes('query')) ||
  (issuer === APPLE && /\b(?:email|name)\b/.test(scopes))

/** Runs a step at a provider and converts its failure into a problem. The log entry has no token or code. */
export const atProvider = async <T>(
  services: Services,
  provider: SignInProvider,
  step: () => Promise<T>,
  { isConfirmation = false } = {},
): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Problem) throw error
    const reason = reasonOf(error)
    services.log.warn({ provider: provider.id, reason }, 'log-in at a provider failed')
    if (error instanceof AuthorizationResponseError) throw refused(provider, error.error, isConfirmation)
    if (isSecretRefused(error))
      throw new Problem('providerFailed', {
        message: `${provider.name} does not accept the client ID or secret of this library. Please tell the administrators.`,
      })
    if (isOutOfReach(error))
      throw new Problem('providerFailed', {
        message: `${provider.name} does not answer. Please try again in a moment.`,
      })
    throw new Problem('badSignIn', {
      message: `The answer of ${provider.name} was not accepted. Please start again, or tell the administrators.`,
    })
  }
}

/** Beside the one of the standard: those of consent pages, of Apple and of LinkedIn. */
const CANCELLED = new Set(['access_denied', 'consent_required', 'user_cancelled_authorize', 'user_cancelled_login'])

const refused = ({ name }: SignInProvider, error: string, isConfirmation: boolean) => {
  if (CANCELLED.has(error))
    return new Problem('providerRefused', {
      message: `You have cancelled the log-in at ${name}, or may not log in there.`,
    })
  return isConfirmation
    ? cannotConfirm(name)
    : new Problem('providerRefused', { message: `${name} did not log you in. Please try again.` })
}

/** Some providers know no new log-in on demand, or do not say when it was. */
export const cannotConfirm = (name: string) =>
  new Problem('providerRefused', {
    message: `${name} cannot confirm that it is you. Log out, choose a password by “Forgot your password?”, and confirm with that; where there are no passwords, ask the administrators.`,
  })

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'ABORT_ERR',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const isOutOfReach = (error: unknown): boolean => {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown }
  if (error instanceof TargetError || name === 'TimeoutError' || name === 'AbortError') return true
  if (UNREACHABLE.has(String(code)) || String(code).startsWith('ERR_TLS') || /CERT/.test(String(code))) return true
  if (cause instanceof Response) return cause.status >= 500
  return typeof cause === 'object' && cause !== null && cause !== error && isOutOfReach(cause)
}

/** What went wrong, as a code: never a text of the provider, which might have a token. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.replace(/[^\w.:-]/g, '?').slice(0, 60)
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  return [name, code, cause?.code].filter((part) => typeof part === 'string').join(' ')
}

/** Why the configuration of a provider can't be read, in words for an administrator. */
export const faultOf = (error: unknown): string => {
  if (error instanceof TargetError) return error.message
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (error instanceof ClientError && cause instanceof Error) return faultOf(cause)
  const ofCause = (cause as { code?: unknown } | undefined)?.code
  const words = FAULTS[String(code)] ?? FAULTS[String(ofCause)]
  if (words !== undefined) return words
  if (isOutOfReach(error)) return 'There was no answer within three seconds, or no secure connection.'
  return 'The answer is no configuration of OpenID Connect.'
}

/** What administrators are told of a provider whose configuration names another issuer. */
export const OTHER_ISSUER =
  'The provider calls itself by another address. Copy the issuer from its own configuration, with or without a slash at the end.'

/** Told where a certificate is of a private authority, or comes without those between it and a known one. */
const UNKNOWN_SIGNER = 'The certificate of this address is signed by nobody who is known.'

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address.',
  ECONNRESET: 'The connection was closed before an answer.',
  CERT_HAS_EXPIRED: 'The certificate of this address has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_SIGNER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_SIGNER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_SIGNER,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: OTHER_ISSUER,
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'The address answers, but has no configuration of OpenID Connect. Check the address of the issuer.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The address answers, but has no configuration of OpenID Connect. Check the issuer.',
}
