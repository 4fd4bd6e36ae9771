import { REGISTERED } from '#contract/accounts.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { assertRegistrationAllowed } from '#server/site/invitations.ts'
import { usernameTaken } from './free-username.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { deletePendingSignUp } from './guests/merge-guest-account.ts'
import { assertStrongPassword } from './passwords/password-strength.ts'
import { hashPassword } from './passwords/passwords.ts'
import type { RequestOrigin } from './sessions/security-events.ts'
import { holderOf, isFree } from './single-sign-on/address-holder.ts'
import { assertPasswordsWork } from './single-sign-on/providers.ts'
import { queueVerification } from './email/verify-email.ts'

interface RegistrationInput {
  username: string
  email: string
  password: string
  userType: 'reader' | 'author'
  /** A code, where registration is by invitation. */
  invitation?: string | undefined
  /** That of the page of the registration. */
  language?: string | undefined
  /** The page after login. */
  next?: string | undefined
  /** The guest who becomes this account once its address is verified. */
  guestId: string | null
  from: Pick<RequestOrigin, 'address'>
}

/**
 * The most mails of registrations to one address, which may be a stranger's, in 24 hours. What is registered beyond them does
 * not replace what its owner has a link to.
 */
const MAILS = { max: 5, seconds: 86_400 }
/** The most of these mails that one network causes in 24 hours, so that a stranger uses up no owner's mails. */
const MAILS_BY_NETWORK = { max: 3, seconds: 86_400 }

/** Creates an account with an unverified address. Of several registrations of such an address the newest that is mailed wins. */
export const register = async (
  services: Services,
  { email, password, guestId, invitation, next, from, language, ...profile }: RegistrationInput,
) => {
  await assertPasswordsWork(services)
  await assertStrongPassword(services, password, { username: profile.username, email }, 'password')
  const passwordHash = await hashPassword(password)
  await services.db
    .transaction()
    .execute(async (trx) => {
      const guest = await lockGuest(trx, { guestId, email })
      const isMailed = await mayMail({ ...services, db: trx }, email, from.address)
      if (!isMailed && (await isPending(trx, email))) return
      if (guest) await deletePendingSignUp(trx, guest.id, profile.username)
      const account = {
        ...profile,
        language: language ?? null,
        passwordHash,
        guestId: guest?.id ?? null,
        createdAt: services.now(),
      }
      const created = await trx
        .insertInto('users')
        .values({ ...account, email })
        .onConflict((conflict) =>
          conflict
            .column('email')
            .doUpdateSet(account)
            .where('users.verified', '=', false)
            .where('users.emailUnconfirmed', '=', false),
        )
        .returning('id')
        .executeTakeFirst()
      if (!created) throw new Problem('emailTaken', { errors: { email: EMAIL_TAKEN } })
      await trx.deleteFrom('mailTokens').where('userId', '=', created.id).execute()
      await assertRegistrationAllowed({ ...services, db: trx }, { userId: created.id, invitation })
      if (isMailed) await queueVerification(services, trx, { userId: created.id, next })
    })
    .catch(async (error: unknown) => {
      if (isNameTaken(error)) throw await usernameTaken(services, profile.username, 'username')
      return rethrowTaken(error)
    })
  return { message: REGISTERED }
}

const mayMail = async ({ sharedRates, db }: Pick<Services, 'sharedRates' | 'db'>, email: string, address: string) => {
  const key = `registration mails ${email}`
  const isWithinNetwork = await sharedRates.allows(`${key} ${networkOf(address)}`, MAILS_BY_NETWORK, db)
  return isWithinNetwork && sharedRates.allows(key, MAILS, db)
}

const isPending = async (trx: Database, email: string): Promise<boolean> => {
  const holder = await holderOf(trx, email)
  return holder !== undefined && isFree(holder)
}

/** Locks every account that the registration may change. Returns the guest, unless they are a member by now. */
const lockGuest = async (trx: Database, { guestId, email }: { guestId: string | null; email: string }) => {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) => or([eb('email', '=', email), eb('id', '=', guestId), eb('guestId', '=', guestId)]))
    .execute()
  if (rows.length === 0) return undefined
  const accounts = await lockAccounts(
    trx,
    rows.map(({ id }) => id),
  )
  const guest = accounts.get(guestId ?? '')
  return guest?.guest ? guest : undefined
}

/** The unique index of usernames. */
const EMAIL_TAKEN = 'There is an account with this email already.'

/** Turns a violation of a unique index into the problem of the field that it is about. */
export const rethrowTaken = (error: unknown): never => {
  if (isNameTaken(error)) throw new Problem('usernameTaken', { errors: { username: NAME_TAKEN } })
  if (violatedIndex(error) === 'users_by_email') throw new Problem('emailTaken', { errors: { email: EMAIL_TAKEN } })
  throw error
}

const NAME_TAKEN = 'This username is taken.'

/** Whether another account has this name, or one that looks like it. */
export const isNameTaken = (error: unknown) =>
  ['users_by_username', 'users_by_typed_skeleton', 'users_by_lower_skeleton'].includes(violatedIndex(error) ?? '')

/** The name of the unique index that a statement violated. */
export const violatedIndex = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
