import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Locks accounts for a change or a deletion and returns the rows that exist, by id. With `admins` it locks all
 * administrators too, for a change that may concern the last of them.
 *
 * All transactions lock rows in one order, so that no two of them deadlock:
 *
 * 1. accounts: in one call of this function, which locks by id;
 * 2. books: in one call of `lockBooks`, or one book;
 * 3. rows that belong to an account or a book: ratings, comments, reading positions, sessions, mail tokens, invitations.
 *
 * The lock admits the key-share locks of foreign keys, so ratings and comments of these accounts do not wait. A deletion,
 * the hiding of a person and `rank_ratings_of` lock the account against those too, before any book: what locks a book and
 * adds a row of an account locks the account for key share before; one `for key share of` locks in the order of its tables.
 */
export const lockAccounts = async (
  trx: Database,
  ids: string[],
  { admins = false } = {},
): Promise<Map<string, Selectable<Tables['users']>>> => {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('id', 'in', ids), ...(admins ? [and([eb('userType', '=', 'admin'), eb('guest', '=', false)])] : [])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the books that a subquery names, by id. */
export const lockBooks = async (trx: Database, ids: RawBuilder<unknown>): Promise<void> => {
  await sql`select id from books where id in (${ids}) order by id for no key update`.execute(trx)
}
