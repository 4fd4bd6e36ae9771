import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'
import { CONFIRMATION_MINUTES, SIGN_IN_MINUTES } from '#contract/single-sign-on.ts'
import { Problem } from '#contract/api/problems.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'
import type { Services } from '#server/platform/services.ts'
import { answersByForm, atProvider, clientOf } from './provider-client.ts'
import { findProvider, type SignInProvider } from './providers.ts'

/** `link` and `confirm` are begun in a session. */
type Purpose = { purpose: 'log-in' } | { purpose: 'link' | 'confirm'; sessionId: string }

const msFor = (purpose: string) => (purpose === 'confirm' ? CONFIRMATION_MINUTES : SIGN_IN_MINUTES) * 60_000

/** Where a provider leads back to. Each has its own, so that the answer of one can't be given as that of another. */
export const callbackUrl = ({ siteUrl }: Pick<Services, 'siteUrl'>, id: string) =>
  `${siteUrl.current()}/auth/oidc/${id}/callback`

/** Begins something at a provider. The secret stays in the browser, and is needed to finish it. */
export const startAttempt = async (
  services: Services,
  providerId: string,
  { next, ...purpose }: Purpose & { next?: string | undefined },
): Promise<{ url: string; secret: string }> => {
  const provider = await findProvider(services, providerId)
  const [state, secret, nonce, verifier] = [newMailToken(), newMailToken(), newMailToken(), randomPKCECodeVerifier()]
  const challenge = await calculatePKCECodeChallenge(verifier)
  const url = await atProvider(services, provider, async () => {
    const client = await clientOf(services, provider)
    return buildAuthorizationUrl(client, {
      redirect_uri: callbackUrl(services, provider.id),
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(answersByForm(client.serverMetadata(), provider.scopes) && { response_mode: 'form_post' }),
      ...(purpose.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
    })
  })
  if (!/^https?:$/.test(url.protocol)) throw new Problem('providerFailed')
  await services.db
    .insertInto('signInAttempts')
    .values({
      stateHash: hashOf(state),
      secretHash: hashOf(secret),
      provider: provider.id,
      nonce,
      verifier,
      next: next ?? null,
      purpose: purpose.purpose,
      sessionId: purpose.purpose === 'log-in' ? null : purpose.sessionId,
      expiresAt: new Date(services.now().getTime() + msFor(purpose.purpose)),
    })
    .execute()
  return { url: url.href, secret }
}

export interface Attempt {
  provider: SignInProvider
  purpose: Purpose['purpose']
  nonce: string
  verifier: string
  state: string
  next: string | null
  sessionId: string | null
  begunAt: Date
  /** The answer of the provider, at the address that it was sent to. */
  answer: URL
}

/**
 * Uses up what a browser has begun, by the `state` in the answer of the provider and the secret of the browser. An answer
 * that came to the address of another provider is refused.
 */
export const redeemAttempt = async (
  services: Services,
  { answer, secret }: { answer: string; secret: string },
): Promise<Attempt> => {
  const params = new URLSearchParams(answer)
  const state = params.get('state') ?? ''
  const used = await services.db
    .deleteFrom('signInAttempts')
    .where('stateHash', '=', hashOf(state))
    .where('secretHash', '=', hashOf(secret))
    .returning(['provider', 'purpose', 'nonce', 'verifier', 'next', 'sessionId', 'expiresAt'])
    .executeTakeFirst()
  if (!used || used.expiresAt < services.now() || params.get('provider') !== used.provider)
    throw new Problem('badSignIn')
  params.delete('provider')
  const url = new URL(callbackUrl(services, used.provider))
  url.search = params.toString()
  const { purpose, provider, expiresAt, ...attempt } = used
  return {
    ...attempt,
    begunAt: new Date(expiresAt.getTime() - msFor(purpose)),
    state,
    answer: url,
    purpose: purpose as Purpose['purpose'],
    provider: await findProvider(services, provider),
  }
}

/** Deletes what was never finished. */
export const deleteExpiredAttempts = async ({ db, now }: Services): Promise<void> => {
  for (const table of ['signInAttempts', 'signInTickets', 'usedLogoutTokens'] as const)
    await db.deleteFrom(table).where('expiresAt', '<', now()).execute()
}
