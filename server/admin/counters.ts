import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { counterValue } from '#server/platform/database/counters.ts'
import type { Services } from '#server/platform/services.ts'

/** The numbers of books and of users, without guests. */
export const readTotals = async (db: Database) => {
  const { rows } = await sql<Record<'books' | 'users' | 'readers' | 'authors' | 'verified', number>>`
    select
      ${counterValue('books')} as books,
      ${counterValue('users')} as users,
      ${counterValue('users', 'reader')} as readers,
      ${counterValue('users', 'author')} as authors,
      ${counterValue('verified users')} as verified`.execute(db)
  return rows[0] ?? { books: 0, users: 0, readers: 0, authors: 0, verified: 0 }
}

/**
 * Counts books, users and cases of reports again and leaves one row for each counter. Changes of transactions that
 * commit meanwhile are neither counted nor deleted, so they stay added. The lock stops a second compaction; writers do
 * not wait for it.
 */
export const compactCounters = ({ db }: Pick<Services, 'db'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table counters in share update exclusive mode`.execute(trx)
    await sql`
      with removed as (
        delete from counters
      )
      insert into counters (name, label, change)
      select 'books', genre, count(*) from books where not is_hidden group by genre
      union all
      select 'facets', facet, count(*) from books, unnest(facets) as facet where not is_hidden group by facet
      union all
      select 'users', user_type, count(*) from users where not guest group by user_type
      union all
      select 'verified users', '', count(*) from users where not guest and verified
      union all
      select 'cases', case_label(report_cases), count(*) from report_cases group by 2`.execute(trx)
  })
