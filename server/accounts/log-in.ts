import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import type { AccountRow } from './change-account.ts'
import { blocksOf } from './has-blocks.ts'
import { lastDayOf } from './last-day.ts'
import {
  countAttempt,
  countAttemptElsewhere,
  countWrongPassword,
  networkHash,
  rememberNetwork,
  resetAttempts,
  withdrawAttempt,
  withdrawAttemptElsewhere,
} from './login-throttle.ts'
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
 * says that the address is unverified or the account suspended, and why.
 */
export const logIn = async (services: Services, { email, password, address, userAgent }: LoginInput) => {
  const { limiter } = services
  countAttempt(limiter, email, address)
  const user = await findByPassword(services, { email, password, address }).catch((error: unknown) => {
    withdrawAttempt(limiter, email, address)
    throw error
  })
  if (!user) {
    await countWrongPassword(services)
    throw new Problem('badCredentials')
  }
  resetAttempts(limiter, email, address)
  if (!user.verified) throw new Problem('unverified', { needsVerification: true })
  assertNotSuspended(services, user)
  const token = await startSession(services, user.id, userAgent, user.passwordHash)
  await rememberNetwork(services, user.id, address)
  return { token, user: { ...toUser(user), ...(await blocksOf(services.db, user.id)) } }
}

const assertNotSuspended = (
  { now }: Services,
  { suspensionReason, suspendedUntil }: Pick<AccountRow, 'suspensionReason' | 'suspendedUntil'>,
) => {
  if (suspensionReason === null || (suspendedUntil && suspendedUntil <= now())) return
  const end = suspendedUntil ? ` until ${lastDayOf(suspendedUntil)}` : ''
  throw new Problem('suspended', { message: `This account is suspended${end}. The reason: ${suspensionReason}` })
}

/** The account that has this email and password. */
const findByPassword = async (
  services: Services,
  { email, password, address }: Pick<LoginInput, 'email' | 'password' | 'address'>,
) => {
  const user = await services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  const isElsewhere = !(await hasLoggedInFrom(services, user?.id, address))
  if (isElsewhere) await countAttemptElsewhere(services, email, user?.id)
  let isWrong = false
  try {
    isWrong = !(await isPassword(password, user?.passwordHash ?? null))
    return isWrong ? undefined : user
  } finally {
    if (isElsewhere && !isWrong) withdrawAttemptElsewhere(services.limiter, email)
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

const hasLoggedInFrom = async ({ db }: Services, userId = NOBODY, address: string): Promise<boolean> => {
  const found = await db
    .selectFrom('loginNetworks')
    .select('userId')
    .where('userId', '=', userId)
    .where('networkHash', '=', networkHash(userId, address))
    .executeTakeFirst()
  return found !== undefined
}

export const userDetails = async ({ db }: Services, id: string) => {
  const [user, blocks] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    blocksOf(db, id),
  ])
  if (!user) throw new Problem('unauthenticated')
  return { user: { ...toUser(user), ...blocks } }
}
