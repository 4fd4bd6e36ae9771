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

/** The rows of each shelf of a reader; `year` is that in which books were finished. */
export const shelfRows: Record<ShelfName, (userId: string, year?: number) => OrderedRows> = {
  reading: (userId) => ({
    hasPlaces: false,
    rows: sql`
      select position.book_id, 0 as place, read_at as at, position.page, null::int as user_rating
      from reading_positions as position join books on books.id = position.book_id
      where position.user_id = ${userId}::uuid and ${isBeingRead}`,
  }),
  want: (userId) => ({
    hasPlaces: true,
    rows: sql`
      select book_id, place, want_changed_at as at, null::int as page, null::int as user_rating
      from shelved_books as placed
      where user_id = ${userId}::uuid and ${isWanted}`,
  }),
  finished: (userId, year) => ({
    hasPlaces: false,
    rows: sql`
      select shelved.book_id, 0 as place, finished_at as at, null::int as page, stars as user_rating
      from shelved_books as shelved left join ratings using (user_id, book_id)
      where user_id = ${userId}::uuid and finished_at is not null ${year === undefined ? sql`` : inYear(year)}`,
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
