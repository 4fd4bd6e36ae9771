import type { User } from '#contract/people.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Whether an account blocks anybody or is blocked: then its lists of comments are its own. */
export const blocksOf = async (db: Database, id: string): Promise<Pick<User, 'hasBlocks'>> => {
  const block = await db
    .selectFrom('blocks')
    .select('userId')
    .where(({ or, eb }) => or([eb('userId', '=', id), eb('blockedId', '=', id)]))
    .limit(1)
    .executeTakeFirst()
  return block ? { hasBlocks: true } : {}
}
