import type { SignInOutcome } from '#contract/single-sign-on.ts'
import type { UserType } from '#contract/people.ts'
import { Problem } from '#contract/problems.ts'
import { type AccountRow, applyAccountChange } from '#server/accounts/change-account.ts'
import { assertNotLastAdmin, lockAccounts } from '#server/accounts/lock-order.ts'
import type { LoginOrigin } from '#server/accounts/login-devices.ts'
import { assertNotSuspended } from '#server/accounts/open-session.ts'
import { assertNoSecondFactor } from '#server/accounts/second-factor/challenges.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { type Attempt, redeemAttempt } from './attempts.ts'
import { holderOf, isFree } from './address-holder.ts'
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

/** Ends the sessions that the provider has opened for somebody who is no longer in the required group. */
const refuse = async ({ db }: Services, { name }: SignInProvider, identity: Identity): Promise<never> => {
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
    ...{ email, username, userType, needsInvitation: registration === 'invitation', ...known },
  }
}

interface LogIn {
  provider: SignInProvider
  identity: Identity
  from: LoginOrigin
  next: string | null
}

const logIn = async (services: Services, userId: string, { provider, identity, from, next }: LogIn) => {
  const account = await services.db.transaction().execute((trx) => updateType(trx, userId, { provider, identity }))
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

/** Lets the type of an account follow the groups. Neither the last administrator nor the one of the settings is demoted. */
const updateType = async (trx: Database, userId: string, { provider, identity }: OfCaller): Promise<AccountRow> => {
  const accounts = await lockAccounts(trx, [userId], { admins: provider.groupTypes.length > 0 })
  const account = accounts.get(userId)
  if (!account) throw new Problem('badSignIn')
  const userType = typeByGroups(provider, identity, account.userType as UserType)
  if (userType === account.userType) return account
  const { rescueAdministrator } = await readSiteSettings({ db: trx })
  if (account.userType === 'admin' && (account.email === rescueAdministrator || isLastAdmin(accounts, userId)))
    return account
  const after = await applyAccountChange(trx, account, { userType })
  await recordAudit(
    trx,
    { id: null, username: provider.name, userType: 'admin' },
    {
      ...{ action: 'change user', subject: `user ${userId}`, name: account.username },
      before: { userType: account.userType },
      after: { userType },
    },
  )
  return after
}

/** Who is in none of the groups loses a role that these groups give. */
const typeByGroups = ({ groupTypes }: SignInProvider, { userType }: Identity, current: UserType): UserType => {
  if (userType !== null) return userType
  const isRole = current === 'moderator' || current === 'admin'
  return isRole && groupTypes.some((given) => given.userType === current) ? 'author' : current
}

const isLastAdmin = (accounts: Map<string, AccountRow>, id: string): boolean => {
  try {
    assertNotLastAdmin(accounts, id)
    return false
  } catch {
    return true
  }
}
