import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ShelfName } from '#contract/shelves.ts'
import { isBeingRead } from '#server/reading/is-being-read.ts'
import type { OrderedRows } from './ordered-books.ts'

/** The condition that a reader wants to read a book and has not begun it since; of rows of `shelved_books` named `placed`. */
export const isWanted = sql<SqlBool>`(
  placed.is_wanted and not exists (
    select from reading_positions as position
    where position.user_id = placed.user_id and position.book_id = placed.book_id
      and position.read_at > placed.want_changed_at
  )
)`

/**
 * The rows of each shelf of a reader; `year` is that in which books were finished. Two tables are joined by grouping their rows, since
 * for a reader whom its statistics don't know the planner compares all rows of one with all of the other.
 */
export const shelfRows: Record<ShelfName, (userId: string, year?: number) => OrderedRows> = {
  reading: (userId) => ({
    hasPlaces: false,
    rows: sql`
      select position.book_id, 0 as place, read_at as at, position.page, null::int as user_rating
      from (
        select book_id, max(page) as page, max(read_at) as read_at, max(finished_at) as finished_at
        from (
          select book_id, page, read_at, null::timestamptz as finished_at
          from reading_positions where user_id = ${userId}::uuid
          union all
          select book_id, null, null, finished_at
          from shelved_books where user_id = ${userId}::uuid and finished_at is not null
        ) as read_or_finished
        group by book_id
        having max(read_at) is not null
      ) as position join books on books.id = position.book_id
      where ${isBeingRead}`,
  }),
  want: (userId) => ({
    hasPlaces: true,
    rows: sql`
      select book_id, max(place) as place, max(wanted_at) as at, null::int as page, null::int as user_rating
      from (
        select book_id, place, want_changed_at as wanted_at, null::timestamptz as read_at
        from shelved_books where user_id = ${userId}::uuid and is_wanted
        union all
        select book_id, null, null, read_at from reading_positions where user_id = ${userId}::uuid
      ) as wanted_or_read
      group by book_id
      having max(wanted_at) >= coalesce(max(read_at), '-infinity')`,
  }),
  finished: (userId, year) => ({
    hasPlaces: false,
    rows: sql`
      select book_id, 0 as place, max(finished_at) as at, null::int as page, max(stars) as user_rating
      from (
        select book_id, finished_at, null::int as stars from shelved_books
        where user_id = ${userId}::uuid and finished_at is not null ${year === undefined ? sql`` : inYear(year)}
        union all
        select book_id, null, stars from ratings where user_id = ${userId}::uuid
      ) as finished_or_rated
      group by book_id
      having max(finished_at) is not null`,
  }),
  rated: (userId) => ({
    hasPlaces: false,
    rows: sql`
      select book_id, 0 as place, rated_at as at, null::int as page, stars as user_rating
      from ratings
      where user_id = ${userId}::uuid`,
  }),
}

const inYear = (year: number): RawBuilder<unknown> =>
  sql`and finished_at >= ${new Date(Date.UTC(year, 0, 1))} and finished_at < ${new Date(Date.UTC(year + 1, 0, 1))}`
