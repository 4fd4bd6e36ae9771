import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { countWrongPassword, forgetWrongPasswords, assertLoginAllowed } from './login-throttle.ts'
import { isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { toUser } from './user-serializer.ts'

interface Login {
  email: string
  password: string
  address: string
  userAgent: string
}

/** One message and one timing for a wrong email and a wrong password; only the right one learns that it is unverified. */
export const logIn = async (services: Services, { email, password, address, userAgent }: Login) => {
  const { limiter } = services
  assertLoginAllowed(limiter, email, address)
  const user = await services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!(await isPassword(password, user?.passwordHash ?? null)) || !user) {
    countWrongPassword(limiter, email, address)
    throw new Problem('badCredentials')
  }
  forgetWrongPasswords(limiter, email, address)
  if (!user.verified) throw new Problem('unverified', { needsVerification: true })
  return { token: await startSession(services, user.id, userAgent, user.passwordHash), user: toUser(user) }
}

export const userDetails = async ({ db }: Services, id: string) => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw new Problem('unauthenticated')
  return { user: toUser(user) }
}
