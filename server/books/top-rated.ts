import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { bookOf, selectBooks } from './book-shape.ts'

/** A book is taken to have had so many ratings of the usual kind before its own: one five-star vote is no best book. */
const PRIOR_RATINGS = 10
const PRIOR_STARS = 3.5

/** A Bayesian average: the book's own, drawn towards the usual one while few have rated. */
export const bayesianRating = sql<number>`((ranked_sum + ${sql.lit(PRIOR_RATINGS * PRIOR_STARS)}) / (ranked_count + ${sql.lit(PRIOR_RATINGS)})::float)`

export const topRated = async ({ db, settings }: Services, limit: number) => {
  const rows = await selectBooks(db)
    .where('rankedCount', '>', 0)
    .orderBy(sql`${bayesianRating} desc, books.id desc`)
    .limit(limit)
    .execute()
  return rows.map(bookOf(settings.filesOrigin))
}
