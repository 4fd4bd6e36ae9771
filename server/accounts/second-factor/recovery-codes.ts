import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/values/second-factors.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { recordSecurityEvent, type RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { factorsOf } from './challenges.ts'

/** Without 0, 1, l and o, which are easily confused on paper. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16
const GROUP = 4

/** Replaces the recovery codes of the caller. */
export const replaceRecoveryCodes = async (services: Services, caller: Caller, from: RequestOrigin) => {
  const recoveryCodes = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    if ((await factorsOf(trx, caller.id)).length === 0) throw new Problem('noSecondFactor')
    await recordSecurityEvent(trx, { userId: caller.id, kind: 'recovery-codes-replaced', from })
    return storeRecoveryCodes(trx, caller.id)
  })
  return { recoveryCodes }
}

/** Creates the codes and ends the former ones. The database has only their hashes. */
export const storeRecoveryCodes = async (trx: Database, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOfCode(userId, code) })))
    .execute()
  return codes.map((code) => code.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-'))
}

/** 80 random bits, so a plain hash is safe. */
const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Uses up a recovery code, which is given without its hyphens. */
export const redeemRecoveryCode = async (trx: Database, userId: string, code: string): Promise<boolean> => {
  const used = await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOfCode(userId, code))
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

const hashOfCode = (userId: string, code: string) => hashOf(`recovery code ${userId} ${code}`)
