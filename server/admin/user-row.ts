import type { Selectable } from 'kysely'
import type { AdminUser } from '#contract/admin.ts'
import { userOf } from '#server/accounts/user-shape.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** An account as administrators see it. */
export const adminUserOf = (row: Omit<Selectable<Tables['users']>, 'passwordHash'>): AdminUser => ({
  ...userOf(row),
  version: row.version,
})
