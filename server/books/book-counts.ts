import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

/** Changes are added up and left as one when so many have gathered. */
const MANY_CHANGES = 500

export interface BookCounts {
  total: number
  byAge: number
  byTitle: number
}

/** The rows that count the books of a genre, or all of them. */
export const countedIn = (genre: string | undefined): RawBuilder<unknown> =>
  genre === undefined ? sql`book_counts` : sql`book_counts where genre = ${genre}`

/** How many books there are, of a genre or in all, as a part of another statement. */
export const totalIn = (genre: string | undefined): RawBuilder<number> =>
  sql`(select coalesce(sum(books), 0)::int from ${countedIn(genre)})`

/** How many books there are, and how often their places have changed. */
export const readCounts = async (services: Services, genre?: string): Promise<BookCounts> => {
  const { rows } = await sql<BookCounts & { changes: number }>`
    select
      coalesce(sum(books), 0)::int as total,
      coalesce(sum(by_age), 0) as by_age,
      coalesce(sum(by_title), 0) as by_title,
      count(*) as changes
    from ${countedIn(genre)}`.execute(services.db)
  const { changes, ...counts } = rows[0] ?? { total: 0, byAge: 0, byTitle: 0, changes: 0 }
  if (changes > MANY_CHANGES) void compactCounters(services)
  return counts
}

/**
 * Leaves one row of each genre. Of two that do it at once, each adds up only what it took itself. The room of those that
 * went is given back, for each list would read over it.
 */
export const compactCounters = async ({ db, log }: Services): Promise<void> => {
  try {
    await sql`
      with taken as (
        delete from book_counts returning *
      )
      insert into book_counts
      select genre, sum(books), sum(by_age), sum(by_title) from taken group by genre`.execute(db)
    await sql`vacuum book_counts`.execute(db)
  } catch (error) {
    log.warn({ reason: String(error) }, 'book counts not added up')
  }
}
