import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
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

/** Records one reader's stars and returns the book's new average: one statement, exact however many rate at once. */
export const rateBook = async ({ db, now }: Services, { bookId, userId, stars, isGuest }: Rating): Promise<NewRating> => {
  const { rows } = await sql<NewRating>`
    with mine as (
      insert into ratings (book_id, user_id, stars, ranked, rated_at)
      select id, ${userId}::uuid, ${stars}::int, not ${isGuest}::boolean, ${now()}::timestamptz
      from books
      where id = ${bookId}::uuid and publisher_id is distinct from ${userId}::uuid
      on conflict (book_id, user_id) do update set stars = excluded.stars, rated_at = excluded.rated_at
      returning old.stars as was, new.stars as given, new.ranked
    ), today as (
      insert into book_days as kept (book_id, day, ratings, stars)
      select ${bookId}::uuid, ${now()}::date, 1, given
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
    returning rating_sum / rating_count::float as new_rating, rating_count`.execute(db)
  return rows[0] ?? whyNot(db, bookId)
}

const whyNot = async (db: Services['db'], bookId: string): Promise<never> => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst()
  throw new Problem(book ? 'ownBook' : 'bookNotFound')
}
