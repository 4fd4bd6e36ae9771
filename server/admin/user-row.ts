import type { Selectable } from 'kysely'
import type { AdminUser, SeenUser } from '#contract/admin.ts'
import { userOf } from '#server/accounts/user-shape.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Row = Omit<Selectable<Tables['users']>, 'passwordHash'>

/** An account as somebody else sees it. */
export const seenUserOf = (row: Row): SeenUser => {
  const { weeklyMail: _, ...seen } = userOf(row)
  return seen
}

/** An account as administrators see it. */
export const adminUserOf = (row: Row): AdminUser => ({
  ...seenUserOf(row),
  version: row.version,
})
