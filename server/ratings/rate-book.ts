import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { countsAsReader } from '#server/books/counts-as-reader.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'

interface Rating {
  bookId: string
  userId: string
  stars: number
}

interface NewRating {
  newRating: number
  ratingCount: number
}

/** Stores a reader's rating and returns the book's new average, which is exact under concurrent ratings. */
export const rateBook = async ({ db, now }: Services, rating: Rating): Promise<NewRating> => {
  const stored = await storeRating(db, rating, now()).catch((error: unknown) => {
    if (!isCheckViolation(error)) throw error
    return db.transaction().execute(async (trx) => {
      await lockOwnRating(trx, rating)
      return storeRating(trx, rating, now())
    })
  })
  return stored ?? throwReason(db, rating.bookId)
}

/**
 * PostgreSQL checks the constraints of an updated row before it notices that a concurrent transaction changed the row, so
 * two concurrent ratings of one reader can seem to violate one. The retry locks the reader's rating first.
 */
const isCheckViolation = (error: unknown) => (error as { code?: unknown }).code === '23514'

const lockOwnRating = (db: Database, { bookId, userId }: Rating) =>
  db
    .selectFrom('ratings')
    .select('stars')
    .where('bookId', '=', bookId)
    .where('userId', '=', userId)
    .forUpdate()
    .execute()

/**
 * No row if the book does not exist, is hidden or is the reader's own, as its publisher or a co-author. All stars count
 * in the book's average; in rankings those of accounts that have weight, and few of accounts that were created on the
 * same day (migrations/0026_rankings.sql), which is decided when a rating is new; those of somebody whose contents are
 * hidden count nowhere. The same stars once more are no later rating.
 * The ratings of a day are those of all registered readers, its stars those that count in rankings. Authors see those that
 * were last given on a day: a change moves a rating from its day to this one.
 * The trigger `update_book_rank` updates the book's place in rankings.
 */
const storeRatingStatement = preparedQuery(
  (bookId: string, userId: string, stars: number, at: Date) => sql<NewRating>`
    with reader as (
      select has_weight, guest, ratings_are_hidden from users where id = ${userId}::uuid for key share
    ), book as (
      select id, has_weight, ratings_are_hidden, ${countsAsReader(userId)} and not ratings_are_hidden as counts
      from books left join reader on true
      where id = ${bookId}::uuid and not is_hidden and publisher_id is distinct from ${userId}::uuid
        and not exists (
          select from co_authors
          where co_authors.book_id = books.id and co_authors.user_id = ${userId}::uuid and co_authors.state = 'agreed'
        )
      for no key update of books
    ), weighed as materialized (
      select id, ratings_are_hidden, case
        when ratings_are_hidden then false
        when has_weight and not exists (select from ratings where book_id = ${bookId}::uuid and user_id = ${userId}::uuid)
        then has_room_in_rankings(id, ${userId}::uuid)
        else false
      end as ranked
      from book
    ), stored as (
      insert into ratings as existing (book_id, user_id, stars, ranked, is_hidden, counted_on, rated_at)
      select
        id, ${userId}::uuid, ${stars}::int, ranked, ratings_are_hidden, case when ranked then ${at}::date end,
        ${at}::timestamptz
      from weighed
      on conflict (book_id, user_id) do update
      set
        stars = excluded.stars,
        rated_at = case when existing.stars = excluded.stars then existing.rated_at else excluded.rated_at end
      returning old.stars as previous, old.rated_at::date as previous_day, new.stars as current, new.ranked, new.counted_on,
        (not new.is_hidden)::int as counted
    ), changes (day, ratings, stars, rated, rated_stars) as (
      select
        coalesce(counted_on, ${at}::date),
        (previous is null)::int * counted,
        case when ranked then current - coalesce(previous, 0) else 0 end,
        0, 0
      from stored, reader
      where (previous is null and not guest) or (counted_on is not null and current <> previous)
      union all
      select ${at}::date, 0, 0, 1, current from stored, book where counts and current is distinct from previous
      union all
      select previous_day, 0, 0, -1, -previous
      from stored, book
      where counts and current <> previous and exists (
        select from book_days where book_id = ${bookId}::uuid and day = previous_day and book_days.rated > 0
      )
    ), counted as (
      insert into book_days as existing (book_id, day, ratings, stars, rated, rated_stars)
      select ${bookId}::uuid, day, sum(ratings), sum(stars), sum(rated), sum(rated_stars)
      from changes
      group by day
      on conflict (book_id, day) do update
      set
        ratings = existing.ratings + excluded.ratings,
        stars = existing.stars + excluded.stars,
        rated = existing.rated + excluded.rated,
        rated_stars = existing.rated_stars + excluded.rated_stars
    )
    update books
    set
      rating_sum = rating_sum + counted * (current - coalesce(previous, 0)),
      rating_count = rating_count + counted * (previous is null)::int,
      ranked_sum = ranked_sum + case when ranked then current - coalesce(previous, 0) else 0 end,
      ranked_count = ranked_count + (previous is null and ranked)::int
    from stored
    where id = ${bookId}::uuid
    returning rating_sum / greatest(rating_count, 1)::float as new_rating, rating_count`,
)

const storeRating = async (
  db: Database,
  { bookId, userId, stars }: Rating,
  at: Date,
): Promise<NewRating | undefined> => {
  const [stored] = await storeRatingStatement(db, bookId, userId, stars, at)
  return stored
}

const throwReason = async (db: Services['db'], bookId: string): Promise<never> => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).where(isShown).executeTakeFirst()
  throw new Problem(book ? 'ownBook' : 'bookNotFound')
}
