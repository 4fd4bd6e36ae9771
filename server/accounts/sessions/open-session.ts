import type { User } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { readHas } from '#server/accounts/account-has.ts'
import { lastDayOf } from '#server/accounts/last-day.ts'
import { rememberNetwork } from './login-throttle.ts'
import { type LoginOrigin, recogniseDevice } from './login-devices.ts'
import { queueNewDeviceNotice } from './new-device-notice.ts'
import { recordSecurityEvent } from './security-events.ts'
import { startSession } from './sessions.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

/**
 * Starts the session of a login, after everything that proves who it is. The owner gets a mail if the device is new, and
 * none at the first login of the account.
 */
export const openSession = async (
  services: Services,
  account: AccountRow,
  from: LoginOrigin,
): Promise<{ token: string; user: User }> => {
  assertNotSuspended(services, account)
  return services.db.transaction().execute((trx) => openSessionIn(services, trx, { account, from }))
}

interface NewSession {
  account: AccountRow
  from: LoginOrigin
  /** A second factor was shown, as the second step or in place of the password. */
  hasShownFactor?: boolean
}

/** The same in the transaction of the last step of a login. */
export const openSessionIn = async (
  services: Services,
  trx: Database,
  { account, from, hasShownFactor = false }: NewSession,
): Promise<{ token: string; user: User }> => {
  assertNotSuspended(services, account)
  const own = { ...services, db: trx }
  const { id: userId, passwordHash } = account
  const { address, userAgent } = from
  const token = await startSession(own, userId, userAgent, { passwordHash, address, hasShownFactor })
  await rememberNetwork(own, userId, address)
  const device = await recogniseDevice(own, userId, from)
  await recordSecurityEvent(trx, { userId, kind: device === 'new' ? 'logged-in-on-new-device' : 'logged-in', from })
  if (device === 'new') await queueNewDeviceNotice(services, trx, userId, from)
  return { token, user: { ...toUser(account), ...(await readHas(trx, userId)) } }
}

/** Says so before the second step of a login as well. */

export const assertNotSuspended = (
  { now }: Services,
  { suspensionReason, suspendedUntil }: Pick<AccountRow, 'suspensionReason' | 'suspendedUntil'>,
) => {
  if (suspensionReason === null || (suspendedUntil && suspendedUntil <= now())) return
  // Two whole sentences: pages translate them.
  const message = suspendedUntil
    ? `This account is suspended until ${lastDayOf(suspendedUntil)}. The reason: ${suspensionReason}`
    : `This account is suspended. The reason: ${suspensionReason}`
  throw new Problem('suspended', { message })
}
