import type { Selectable } from 'kysely'
import type { AdminUser, UserSummary } from '#contract/admin.ts'
import { isSuspendedAt } from '#server/restrictions/is-suspended.ts'
import { toUser } from '#server/accounts/user-serializer.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type UserRow = Omit<Selectable<Tables['users']>, 'passwordHash'>

/** An account as others see it. */
export const toPublicProfile = (row: UserRow): UserSummary => {
  const { weeklyMail: _, ...profile } = toUser(row)
  return profile
}

/** An account as administrators see it at that time. */
export const toAdminUser = (row: UserRow & { hasSecondFactor: boolean }, at: Date): AdminUser => ({
  ...toPublicProfile(row),
  isSuspended: isSuspendedAt(row, at),
  hasSecondFactor: row.hasSecondFactor,
  version: row.version,
})
