import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import { Email, Username } from '#contract/accounts.ts'
import type { UserType } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import type { Attempt } from './attempts.ts'
import { type Groups, groupsIn } from './groups.ts'
import { sealHint } from './log-out-hint.ts'
import { atProvider, cannotConfirm, CLOCK_TOLERANCE_SECONDS, withSecret } from './provider-client.ts'
import type { SignInProvider } from './providers.ts'

/** What this library keeps of what a provider says of a person. Its tokens are in no value of it, but for a sealed one. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  /** The provider has confirmed the address. */
  isConfirmed: boolean
  /** A proposal. */
  username: string
  /** By the groups of the person; null if no groups are named, or the person is in none of them. */
  userType: UserType | null
  isInRequiredGroup: boolean
  /** The provider was to name groups and did not: the person may be in any of them. */
  hidesGroups?: boolean
  /** The sealed ID token by which the provider knows whom to log out; null if it is not to. */
  logOutHint?: string | null
  /** A second factor was shown there, and the setting trusts it. */
  hasShownFactor: boolean
  /** The session there. */
  sid: string | null
  /** When the person has last logged in there, in milliseconds; null if the provider does not say. */
  loggedInAt: number | null
}

type Claims = Record<string, unknown>

const SUBJECT_MAX = 255

/** Exchanges the code of an answer, and verifies everything that comes of it. */
export const readIdentity = (services: Services, attempt: Attempt): Promise<Identity> => {
  const { provider, nonce, verifier, state, answer } = attempt
  const step = async () => {
    const expected = {
      expectedNonce: nonce,
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    }
    const { client, tokens } = await withSecret(services, provider, async (asked) => ({
      client: asked,
      tokens: await authorizationCodeGrant(asked, answer, expected),
    }))
    const claims = tokens.claims()
    if (!claims || claims.sub.length > SUBJECT_MAX) throw new Problem('badSignIn')
    const { issuer, userinfo_endpoint: moreAt } = client.serverMetadata()
    const more =
      lacks(claims, provider) && moreAt ? await fetchUserInfo(client, tokens.access_token, claims.sub) : undefined
    const answers: Claims[] = more ? [claims, more] : [claims]
    const groups = groupsIn(merged(answers), provider.groupsClaim)
    if (needsGroups(provider) && groups.fault !== undefined)
      services.log.warn(
        { provider: provider.id, claim: provider.groupsClaim, fault: groups.fault },
        'a provider has not named groups in a way that can be read: types of accounts stay',
      )
    const identity = toIdentity(provider, issuer, answers, groups)
    return provider.logsOutThere
      ? { ...identity, logOutHint: await sealHint(services, identity, tokens.id_token) }
      : identity
  }
  return atProvider(services, provider, step, { isConfirmation: attempt.purpose === 'confirm' })
}

/** The first of the answers is right where two say something else. */
const merged = (answers: Claims[]): Claims => answers.reduce<Claims>((all, one) => ({ ...one, ...all }), {})

/** Whether something that is needed may be in the answer to a further request. */
const lacks = (claims: Claims, provider: SignInProvider) =>
  typeof claims['email'] !== 'string' || (needsGroups(provider) && groupsIn(claims, provider.groupsClaim).isUnsaid)

const needsGroups = ({ requiredGroup, groupTypes }: SignInProvider) => requiredGroup !== '' || groupTypes.length > 0

const toIdentity = (provider: SignInProvider, issuer: string, answers: Claims[], groups: Groups): Identity => {
  const claims = merged(answers)
  const { requiredGroup, groupTypes, trustsAddresses, trustsFactors } = provider
  const email = emailOf(claims['email'])
  return {
    issuer,
    subject: String(claims['sub']),
    email,
    isConfirmed: email !== null && (trustsAddresses || answers.some((answer) => confirms(answer, email))),
    username: nameOf(claims),
    userType: groupTypes.find(({ group }) => groups.has(group))?.userType ?? null,
    isInRequiredGroup: requiredGroup === '' || groups.has(requiredGroup),
    hidesGroups: needsGroups(provider) && groups.isUnsaid,
    hasShownFactor: trustsFactors && saysFactor(claims),
    sid: typeof claims['sid'] === 'string' ? claims['sid'] : null,
    loggedInAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] * 1000 : null,
  }
}

const emailOf = (value: unknown): string | null => Email.safeParse(value).data ?? null

/** What one answer says of its address is not said of that of another. Some providers, as Apple, say it by a text. */
const confirms = (claims: Claims, email: string): boolean =>
  (claims['email_verified'] === true || claims['email_verified'] === 'true') && emailOf(claims['email']) === email

/** The first name among the claims that can be one here, or else an empty text. */
const nameOf = (claims: Claims): string => {
  const email = typeof claims['email'] === 'string' ? claims['email'].split('@')[0] : undefined
  const names = [claims['preferred_username'], claims['nickname'], claims['name'], email]
  return names.flatMap((name) => Username.safeParse(name).data ?? [])[0] ?? ''
}

/** RFC 8176, and the values by which providers name the level of a log-in. */
const FACTOR_METHODS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sms', 'fpt', 'face', 'pop'])
const FACTOR_LEVELS = new Set([
  '2',
  '3',
  'phr',
  'phrh',
  'mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
])

const saysFactor = ({ amr, acr }: Claims): boolean =>
  (Array.isArray(amr) && amr.some((method) => FACTOR_METHODS.has(String(method)))) ||
  (typeof acr === 'string' && FACTOR_LEVELS.has(acr))

/** Throws unless the person has logged in at the provider since a time. */
export const assertLoggedInSince = ({ loggedInAt }: Identity, { name }: SignInProvider, since: Date): void => {
  const earliest = since.getTime() - CLOCK_TOLERANCE_SECONDS * 1000
  if (!loggedInAt) throw cannotConfirm(name)
  if (loggedInAt < earliest)
    throw new Problem('providerRefused', {
      message: `${name} did not ask you to log in again, so this is not confirmed.`,
    })
}
