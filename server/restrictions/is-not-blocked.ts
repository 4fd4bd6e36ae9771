import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The condition that a reader does not block somebody, and is not blocked by them. */
export const isNotBlocked = (writerId: RawBuilder<unknown>, readerId: string) => sql<SqlBool>`not exists (
  select from blocks
  where (blocks.user_id = ${readerId} and blocks.blocked_id = ${writerId})
    or (blocks.user_id = ${writerId} and blocks.blocked_id = ${readerId})
)`
