import { REGISTERED } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { queueVerification } from './verify-email.ts'

export interface Registration {
  username: string
  email: string
  password: string
  userType: 'reader' | 'author'
}

/** Makes an account that waits for its address to be verified. An address that never was may be registered anew: the newest wins. */
export const register = async (services: Services, { username, email, password, userType }: Registration) => {
  refuseWeak(password, username)
  const passwordHash = await hashPassword(password)
  await services.db
    .transaction()
    .execute(async (trx) => {
      const made = await trx
        .insertInto('users')
        .values({ username, email, passwordHash, userType, createdAt: services.now() })
        .onConflict((conflict) =>
          conflict
            .column('email')
            .doUpdateSet({ username, passwordHash, userType, createdAt: services.now() })
            .where('users.verified', '=', false),
        )
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new Problem('emailTaken', { errors: { email: 'There is an account with this email already.' } })
      await queueVerification(services, trx, made.id)
    })
    .catch(nameTaken)
  return { message: REGISTERED }
}

const refuseWeak = (password: string, username: string) => {
  const message = isCommonPassword(password)
    ? 'This password is one of the commonest. Please choose another.'
    : password.toLowerCase() === username.toLowerCase()
      ? 'The password must not be the username.'
      : undefined
  if (message) throw new Problem('invalid', { message, errors: { password: message } })
}

/** The two unique indexes say which field is taken, also when two register at the same moment. */
export const nameTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'users_by_username')
    throw new Problem('usernameTaken', { errors: { username: 'This username is taken.' } })
  if (code === '23505' && constraint === 'users_by_email')
    throw new Problem('emailTaken', { errors: { email: 'There is an account with this email already.' } })
  throw error
}
