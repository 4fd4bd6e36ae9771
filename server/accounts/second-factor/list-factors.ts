import type { SecondFactors } from '#contract/second-factors.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { factorsOf } from './challenges.ts'

/** The second factors of the caller, without their secrets. */
export const listFactors = async (services: Services, caller: Caller): Promise<SecondFactors> => {
  const { db } = services
  const [factors, passkeys, codes, { secondFactor }] = await Promise.all([
    factorsOf(db, caller.id),
    db.selectFrom('passkeys').selectAll().where('userId', '=', caller.id).orderBy('id').execute(),
    db.selectFrom('recoveryCodes').select('userId').where('userId', '=', caller.id).execute(),
    readSiteSettings(services),
  ])
  return {
    totp: factors.includes('totp'),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: codes.length,
    isRequired: secondFactor === 'administrators' && (caller.userType === 'admin' || caller.userType === 'moderator'),
    isShown: caller.hasShownFactor,
  }
}
