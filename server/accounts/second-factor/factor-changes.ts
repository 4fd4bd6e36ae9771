import { type RequestOrigin, recordSecurityEvent } from '#server/accounts/sessions/security-events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { factorsOf } from './challenges.ts'
import { storeRecoveryCodes } from './recovery-codes.ts'

/**
 * To be called in the transaction that has locked the account and added a factor, which this session has just shown. With
 * the first factor all other sessions end, and the recovery codes are created and returned.
 */
export const afterFactorAdded = async (
  services: Services,
  trx: Database,
  { id, sessionId }: Caller,
  { isFirst, from }: { isFirst: boolean; from: RequestOrigin },
): Promise<string[]> => {
  await recordSecurityEvent(trx, { userId: id, kind: 'second-factor-added', from })
  await markSession(trx, sessionId, services.now())
  if (!isFirst) return []
  await trx.deleteFrom('sessions').where('userId', '=', id).where('id', '!=', sessionId).execute()
  return storeRecoveryCodes(trx, id)
}

/** To be called in the transaction that has removed a factor: the last one takes the recovery codes with it. */
export const afterFactorRemoved = async (trx: Database, userId: string, from: RequestOrigin): Promise<void> => {
  await recordSecurityEvent(trx, { userId, kind: 'second-factor-removed', from })
  if ((await factorsOf(trx, userId)).length > 0) return
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx.updateTable('sessions').set({ hasShownFactor: false }).where('userId', '=', userId).execute()
}

/** Records that a second factor was shown in a session. */
export const markSession = async (trx: Database, sessionId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('sessions')
    .set({ confirmedAt: now, hasShownFactor: true })
    .where('id', '=', sessionId)
    .execute()
}
