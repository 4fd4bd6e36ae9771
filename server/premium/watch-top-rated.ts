import { sql } from 'kysely'
import { PROMOTION_DAYS, WATCHED_TOP_RATED } from '#contract/premium.ts'
import { isShown } from '#server/books/is-shown.ts'
import { topRated } from '#server/books/top-rated.ts'
import type { Services } from '#server/platform/services.ts'
import { isPremiumNow } from './premium-books.ts'

export const WATCH_JOB = 'watch-top-rated'

/**
 * Records the top-rated books of today, and of the days since the last record, on which no server ran: the ranking was the
 * same on those. A second run on one day changes nothing.
 */
export const recordTopRated = async (services: Services): Promise<void> => {
  const books = await topRated(services, WATCHED_TOP_RATED)
  const today = sql<string>`${services.now()}::date`
  await services.db.transaction().execute(async (trx) => {
    await sql`lock table top_rated_records in share row exclusive mode`.execute(trx)
    const { rows } = await sql<{ day: string }>`
      insert into top_rated_records (day)
      select generate_series(greatest(max(day) + 1, ${today} - ${PROMOTION_DAYS}::int + 1), ${today}, '1 day')::date
      from top_rated_records
      having max(day) is not null
      union
      select ${today} where not exists (select from top_rated_records)
      returning day::text`.execute(trx)
    const places = rows.flatMap(({ day }) => books.map(({ _id }, i) => ({ day, bookId: _id, place: i + 1 })))
    if (places.length > 0) await trx.insertInto('topRatedDays').values(places).execute()
  })
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
        last.day - top_rated_days.day as days_back,
        row_number() over (partition by book_id order by top_rated_days.day desc) - 1 as place_back
      from top_rated_days, (select max(day) as day from top_rated_records) as last
      where top_rated_days.day > last.day - ${PROMOTION_DAYS}::int
    )
    select book_id, count(*)::int as days
    from recorded
    where days_back = place_back
    group by book_id`.execute(db)
  return rows
}

/** The books that have been in top-rated long enough for an administrator to make them premium. */
export const readyForPremium = async (services: Services): Promise<Streak[]> => {
  const ready = (await topRatedStreaks(services)).filter(({ days }) => days >= PROMOTION_DAYS)
  if (ready.length === 0) return []
  const rows = await services.db
    .selectFrom('books')
    .select('id')
    .where(
      'id',
      'in',
      ready.map(({ bookId }) => bookId),
    )
    .where(isShown)
    .where(({ not }) => not(isPremiumNow(services)))
    .execute()
  const ids = new Set(rows.map(({ id }) => id))
  return ready.filter(({ bookId }) => ids.has(bookId))
}
