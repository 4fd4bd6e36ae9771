import { sql } from 'kysely'
import { PROMOTION_DAYS, WATCHED_TOP_RATED } from '#contract/premium.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import { topRated } from '#server/books/top-rated.ts'
import type { Services } from '#server/platform/services.ts'

export const WATCH_JOB = 'watch-top-rated'

/** Records the top-rated books of today. A second run on one day changes nothing. */
export const recordTopRated = async (services: Services): Promise<void> => {
  const books = await topRated(services, WATCHED_TOP_RATED)
  if (books.length === 0) return
  const day = services.now().toISOString().slice(0, 10)
  await services.db
    .insertInto('topRatedDays')
    .values(books.map(({ _id }, i) => ({ day, bookId: _id, place: i + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Streak {
  bookId: string
  days: number
}

/** For each book of the last recorded day: on how many consecutive days it was in top-rated, up to that day. */
export const topRatedStreaks = async ({ db }: Services): Promise<Streak[]> => {
  const { rows } = await sql<Streak>`
    with recorded as (
      select
        book_id,
        (max(day) over ()) - day as days_back,
        row_number() over (partition by book_id order by day desc) - 1 as place_back
      from top_rated_days
      where day > (select max(day) from top_rated_days) - ${PROMOTION_DAYS}::int
    )
    select book_id, count(*)::int as days
    from recorded
    where days_back = place_back
    group by book_id`.execute(db)
  return rows
}

/** The books that have been in top-rated long enough for an administrator to make them premium. */
export const readyForPremium = async (services: Services) => {
  const ready = (await topRatedStreaks(services)).filter(({ days }) => days >= PROMOTION_DAYS)
  if (ready.length === 0) return []
  const rows = await selectBooks(services.db)
    .where(
      'books.id',
      'in',
      ready.map(({ bookId }) => bookId),
    )
    .where('books.isPremium', '=', false)
    .orderBy('title')
    .execute()
  const days = new Map(ready.map((streak) => [streak.bookId, streak.days]))
  return rows.map(toBook(services.settings.filesOrigin)).map((book) => ({ book, days: days.get(book._id) ?? 0 }))
}
