import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'

/** Which second factors an account has, and since when; never their secrets. */
export const personalSecondFactors: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const of = { app: db.selectFrom('totpFactors'), passkeys: db.selectFrom('passkeys') }
    const [app, passkeys, codes] = await Promise.all([
      of.app.select('confirmedAt').where('userId', '=', userId).executeTakeFirst(),
      of.passkeys.select(['name', 'createdAt', 'usedAt']).where('userId', '=', userId).orderBy('id').execute(),
      db.selectFrom('recoveryCodes').select('userId').where('userId', '=', userId).execute(),
    ])
    return {
      documents: {
        'second-factors': { appSince: app?.confirmedAt ?? null, passkeys, recoveryCodesLeft: codes.length },
      },
    }
  },
}
