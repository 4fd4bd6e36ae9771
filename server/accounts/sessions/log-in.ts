import { isProblem, Problem } from '#contract/api/problems.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { hasBlocks, hasPenNames, toHas } from '#server/accounts/account-has.ts'
import {
  countAttempt,
  countAttemptElsewhere,
  countWrongPassword,
  networkHash,
  resetAttempts,
  withdrawAttempt,
  withdrawAttemptElsewhere,
} from './login-throttle.ts'
import { isKnownDevice, type LoginOrigin } from './login-devices.ts'
import { assertNotSuspended, openSession } from './open-session.ts'
import { isPassword } from '#server/accounts/passwords/passwords.ts'
import { assertNoSecondFactor } from '#server/accounts/second-factor/challenges.ts'
import { assertPasswordsWork, isProvidersOnly } from '#server/accounts/single-sign-on/providers.ts'
import { countSecurityEvent } from './security-events.ts'
import { OWN_COLUMNS, toUser } from '#server/accounts/user-serializer.ts'

interface LoginInput {
  email: string
  password: string
  from: LoginOrigin
}

/**
 * A wrong email and a wrong password get the same message after the same time. Only with the right password the answer
 * says that the address is unverified, that the account is suspended and why, or that it has a second factor.
 */
export const logIn = async (services: Services, input: LoginInput) => {
  // Where there are no passwords, a wrong one and a right one are answered alike: else one could try which work.
  const user = await provePassword(services, input).catch(async (error: unknown) => {
    if (isProblem(error) && error.type === 'bad_credentials' && (await isProvidersOnly(services)))
      throw new Problem('providersOnly')
    throw error
  })
  await assertPasswordsWork(services, user.email)
  if (!user.verified) throw new Problem('unverified', { needsVerification: true })
  assertNotSuspended(services, user)
  await assertNoSecondFactor(services, user)
  return openSession(services, user, input.from)
}

/** The account that has this email and password. Throws for a wrong one, and for any after too many wrong ones. */
export const provePassword = async (services: Services, { email, password, from }: LoginInput): Promise<AccountRow> => {
  const { sharedRates } = services
  const { address, device } = from
  const isKnown = device !== undefined && (await isKnownDevice(services, email, device))
  const place = isKnown ? `device ${device}` : networkOf(address)
  await countAttempt(sharedRates, email, place)
  const user = await findByPassword(services, { email, password, from, isKnown }).catch(async (error: unknown) => {
    // Where the database is unavailable, that is the error.
    await withdrawAttempt(sharedRates, email, place).catch(() => {})
    throw error
  })
  if (!user) {
    await countWrongPassword(services)
    throw new Problem('badCredentials')
  }
  await resetAttempts(sharedRates, email, place)
  return user
}

/** The account that has this email and password. `isKnown` says that it knows the device. */
const findByPassword = async (
  services: Services,
  { email, password, from, isKnown }: LoginInput & { isKnown: boolean },
) => {
  const { address } = from
  const user = await services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  const isElsewhere = !isKnown && !(await hasLoggedInFrom(services, user?.id, address))
  if (isElsewhere) await countAttemptElsewhere(services, email, user?.id)
  let isWrong = false
  try {
    isWrong = !(await isPassword(password, user?.passwordHash ?? null))
    if (isWrong && user) countSecurityEvent(services, { userId: user.id, kind: 'wrong-password', from })
    return isWrong ? undefined : user
  } finally {
    if (isElsewhere && !isWrong) await withdrawAttemptElsewhere(services.sharedRates, email)
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
  const [user] = await selectUser(db, id)
  if (!user) throw new Problem('unauthenticated')
  return { user: { ...toUser(user), ...toHas(user) } }
}

const selectUser = preparedQuery((id: string) => ({
  compile: (db) =>
    db
      .selectFrom('users')
      .select([...OWN_COLUMNS, hasBlocks, hasPenNames])
      .where('id', '=', id)
      .compile(),
}))
