import type { User } from '#contract/people.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Adds to an account whether it blocks anybody or is blocked: then its lists of comments are its own. */
export const withBlocks = async (db: Database, user: User): Promise<User> => {
  const block = await db
    .selectFrom('blocks')
    .select('userId')
    .where(({ or, eb }) => or([eb('userId', '=', user._id), eb('blockedId', '=', user._id)]))
    .limit(1)
    .executeTakeFirst()
  return { ...user, hasBlocks: block !== undefined }
}
