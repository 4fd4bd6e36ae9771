import type { AccountRow } from '#server/accounts/change-account.ts'
import type { LoginOrigin } from '#server/accounts/sessions/login-devices.ts'
import { openSessionIn } from '#server/accounts/sessions/open-session.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import type { SignInProvider } from './providers.ts'
import type { Identity } from './read-identity.ts'
import { recordSignInSession } from './sign-in-session.ts'

interface SignIn {
  account: AccountRow
  provider: Pick<SignInProvider, 'id'>
  identity: Identity
  from: LoginOrigin
  next: string | null
}

/**
 * Starts the session of somebody who came from a provider. It counts as confirmed from the time when the person has logged
 * in there, which may be long ago.
 */
export const openSignIn = async (
  services: Services,
  trx: Database,
  { account, provider, identity, from, next }: SignIn,
) => {
  const { hasShownFactor, loggedInAt } = identity
  const opened = await openSessionIn(services, trx, { account, from, hasShownFactor })
  await trx
    .updateTable('sessions')
    .set({ confirmedAt: new Date(Math.min(loggedInAt ?? 0, services.now().getTime())) })
    .where('tokenHash', '=', hashOf(opened.token))
    .execute()
  await recordSignInSession(trx, opened.token, sessionAt(provider, identity))
  return { outcome: 'logged-in' as const, ...opened, next }
}

export const sessionAt = (
  { id }: Pick<SignInProvider, 'id'>,
  { issuer, subject, sid, logOutHint = null }: Identity,
) => ({
  provider: id,
  issuer,
  subject,
  sid,
  logOutHint,
})
