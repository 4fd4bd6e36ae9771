import { sql } from 'kysely'
import { COUNTED_HITS, type GenreHits } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, hitsOf } from '#server/search/find-books.ts'

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
export const countFoundGenres = async (services: Services, query = '', exact?: boolean): Promise<GenreHits[]> => {
  if (query === '') return countGenres(services)
  const found = await findBooks(services.db, { query, exact, limit: 1 })
  if (!found) return []
  if (found.total >= COUNTED_HITS) return (await countGenres(services)).map(({ _id }) => ({ _id, count: null }))
  const { rows } = await sql<GenreHits>`
    select genre as "_id", count(*) as count
    from ${hitsOf(found)} as hits join book_views using (book_id)
    group by genre
    order by count(*) desc, genre`.execute(services.db)
  return rows
}
