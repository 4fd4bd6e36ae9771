import { REGISTERED } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { assertRegistrationAllowed } from '#server/site/invitations.ts'
import { replacePendingSignUp } from './merge-guest-account.ts'
import { hashPassword } from './passwords.ts'
import { assertStrongPassword } from './password-strength.ts'
import { queueVerification } from './verify-email.ts'

export interface Registration {
  username: string
  email: string
  password: string
  userType: 'reader' | 'author'
  /** A code, where registration is by invitation. */
  invitation?: string | undefined
  /** The guest who will become this account. */
  guestId: string | null
}

/** Makes an account that waits for its address to be verified. An address that never was may be registered anew: the newest wins. */
export const register = async (
  services: Services,
  { email, password, guestId, invitation, ...words }: Registration,
) => {
  assertStrongPassword(password, words.username, 'password')
  const passwordHash = await hashPassword(password)
  await services.db
    .transaction()
    .execute(async (trx) => {
      const guest = guestId && (await replacePendingSignUp(trx, guestId, words.username))
      const account = { ...words, passwordHash, guestId: guest, createdAt: services.now() }
      const made = await trx
        .insertInto('users')
        .values({ ...account, email })
        .onConflict((conflict) => conflict.column('email').doUpdateSet(account).where('users.verified', '=', false))
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new Problem('emailTaken', { errors: { email: 'There is an account with this email already.' } })
      await assertRegistrationAllowed({ ...services, db: trx }, { userId: made.id, invitation })
      await queueVerification(services, trx, made.id)
    })
    .catch(nameTaken)
  return { message: REGISTERED }
}

/** The two unique indexes say which field is taken, also when two register at the same moment. */
export const nameTaken = (error: unknown): never => {
  if (isTaken(error, 'users_by_username'))
    throw new Problem('usernameTaken', { errors: { username: 'This username is taken.' } })
  if (isTaken(error, 'users_by_email'))
    throw new Problem('emailTaken', { errors: { email: 'There is an account with this email already.' } })
  throw error
}

/** The database refused a row because of that unique index. */
export const isTaken = (error: unknown, index: string) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}
