import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import {
  countSecurityEvent,
  recordSecurityEvent,
  type RequestOrigin,
} from '#server/accounts/sessions/security-events.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { redeemTotp, wrongCode } from './totp.ts'

const SIX_DIGITS = /^\d{6}$/

/**
 * Uses up a code of the app or a recovery code, and does `work` in the same transaction, with the account locked. Throws
 * for a wrong code, and for any code after too many wrong ones.
 */
export const giveCode = async <T>(
  services: Services,
  { userId, code, from }: { userId: string; code: string; from: RequestOrigin },
  work: (trx: Database) => Promise<T>,
): Promise<T> => {
  await countGuess(services, userId)
  const isOfApp = SIX_DIGITS.test(code)
  const result = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const isRight = isOfApp
      ? await redeemTotp(trx, userId, code, services.now())
      : await redeemRecoveryCode(trx, userId, code)
    if (!isRight) {
      countSecurityEvent(services, { userId, kind: 'wrong-code', from })
      throw wrongCode()
    }
    if (!isOfApp) await recordSecurityEvent(trx, { userId, kind: 'recovery-code-used', from })
    return work(trx)
  })
  await forgetGuesses(services, userId)
  return result
}
