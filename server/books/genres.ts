import { sql } from 'kysely'
import { COUNTED_HITS, type GenreHits } from '#contract/books.ts'
import { type Filters, hasFilters } from '#contract/shapes/filters.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, hitsOf, idsOf } from '#server/search/find-books.ts'
import { readCounts, valuesOf } from './count-facets.ts'
import { facetsOf, facetStart, seenInSearch, withVisitorAge } from './facets.ts'

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

interface FoundQuery extends Filters {
  query?: string | undefined
  exact?: boolean | undefined
}

/** The same for the books that a search and filters find. Where these are too many to count, genres have no counts. */
export const countFoundGenres = async (
  services: Services,
  { query = '', exact, ...filters }: FoundQuery,
): Promise<GenreHits[]> => {
  const { db } = services
  const isFiltered = hasFilters(filters)
  if (query === '' && !isFiltered) return countGenres(services)
  const search = { query, exact, where: seenInSearch(services), limit: isFiltered ? COUNTED_HITS : 1 }
  const found = query === '' ? undefined : await findBooks(db, search)
  if (query !== '' && !found) return []
  if (!found || isFiltered) {
    const { isExact, counts } = await readCounts(db, facetsOf(withVisitorAge(services, filters)), found && idsOf(found))
    const genres = valuesOf(counts, facetStart('genre'))
    return genres.map(({ value, count }) => ({ _id: value, count: isExact ? count : null }))
  }
  if (found.total >= COUNTED_HITS) return (await countGenres(services)).map(({ _id }) => ({ _id, count: null }))
  const { rows } = await sql<GenreHits>`
    select genre as "_id", count(*) as count
    from ${hitsOf(found)} as hits join book_views using (book_id)
    group by genre
    order by count(*) desc, genre`.execute(db)
  return rows
}
