import { sql } from 'kysely'
import type { User } from '#contract/people.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Whether an account blocks anybody or is blocked: then its lists of comments are its own. */
export const hasBlocks = sql<boolean>`exists (
  select from blocks where user_id = users.id or blocked_id = users.id
)`.as('hasBlocks')

export const blocksOf = async (db: Database, id: string): Promise<Pick<User, 'hasBlocks'>> => {
  const account = await db.selectFrom('users').select(hasBlocks).where('id', '=', id).executeTakeFirst()
  return account?.hasBlocks ? { hasBlocks: true } : {}
}
