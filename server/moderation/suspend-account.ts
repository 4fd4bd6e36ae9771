import type { Database } from '#server/platform/database/connect.ts'
import { Problem } from '#contract/api/problems.ts'
import { assertNotLastAdmin } from '#server/accounts/last-admin.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { assertNotRescue } from '#server/accounts/rescue-administrator.ts'
import { type Actor, recordAudit } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { queueSuspensionNotice } from './suspension-notice.ts'
import { assertMayModerate } from './moderated-person.ts'

interface Suspension {
  userId: string
  by: Actor
  reason: string
  /** When the person can log in again; null for good. */
  until?: Date | null
}

interface SuspensionEnd {
  userId: string
  by: Actor
  reason?: string | undefined
  /** Only if its end is not later than this. */
  endedBy?: Date
}

/**
 * Suspends an account in the caller's transaction, with its entry in the audit log and a mail: it can't log in, and its
 * sessions and tokens end. Its books and comments stay, unless `hideContent` hides them; what it planned waits. Suspending
 * again changes the reason and the end.
 */
export const suspendAccount = async (
  services: Services,
  trx: Database,
  { userId, by, reason, until = null }: Suspension,
): Promise<{ isChanged: boolean }> => {
  const accounts = await lockAccounts(trx, [userId], { admins: true })
  const account = accounts.get(userId)
  if (!account) throw new Problem('userNotFound')
  assertMayModerate(by, account)
  assertNotLastAdmin(accounts, userId)
  await assertNotRescue(trx, account)
  const isSame =
    account.suspensionReason === reason && account.suspendedUntil?.getTime() === (until ?? undefined)?.getTime()
  if (isSame) return { isChanged: false }
  await trx
    .updateTable('users')
    .set({ suspendedAt: services.now(), suspendedUntil: until, suspensionReason: reason })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  await trx.deleteFrom('apiTokens').where('userId', '=', userId).execute()
  await recordAudit(trx, by, {
    action: 'suspend user',
    subject: `user ${userId}`,
    name: account.username,
    ...(account.suspensionReason !== null && {
      before: { reason: account.suspensionReason, until: account.suspendedUntil?.toISOString() ?? null },
    }),
    after: { reason, until: until?.toISOString() ?? null },
  })
  await queueSuspensionNotice(services, trx, { userId, change: 'suspended' })
  return { isChanged: true }
}

/** Ends a suspension in the caller's transaction. */
export const endSuspension = async (
  services: Services,
  trx: Database,
  { userId, by, reason, endedBy }: SuspensionEnd,
): Promise<{ isChanged: boolean }> => {
  const account = (await lockAccounts(trx, [userId])).get(userId)
  if (!account) throw new Problem('userNotFound')
  const isOver = endedBy === undefined || (account.suspendedUntil && account.suspendedUntil <= endedBy)
  if (account.suspendedAt === null || !isOver) return { isChanged: false }
  await trx
    .updateTable('users')
    .set({ suspendedAt: null, suspendedUntil: null, suspensionReason: null })
    .where('id', '=', userId)
    .execute()
  await recordAudit(trx, by, {
    action: 'end suspension',
    subject: `user ${userId}`,
    name: account.username,
    before: { reason: account.suspensionReason, until: account.suspendedUntil?.toISOString() ?? null },
    ...(reason !== undefined && { after: { reason } }),
  })
  await queueSuspensionNotice(services, trx, { userId, change: 'ended' })
  return { isChanged: true }
}
