import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { factorsOf } from './challenges.ts'
import { decryptSecret, encryptSecret } from './encrypt-secret.ts'
import { afterFactorAdded, afterFactorRemoved } from './factor-changes.ts'
import { countGuess, forgetGuesses } from './guesses.ts'

const SECRET_BYTES = 20
/** A code of the period before or after is accepted too, for clocks that differ. */
const WINDOW = 1

const totpOf = (secret: Uint8Array, label?: { issuer: string; label: string }) =>
  new TOTP({ ...label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/** Creates a secret for an app. It takes effect when a code confirms it, and replaces one that waits for that. */
export const beginTotp = async (services: Services, caller: Caller) => {
  const { siteName } = await readSiteSettings(services)
  const secret = randomBytes(SECRET_BYTES)
  const encrypted = await encryptSecret(services.db, caller.id, secret)
  const stored = await services.db
    .insertInto('totpFactors')
    .values({ userId: caller.id, ...encrypted })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(encrypted).where('totpFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!stored) throw new Problem('totpExists')
  const totp = totpOf(secret, { issuer: siteName, label: caller.username })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Confirms the app with its first code. Returns the recovery codes if it is the first factor. */
export const confirmTotp = async (
  services: Services,
  caller: Caller,
  { code, from }: { code: string; from: RequestOrigin },
) => {
  await countGuess(services, caller.id)
  const recoveryCodes = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    const isFirst = (await factorsOf(trx, caller.id)).length === 0
    const waiting = await trx
      .selectFrom('totpFactors')
      .select(['keyId', 'secret'])
      .where('userId', '=', caller.id)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst()
    if (!waiting) throw new Problem('totpNotFound')
    const step = stepOf(await decryptSecret(trx, caller.id, waiting), code, services.now())
    if (step === undefined) throw wrongCode()
    await trx
      .updateTable('totpFactors')
      .set({ confirmedAt: services.now(), lastStep: step })
      .where('userId', '=', caller.id)
      .execute()
    return afterFactorAdded(services, trx, caller, { isFirst, from })
  })
  await forgetGuesses(services, caller.id)
  return { recoveryCodes }
}

export const removeTotp = async (services: Services, caller: Caller, from: RequestOrigin): Promise<void> => {
  await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [caller.id])
    await trx.deleteFrom('totpFactors').where('userId', '=', caller.id).execute()
    await afterFactorRemoved(trx, caller.id, from)
  })
}

/** Uses up a code of the app. False if it is wrong, or if it or a later one was used before. */
export const redeemTotp = async (trx: Database, userId: string, code: string, now: Date): Promise<boolean> => {
  const factor = await trx
    .selectFrom('totpFactors')
    .select(['keyId', 'secret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const step = factor && stepOf(await decryptSecret(trx, userId, factor), code, now)
  if (step === undefined) return false
  // If two tries come with one code at once, the second waits for the row, and then finds the step used.
  const used = await trx
    .updateTable('totpFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/** The period that a code belongs to; undefined if it is none of those that are accepted now. */
const stepOf = (secret: Uint8Array, code: string, now: Date): number | undefined => {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export const wrongCode = () => new Problem('wrongCode', { errors: { code: 'This code is wrong, or was used before.' } })
