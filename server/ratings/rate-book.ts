import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { PREPARED, builtOnce } from '#server/platform/database/prepared.ts'
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

/** Records one reader's stars and returns the book's new average: exact however many rate at once. */
export const rateBook = async ({ db, now }: Services, rating: Rating): Promise<NewRating> => {
  const recorded = await record(db, rating, now()).catch((error: unknown) => {
    if (!isCheckViolation(error)) throw error
    return db.transaction().execute(async (trx) => {
      await lockOwn(trx, rating)
      return record(trx, rating, now())
    })
  })
  return recorded ?? whyNot(db, rating.bookId)
}

/**
 * PostgreSQL holds a new row to its constraints before it sees that the old one was changed meanwhile, so two ratings
 * of one reader at the same time may seem to break one. With the reader's own rating locked first they take turns.
 */
const isCheckViolation = (error: unknown) => (error as { code?: unknown }).code === '23514'

const lockOwn = (db: Database, { bookId, userId }: Rating) =>
  db
    .selectFrom('ratings')
    .select('stars')
    .where('bookId', '=', bookId)
    .where('userId', '=', userId)
    .forUpdate()
    .execute()

const recording = builtOnce()

/** One statement; nothing is returned where the book is the reader's own, or none. */
const record = async (
  db: Database,
  { bookId, userId, stars, isGuest }: Rating,
  at: Date,
): Promise<NewRating | undefined> => {
  const values = [userId, stars, isGuest, at, bookId, userId, bookId, at, bookId]
  const build = () => sql<NewRating>`${PREPARED}
    with mine as (
      insert into ratings (book_id, user_id, stars, ranked, rated_at)
      select id, ${userId}::uuid, ${stars}::int, not ${isGuest}::boolean, ${at}::timestamptz
      from books
      where id = ${bookId}::uuid and publisher_id is distinct from ${userId}::uuid
      for no key update
      on conflict (book_id, user_id) do update set stars = excluded.stars, rated_at = excluded.rated_at
      returning old.stars as was, new.stars as given, new.ranked
    ), today as (
      insert into book_days as kept (book_id, day, ratings, stars)
      select ${bookId}::uuid, ${at}::date, 1, given
      from mine
      where was is null and ranked
      on conflict (book_id, day) do update set ratings = kept.ratings + 1, stars = kept.stars + excluded.stars
    )
    update books
    set
      rating_sum = rating_sum + given - coalesce(was, 0),
      rating_count = rating_count + (was is null)::int,
      ranked_sum = ranked_sum + case when ranked then given - coalesce(was, 0) else 0 end,
      ranked_count = ranked_count + (was is null and ranked)::int
    from mine
    where id = ${bookId}::uuid
    returning rating_sum / rating_count::float as new_rating, rating_count`
  const { rows } = await recording(db, { name: 'rating', values }, build)
  return rows[0]
}

const whyNot = async (db: Services['db'], bookId: string): Promise<never> => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst()
  throw new Problem(book ? 'ownBook' : 'bookNotFound')
}
