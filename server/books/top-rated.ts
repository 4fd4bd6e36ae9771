import { sql } from 'kysely'
import { rowLimit, runPrepared } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { selectBooks, toBook } from './book-serializer.ts'

/** The score behind rankings; see `bayesian_rating` in migrations/schema.sql. */
export const bayesianRating = sql<number>`bayesian_rating(ranked_sum, ranked_count)`

/** The best rated books. The trigger `update_book_rank` maintains `book_ranks` with each rating. */
export const topRated = (services: Services, limit: number) =>
  services.singleFlight(`top rated ${limit}`, () => readTopRated(services, limit))

const readTopRated = async ({ db, settings }: Services, limit: number) => {
  const { limit: rowsLimit, isPrepared } = rowLimit(limit)
  const best = db
    .selectFrom('bookRanks')
    .select(['bookId', 'rating'])
    .where('isRated', '=', true)
    .orderBy('rating', 'desc')
    .orderBy('bookId', 'desc')
    .limit(rowsLimit)
    .as('best')
  const query = selectBooks(db)
    .innerJoin(best, 'best.bookId', 'books.id')
    .orderBy('rating', 'desc')
    .orderBy('books.id', 'desc')
  const rows = await (isPrepared ? runPrepared(db, query) : query.execute())
  return rows.map(toBook(settings.filesOrigin))
}
