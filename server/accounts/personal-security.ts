import { listSecurityEvents } from './security-events.ts'
import type { PersonalData } from './personal-data.ts'

/** Security events, the devices of logins, and a change of the address that is not confirmed yet. */
export const personalSecurity: PersonalData = {
  exportOf: async (services, userId) => {
    const [securityEvents, devices, emailChange] = await Promise.all([
      listSecurityEvents(services, userId),
      services.db.selectFrom('loginDevices').select('usedAt').where('userId', '=', userId).orderBy('usedAt').execute(),
      services.db
        .selectFrom('emailChanges')
        .select(['newEmail', 'requestedAt'])
        .where('userId', '=', userId)
        .executeTakeFirst(),
    ])
    return { documents: { 'security-events': securityEvents, devices, 'email-change': emailChange ?? null } }
  },
}
