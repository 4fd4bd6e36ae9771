import type { Selectable } from 'kysely'
import type { AdminUser, UserSummary } from '#contract/admin.ts'
import { toUser } from '#server/accounts/user-serializer.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Row = Omit<Selectable<Tables['users']>, 'passwordHash'>

/** An account without what only its owner may see. */
export const toPublicProfile = (row: Row): UserSummary => {
  const { weeklyMail: _, ...seen } = toUser(row)
  return seen
}

/** An account as administrators see it. */
export const toAdminUser = (row: Row): AdminUser => ({
  ...toPublicProfile(row),
  version: row.version,
})
