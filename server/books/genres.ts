import { sql } from 'kysely'
import { COUNTED_HITS, type GenreHits } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { matching } from './matching.ts'

/** The genres that have books, those with most books first. */
export const countGenres = ({ db }: Services) =>
  db
    .selectFrom('counters')
    .select(({ fn }) => ['label as _id', fn.sum<number>('change').as('count')])
    .where('name', '=', 'books')
    .groupBy('label')
    .having(({ fn }) => fn.sum<number>('change'), '>', 0)
    .orderBy('count', 'desc')
    .orderBy('label')
    .execute()

/** The same for the books that a search finds. Hits are counted up to 1,000; beyond, all genres are listed without counts. */
export const countFoundGenres = async (services: Services, query = ''): Promise<GenreHits[]> => {
  const words = matching(query)
  if (!words) return countGenres(services)
  const hits = services.db.selectFrom('books').select('genre').where(words).limit(COUNTED_HITS).as('hits')
  const counts = await services.db
    .selectFrom(hits)
    .select(({ fn }) => ['genre as _id', fn.countAll<number>().as('count')])
    .groupBy('genre')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('genre')
    .execute()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return total < COUNTED_HITS ? counts : (await countGenres(services)).map(({ _id }) => ({ _id, count: null }))
}
