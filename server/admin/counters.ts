import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

interface Counters {
  books: number
  reader: number
  author: number
  admin: number
  verified: number
}

const NONE: Counters = { books: 0, reader: 0, author: 0, admin: 0, verified: 0 }

/** How many books and users of each kind there are, guests aside: kept by the database with each change. */
export const readCounters = async (db: Database): Promise<Counters> => {
  const { rows } = await sql<{ what: string; count: number }>`
    select what, sum(change)::int as count from tallies group by what`.execute(db)
  return { ...NONE, ...Object.fromEntries(rows.map(({ what, count }) => [what, count])) }
}

/** Counts all anew and leaves one row of each. One statement sees one state: what is added meanwhile stays added. */
export const recount = async ({ db }: Services): Promise<void> => {
  await sql`
    with gone as (
      delete from tallies
    )
    insert into tallies
    select 'books', count(*) from books
    union all
    select user_type, count(*) from users where not guest group by user_type
    union all
    select 'verified', count(*) from users where not guest and verified`.execute(db)
}
