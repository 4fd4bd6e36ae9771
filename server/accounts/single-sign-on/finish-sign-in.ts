import type { SignInOutcome } from '#contract/single-sign-on.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { LoginOrigin } from '#server/accounts/sessions/login-devices.ts'
import { assertNotSuspended } from '#server/accounts/sessions/open-session.ts'
import { assertNoSecondFactor } from '#server/accounts/second-factor/challenges.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { type Attempt, redeemAttempt } from './attempts.ts'
import { holderOf, isFree } from './address-holder.ts'
import { followGroups } from './follow-groups.ts'
import { linkIdentity, ownerOf } from './identities.ts'
import { openSignIn, sessionAt } from './open-sign-in.ts'
import type { SignInProvider } from './providers.ts'
import { assertLoggedInSince, type Identity, readIdentity } from './read-identity.ts'
import { endSignInSessions } from './sign-in-session.ts'
import { createTicket } from './tickets.ts'

interface Answer {
  answer: string
  secret: string
  from: LoginOrigin
}

/** Finishes what a browser has begun at a provider. */
export const finishSignIn = async (
  services: Services,
  caller: Caller | null,
  { answer, secret, from }: Answer,
): Promise<SignInOutcome> => {
  const attempt = await redeemAttempt(services, { answer, secret })
  const { provider, purpose, next } = attempt
  if (purpose !== 'log-in' && caller?.sessionId !== attempt.sessionId) throw new Problem('badSignIn')
  const identity = await readIdentity(services, attempt)
  if (!identity.isInRequiredGroup) await refuse(services, provider, identity)
  if (purpose === 'link') await link(services, caller, { provider, identity, from })
  if (purpose === 'confirm') await confirm(services, caller, { provider, identity, begunAt: attempt.begunAt })
  if (purpose !== 'log-in') return { outcome: purpose === 'link' ? 'linked' : 'confirmed', next }
  const userId = await ownerOf(services.db, identity)
  return userId === undefined
    ? introduce(services, attempt, identity)
    : logIn(services, userId, { provider, identity, from, next })
}

/** Ends the sessions that the provider has opened for somebody who is no longer in the required group, if it says so. */
const refuse = async ({ db }: Services, { name }: SignInProvider, identity: Identity): Promise<never> => {
  if (identity.hidesGroups)
    throw new Problem('notInGroup', {
      message: `${name} did not say which groups you are in. Please tell the administrators.`,
    })
  await db
    .transaction()
    .execute((trx) => endSignInSessions(trx, { issuer: identity.issuer, subject: identity.subject }))
  throw new Problem('notInGroup', { message: `Your account at ${name} is not in the group that can log in here.` })
}

interface OfCaller {
  provider: SignInProvider
  identity: Identity
}

const link = (
  services: Services,
  caller: Caller | null,
  { provider, identity, from }: OfCaller & { from: LoginOrigin },
): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const account = (await lockAccounts(trx, [caller?.id ?? ''])).get(caller?.id ?? '')
    if (!account) throw new Problem('unauthenticated')
    await linkIdentity(services, trx, { account, provider, identity, from })
  })

/** Confirms the session as a password does, if the caller has just logged in at the provider. */
const confirm = async (
  services: Services,
  caller: Caller | null,
  { provider, identity, begunAt }: OfCaller & { begunAt: Date },
): Promise<void> => {
  if (!caller || (await ownerOf(services.db, identity)) !== caller.id)
    throw new Problem('providerRefused', { message: `This account at ${provider.name} is not linked to yours.` })
  assertLoggedInSince(identity, provider, begunAt)
  await services.db
    .updateTable('sessions')
    .set({ confirmedAt: services.now() })
    .where('id', '=', caller.sessionId)
    .execute()
}

/** Somebody who has no account here yet, or has not linked it. */
const introduce = async (
  services: Services,
  { provider, next }: Attempt,
  identity: Identity,
): Promise<SignInOutcome> => {
  const { email, username, userType } = identity
  const holder = email === null ? undefined : await holderOf(services.db, email)
  const known = { provider: provider.name, next }
  if (email !== null && holder && !isFree(holder))
    return {
      outcome: 'needs-proof',
      ticket: await createTicket(services, { provider, identity, next }),
      email,
      ...known,
    }
  const { registration } = await readSiteSettings(services)
  if (!provider.allowsSignUp) throw new Problem('signUpElsewhere')
  if (registration === 'closed') throw new Problem('registrationClosed')
  return {
    outcome: 'needs-account',
    ticket: await createTicket(services, { provider, identity, next }),
    email,
    username,
    userType,
    needsInvitation: registration === 'invitation',
    ...known,
  }
}

interface LogIn {
  provider: SignInProvider
  identity: Identity
  from: LoginOrigin
  next: string | null
}

const logIn = async (services: Services, userId: string, { provider, identity, from, next }: LogIn) => {
  const account = await services.db.transaction().execute(async (trx) => {
    const accounts = await lockAccounts(trx, [userId], { admins: provider.groupTypes.length > 0 })
    return followGroups(trx, accounts, userId, { provider, identity })
  })
  if (!account.verified) throw new Problem('unverified', { needsVerification: true })
  assertNotSuspended(services, account)
  if (!identity.hasShownFactor) await assertNoSecondFactor(services, account, sessionAt(provider, identity))
  return services.db.transaction().execute(async (trx) => {
    const current = (await lockAccounts(trx, [userId])).get(userId)
    // The link may have been removed since.
    if (!current || (await ownerOf(trx, identity)) !== userId) throw new Problem('badSignIn')
    return openSignIn(services, trx, { account: current, provider, identity, from, next })
  })
}
