import { listTokens } from '#server/accounts/api-tokens/api-tokens.ts'
import { listSecurityEvents } from '#server/accounts/sessions/security-events.ts'
import type { PersonalData } from './personal-data.ts'

/** Security events, the devices of logins, the tokens of apps without their text, and a change of the address that is not confirmed yet. */
export const personalSecurity: PersonalData = {
  exportOf: async (services, userId) => {
    const [securityEvents, devices, emailChange, tokens] = await Promise.all([
      listSecurityEvents(services, userId),
      services.db.selectFrom('loginDevices').select('usedAt').where('userId', '=', userId).orderBy('usedAt').execute(),
      services.db
        .selectFrom('emailChanges')
        .select(['newEmail', 'requestedAt'])
        .where('userId', '=', userId)
        .executeTakeFirst(),
      listTokens(services, userId),
    ])
    return { documents: { 'security-events': securityEvents, devices, 'email-change': emailChange ?? null, tokens } }
  },
}
