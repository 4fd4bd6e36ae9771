import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { countAttempt, resetAttempts } from './login-throttle.ts'
import { isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { toUser } from './user-serializer.ts'

interface LoginInput {
  email: string
  password: string
  address: string
  userAgent: string
}

/**
 * A wrong email and a wrong password get the same message after the same time. Only with the right password the answer
 * says that the address is unverified.
 */
export const logIn = async (services: Services, { email, password, address, userAgent }: LoginInput) => {
  const { limiter } = services
  countAttempt(limiter, email, address)
  const user = await services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!(await isPassword(password, user?.passwordHash ?? null)) || !user) throw new Problem('badCredentials')
  resetAttempts(limiter, email, address)
  if (!user.verified) throw new Problem('unverified', { needsVerification: true })
  return { token: await startSession(services, user.id, userAgent, user.passwordHash), user: toUser(user) }
}

export const userDetails = async ({ db }: Services, id: string) => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw new Problem('unauthenticated')
  return { user: toUser(user) }
}
