import type { Suspended } from '#contract/moderation.ts'
import { isSuspended } from '#server/restrictions/is-suspended.ts'
import type { Services } from '#server/platform/services.ts'

const LISTED_MAX = 200

/** The suspended accounts, the latest first. */
export const listSuspended = async ({ db, now }: Services): Promise<Suspended[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'suspensionReason', 'suspendedAt', 'suspendedUntil'])
    .where(isSuspended(now()))
    .orderBy('suspendedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id, username, suspensionReason, suspendedAt, suspendedUntil }) => ({
    _id: id,
    username,
    reason: suspensionReason ?? '',
    suspendedAt: suspendedAt?.toISOString() ?? '',
    until: suspendedUntil?.toISOString() ?? null,
  }))
}
