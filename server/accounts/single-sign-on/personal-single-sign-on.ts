import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'

/** Which providers are linked to an account. The link goes with the account, and log-ins with its address that wait. */
export const personalSingleSignOn: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const providers = await db
      .selectFrom('signInIdentities')
      .select(['issuer', 'subject', 'linkedAt', 'usedAt'])
      .where('userId', '=', userId)
      .orderBy('issuer')
      .execute()
    return { documents: { providers } }
  },
  deleteFor: async (_services, trx, { userIds }) => {
    await sql`
      delete from sign_in_tickets using users
      where users.id = any(${userIds}::uuid[]) and email in (identity ->> 'email', sign_up ->> 'email')`.execute(trx)
    return async () => {}
  },
}
