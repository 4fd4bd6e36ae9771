import { Problem } from '#contract/api/problems.ts'
import { assertConfirmed } from '#server/platform/http/request/caller-access.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { applyAccountChange } from '#server/accounts/change-account.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import {
  countAttemptInSession,
  countWrongPassword,
  withdrawAttemptInSession,
} from '#server/accounts/sessions/login-throttle.ts'
import { mailOwner } from '#server/mails/mail-owner.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { assertStrongPassword } from './password-strength.ts'
import { countSecurityEvent, type RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

export const PASSWORD_NOTICE_JOB = 'password-notice-mail'

const UPDATED = 'Password updated successfully!'
const SAME = 'The new password must differ from the current one.'

interface PasswordInput {
  currentPassword: string
  newPassword: string
  /** Ends the tokens of apps and programs too. */
  endTokens: boolean
}

/** Ends all other sessions, and notifies the owner by mail. */
export const updatePassword = async (
  services: Services,
  caller: Caller,
  { currentPassword, newPassword, endTokens, from }: PasswordInput & { from: RequestOrigin },
) => {
  if (newPassword === currentPassword) throw new Problem('invalid', { message: SAME, errors: { newPassword: SAME } })
  const owner = await services.db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (!owner) throw new Problem('unauthenticated')
  await assertStrongPassword(services, newPassword, owner, 'newPassword')
  const known = await assertPassword(services, caller, { password: currentPassword, from }, 'currentPassword')
  const passwordHash = await hashPassword(newPassword)
  const user = await services.db.transaction().execute(async (trx) => {
    const account = (await lockAccounts(trx, [caller.id])).get(caller.id)
    if (account?.passwordHash !== known || !account) throw wrongPassword('currentPassword')
    await services.jobs.enqueue(trx, PASSWORD_NOTICE_JOB, { userId: caller.id })
    return applyAccountChange(trx, account, { passwordHash }, { keepSession: caller.sessionId, endTokens, from })
  })
  return { message: UPDATED, user: toUser(user) }
}

interface GivenPassword {
  password?: string | undefined
  from: RequestOrigin
}

/**
 * Throws unless it is the password of the account, and for any after too many wrong ones in this session. Returns the hash
 * that it was compared with.
 */
export const assertPassword = async (
  services: Services,
  { id: userId, sessionId }: Caller,
  { password = '', from }: GivenPassword,
  field: 'currentPassword' | 'password' = 'password',
) => {
  const { db, sharedRates } = services
  await countAttemptInSession(sharedRates, sessionId)
  let isWrong = false
  try {
    const user = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
    const passwordHash = user?.passwordHash ?? null
    isWrong = !(await isPassword(password, passwordHash))
    if (!isWrong) return passwordHash
  } finally {
    if (!isWrong) await withdrawAttemptInSession(sharedRates, sessionId)
  }
  countSecurityEvent(services, { userId, kind: 'wrong-password', from })
  await countWrongPassword(services)
  throw wrongPassword(field)
}

/**
 * The same for an account that may have no password: then its owner must have logged in at a provider a short time ago.
 * Returns the hash of the password, if there is one.
 */
export const assertOwner = async (services: Services, caller: Caller, given: GivenPassword) => {
  const user = await services.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', caller.id)
    .executeTakeFirst()
  if (user && user.passwordHash === null) {
    assertConfirmed(caller, services.now())
    return null
  }
  return assertPassword(services, caller, given)
}

const wrongPassword = (field: 'currentPassword' | 'password') =>
  new Problem('wrongPassword', { errors: { [field]: 'This is not your password.' } })

export const sendPasswordNotice = (services: Services, userId: string, jobId: string) =>
  mailOwner(services, { userId, jobId }, ({ mails: { PASSWORD_CHANGED } }, siteName) => ({
    ...PASSWORD_CHANGED,
    subject: PASSWORD_CHANGED.subject({ siteName }),
    path: '/auth',
  }))
