import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { applyAccountChange } from '#server/accounts/change-account.ts'
import { usernameTaken } from '#server/accounts/free-username.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { provePassword } from '#server/accounts/sessions/log-in.ts'
import type { LoginOrigin } from '#server/accounts/sessions/login-devices.ts'
import { mayMail } from '#server/accounts/sessions/login-throttle.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { deletePendingSignUp } from '#server/accounts/guests/merge-guest-account.ts'
import { isNameTaken, rethrowTaken } from '#server/accounts/register.ts'
import { factorsOf } from '#server/accounts/second-factor/challenges.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { sendOnce } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { assertRegistrationAllowed, releaseInvitations } from '#server/site/invitations.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { holderOf, isFree } from './address-holder.ts'
import { followGroups } from './follow-groups.ts'
import { linkIdentity } from './identities.ts'
import { openSignIn } from './open-sign-in.ts'
import type { Identity } from './read-identity.ts'
import { findTicket, redeemTicket, type SignUp, type Ticket, ticketEnd } from './tickets.ts'

export const SIGN_IN_MAIL_JOB = 'sign-in-mail'

const MAIL_SENT = 'We have sent you a mail. Open its link in this browser to go on.'

interface Choice {
  ticket: string
  username: string
  userType: 'reader' | 'author'
  email?: string | undefined
  invitation?: string | undefined
  language?: string | undefined
  from: LoginOrigin
}

/** Creates the account of a ticket, at once or, where nobody has confirmed the address, after a mail to it. */
export const createSignInAccount = async (
  services: Services,
  caller: Caller | null,
  { ticket, username, userType, email: typed, invitation, language, from }: Choice,
) => {
  const found = await findTicket(services, ticket)
  const { identity, provider } = found
  if (!provider.allowsSignUp) throw new Problem('signUpElsewhere')
  const email = identity.email ?? typed
  if (email === undefined) throw new Problem('invalid', { errors: { email: 'Please enter your email address' } })
  const guestId = caller?.guest ? caller.id : null
  const byGroups = identity.userType === 'reader' || identity.userType === 'author' ? identity.userType : userType
  const signUp = { username, userType: byGroups, email, invitation, language, guestId }
  if (identity.isConfirmed) return create(services, found, signUp, from)
  await services.db
    .transaction()
    .execute(async (trx) => {
      await assertAllowed(services, trx, signUp)
      await trx
        .updateTable('signInTickets')
        .set({ signUp: JSON.stringify(signUp), mailHash: null })
        .where('id', '=', found.id)
        .execute()
      await queueMail({ ...services, db: trx }, found, email, from.address)
    })
    .catch(rethrowName(services, signUp))
  return { outcome: 'mail-sent' as const, message: MAIL_SENT }
}

const create = (services: Services, ticket: Ticket, signUp: SignUp, from: LoginOrigin) =>
  services.db
    .transaction()
    .execute(async (trx) => {
      const { provider, identity, next } = ticket
      const created = await insertAccount(services, trx, signUp)
      await redeemTicket(trx, ticket)
      // The role is set by a change of the account, so that the audit log and the owner are informed.
      const account = await followGroups(trx, new Map([[created.id, created]]), created.id, { provider, identity })
      await linkIdentity(services, trx, { account, provider, identity, from })
      return openSignIn(services, trx, { account, provider, identity, from, next })
    })
    .catch(rethrowName(services, signUp))

const rethrowName =
  (services: Services, { username }: SignUp) =>
  async (error: unknown): Promise<never> => {
    if (isNameTaken(error)) throw await usernameTaken(services, username, 'username')
    return rethrowTaken(error)
  }

/**
 * Throws if the username or the invitation of a sign-up would be refused: creates the account and rolls back. A random address
 * replaces one that is taken, because only its owner may learn that, after the mail.
 */
const assertAllowed = async (services: Services, trx: Database, signUp: SignUp): Promise<void> => {
  const holder = await holderOf(trx, signUp.email)
  const email = holder && !isFree(holder) ? `${randomUUID()}@example.invalid` : signUp.email
  await sql`savepoint before_account`.execute(trx)
  await insertAccount(services, trx, { ...signUp, email })
  await sql`rollback to savepoint before_account`.execute(trx)
}

/** The address of the sign-up is proven, so an account that holds it unverified goes. A guest becomes the account. */
const insertAccount = async (
  services: Services,
  trx: Database,
  { username, userType, email, invitation, language, guestId }: SignUp,
): Promise<AccountRow> => {
  const holder = await holderOf(trx, email)
  const ids = [holder?.id, guestId].filter((id) => typeof id === 'string')
  const accounts = ids.length > 0 ? await lockAccounts(trx, ids) : new Map<string, AccountRow>()
  const held = holder && accounts.get(holder.id)
  if (held && !isFree(held)) throw new Problem('emailTaken')
  if (held) {
    await releaseInvitations(trx, held.id)
    await trx.deleteFrom('users').where('id', '=', held.id).execute()
  }
  const guest = accounts.get(guestId ?? '')
  const values = { username, userType, email, verified: true, createdAt: services.now(), language: language ?? null }
  if (guest?.guest) await deletePendingSignUp(trx, guest.id, username)
  const account = guest?.guest
    ? await applyAccountChange(trx, guest, { ...values, guest: false })
    : await trx.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow()
  await assertRegistrationAllowed({ ...services, db: trx }, { userId: account.id, invitation })
  return account
}

interface Proof {
  ticket: string
  password: string
  from: LoginOrigin
}

/** Links the account with the address of a ticket to the provider, by its password. */
export const linkWithPassword = async (services: Services, { ticket, password, from }: Proof) => {
  const found = await findTicket(services, ticket)
  const { email } = found.identity
  if (email === null) throw new Problem('badSignIn')
  const { id, passwordHash } = await provePassword(services, { email, password, from })
  return linkOwner(services, found, from, (account) => account.id === id && account.passwordHash === passwordHash)
}

/**
 * Links and logs in, once the owner of the account has been proven. With a second factor the link could be a way around
 * it, so such an account is linked from within.
 */
const linkOwner = (services: Services, ticket: Ticket, from: LoginOrigin, isOwner: (account: AccountRow) => boolean) =>
  services.db.transaction().execute(async (trx) => {
    const { provider, identity, next } = ticket
    const holder = await holderOf(trx, identity.email ?? '')
    if (!holder) throw new Problem('badSignIn')
    const accounts = await lockAccounts(trx, [holder.id], { admins: provider.groupTypes.length > 0 })
    const found = accounts.get(holder.id)
    if (!found || found.email !== identity.email || !isOwner(found)) throw new Problem('badSignIn')
    if (!found.verified) throw new Problem('unverified', { needsVerification: true })
    if ((await factorsOf(trx, found.id)).length > 0) throw new Problem('linkOnProfile')
    await redeemTicket(trx, ticket)
    const account = await followGroups(trx, accounts, found.id, { provider, identity })
    await linkIdentity(services, trx, { account, provider, identity, from })
    return openSignIn(services, trx, { account, provider, identity, from, next })
  })

/** Sends a mail to the owner of the account with the address of a ticket. */
export const mailSignInLink = async (services: Services, ticket: string, address: string) => {
  const found = await findTicket(services, ticket)
  if (found.identity.email === null) throw new Problem('badSignIn')
  await queueMail(services, found, found.identity.email, address)
  return { message: MAIL_SENT }
}

const queueMail = async (services: Services, { id }: Ticket, email: string, address: string): Promise<void> => {
  const trx = services.db.isTransaction ? services.db : undefined
  if (!(await mayMail(services, 'verify', email, address, trx))) throw new Problem('rateLimited')
  await services.jobs.enqueue(services.db, SIGN_IN_MAIL_JOB, { ticket: id })
}

/** The token is made when the mail is sent, so that the queue holds none. */
export const sendSignInMail = async (services: Services, ticket: string, jobId: string): Promise<void> => {
  const token = newMailToken()
  const found = await services.db
    .updateTable('signInTickets')
    .set({ mailHash: hashOf(token), expiresAt: ticketEnd(services) })
    .where('id', '=', ticket)
    .where('expiresAt', '>=', services.now())
    .returning(['identity', 'signUp'])
    .executeTakeFirst()
  const signUp = (found?.signUp ?? null) as SignUp | null
  const email = signUp?.email ?? (found?.identity as Partial<Identity> | undefined)?.email
  if (!email) return
  const site = await readSiteSettings(services)
  const owner = await services.db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst()
  const texts = await mailTexts(site, signUp?.language ?? owner?.language)
  const { FRAME, SIGN_IN } = texts.mails
  await sendOnce(services.mailer, {
    id: jobId,
    to: email,
    ...renderMail(site, texts, {
      subject: SIGN_IN.subject(site),
      greeting: FRAME.greetingToAnyone,
      before: signUp ? SIGN_IN.beforeSignUp : SIGN_IN.beforeLogIn,
      link: `${services.siteUrl.current()}/auth/provider?token=${token}`,
      after: SIGN_IN.after,
    }),
  })
}

/** Does what a mail was sent for, in the browser that has the ticket: another one could be that of a stranger. */
export const confirmSignIn = async (
  services: Services,
  { ticket, token, from }: { ticket: string; token: string; from: LoginOrigin },
) => {
  const found = await findTicket(services, ticket, token)
  if (found.signUp) return create(services, found, found.signUp, from)
  return linkOwner(services, found, from, () => true)
}
