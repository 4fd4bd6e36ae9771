import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { mailOwner } from '#server/mails/mail-owner.ts'
import { recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

export const FACTOR_NOTICE_JOB = 'factor-notice-mail'

/** Removes all second factors of the account with this email. */
export const resetFactorsOf = (services: Services, email: string): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst()
    if (!user) throw new Problem('userNotFound')
    await lockAccounts(trx, [user.id])
    await resetFactors(services, trx, user.id)
  })

/**
 * Removes all second factors of an account that the transaction has locked, and its sessions: what was lost may have been
 * stolen. Its owner gets a mail.
 */
export const resetFactors = async (services: Services, trx: Database, userId: string): Promise<void> => {
  const tables = ['totpFactors', 'passkeys', 'recoveryCodes', 'factorChallenges', 'factorGuesses', 'sessions'] as const
  for (const table of tables) await trx.deleteFrom(table).where('userId', '=', userId).execute()
  await services.jobs.enqueue(trx, FACTOR_NOTICE_JOB, { userId })
  await recordSecurityEvent(trx, { userId, kind: 'second-factor-removed' })
}

export const sendFactorNotice = (services: Services, userId: string, jobId: string) =>
  mailOwner(services, { userId, jobId }, ({ mails: { FACTORS_REMOVED } }, siteName) => ({
    ...FACTORS_REMOVED,
    subject: FACTORS_REMOVED.subject({ siteName }),
    path: '/profile/security',
  }))
