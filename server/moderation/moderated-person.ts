import { Problem } from '#contract/api/problems.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import type { Actor } from '#server/platform/audit-log.ts'

/** Nobody acts against themselves, and only administrators against moderators and other administrators. */
export const assertMayModerate = (by: Actor, person: Pick<AccountRow, 'id' | 'userType'> | undefined): void => {
  if (by.id === person?.id) throw new Problem('notAgainstYourself')
  const isStaff = person?.userType === 'admin' || person?.userType === 'moderator'
  if (isStaff && by.userType === 'moderator') throw new Problem('forbidden')
}
