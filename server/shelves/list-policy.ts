import { sql, type SqlBool } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { isNotBlocked } from '#server/restrictions/is-not-blocked.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'

export type ListReader = Pick<Caller, 'id' | 'userType'> | undefined

/**
 * The condition that a list is shown to somebody: to its owner always, to others if it is shared and not hidden, and neither of them
 * blocks the other. Moderators see what they have hidden.
 */
export const isShownTo = (reader: ListReader) => {
  const isShared = sql<SqlBool>`lists.visibility <> 'private'`
  if (!reader) return sql<SqlBool>`(${isShared} and not lists.is_hidden)`
  if (reader.userType === 'moderator' || reader.userType === 'admin')
    return sql<SqlBool>`(lists.user_id = ${reader.id}::uuid or ${isShared})`
  return sql<SqlBool>`(
    lists.user_id = ${reader.id}::uuid
    or ${isShared} and not lists.is_hidden and ${isNotBlocked(sql`lists.user_id`, reader.id)}
  )`
}

/** Locks a list of its owner for a change of its books. Of a list of somebody else nothing is told. */
export const lockOwnList = async (trx: Database, { userId, id }: { userId: string; id: string }): Promise<void> => {
  const list = await trx
    .selectFrom('lists')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!list) throw new Problem('listNotFound')
}
