import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'

interface Rating {
  bookId: string
  userId: string
  stars: number
  /** A guest's stars count in the book's average, but not in rankings. */
  isGuest: boolean
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
 * No row if the book does not exist, is hidden or is the reader's own. The trigger `update_book_rank` (migrations/schema.sql) updates
 * the book's place in rankings.
 */
const storeRatingStatement = preparedQuery(
  (bookId: string, userId: string, stars: number, isGuest: boolean, at: Date) => sql<NewRating>`
    with stored as (
      insert into ratings (book_id, user_id, stars, ranked, rated_at)
      select id, ${userId}::uuid, ${stars}::int, not ${isGuest}::boolean, ${at}::timestamptz
      from books
      where id = ${bookId}::uuid and not is_hidden and publisher_id is distinct from ${userId}::uuid
      for no key update
      on conflict (book_id, user_id) do update set stars = excluded.stars, rated_at = excluded.rated_at
      returning old.stars as previous, new.stars as current, new.ranked
    ), counted as (
      insert into book_days as existing (book_id, day, ratings, stars)
      select ${bookId}::uuid, ${at}::date, 1, current
      from stored
      where previous is null and ranked
      on conflict (book_id, day) do update set ratings = existing.ratings + 1, stars = existing.stars + excluded.stars
    )
    update books
    set
      rating_sum = rating_sum + current - coalesce(previous, 0),
      rating_count = rating_count + (previous is null)::int,
      ranked_sum = ranked_sum + case when ranked then current - coalesce(previous, 0) else 0 end,
      ranked_count = ranked_count + (previous is null and ranked)::int
    from stored
    where id = ${bookId}::uuid
    returning rating_sum / rating_count::float as new_rating, rating_count`,
)

const storeRating = async (
  db: Database,
  { bookId, userId, stars, isGuest }: Rating,
  at: Date,
): Promise<NewRating | undefined> => {
  const [stored] = await storeRatingStatement(db, bookId, userId, stars, isGuest, at)
  return stored
}

const throwReason = async (db: Services['db'], bookId: string): Promise<never> => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).where(isShown).executeTakeFirst()
  throw new Problem(book ? 'ownBook' : 'bookNotFound')
}
