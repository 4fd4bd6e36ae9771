import { sql } from 'kysely'
import type { User } from '#contract/shapes/people.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Whether an account blocks anybody or is blocked: then its lists of comments are its own. */
export const hasBlocks = sql<boolean>`exists (
  select from blocks where user_id = users.id or blocked_id = users.id
)`.as('hasBlocks')

/** Whether an account has pen names: then the forms of its books have a place for them. */
export const hasPenNames = sql<boolean>`exists (select from pen_names where user_id = users.id)`.as('hasPenNames')

type Has = Pick<User, 'hasBlocks' | 'hasPenNames'>

/** What an account has, without what it has not. */
export const toHas = (row: { hasBlocks: boolean; hasPenNames: boolean }): Has => ({
  ...(row.hasBlocks && { hasBlocks: true }),
  ...(row.hasPenNames && { hasPenNames: true }),
})

export const readHas = async (db: Database, id: string): Promise<Has> => {
  const row = await db.selectFrom('users').select([hasBlocks, hasPenNames]).where('id', '=', id).executeTakeFirst()
  return row ? toHas(row) : {}
}
