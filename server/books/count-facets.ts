import { type RawBuilder, sql } from 'kysely'
import { COUNTED_HITS, type FacetCounts, type Facets } from '#contract/books.ts'
import { FILTERS, type Filters } from '#contract/shapes/filters.ts'
import { type Genre, genreNamed } from '#contract/shapes/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, idsOf } from '#server/search/find-books.ts'
import { areFrequent, facetsOf, facetStart, newestWith, withVisitorAge } from './facets.ts'

interface FacetsQuery extends Filters {
  genre?: string | undefined
  query?: string | undefined
  exact?: boolean | undefined
}

interface Counted {
  isExact: boolean
  counts: { facet: string; count: number }[]
}

/** The most values of one filter. */
const VALUES = 30

/** For each filter its values among the books that all the others leave; a filter's own value does not narrow it. */
export const countFacets = async (
  services: Services,
  { genre: genreInQuery, query = '', exact, ...filters }: FacetsQuery,
): Promise<Facets> => {
  const { db } = services
  const genre = genreInQuery === undefined ? undefined : genreNamed(genreInQuery)
  const found = query === '' ? undefined : await findBooks(db, { query, genre, exact, limit: COUNTED_HITS })
  const isNothingFound = (genreInQuery !== undefined && !genre) || (query !== '' && !found)
  const ids = isNothingFound ? [] : found && idsOf(found)
  const counted = new Map<string, Promise<Counted>>()
  /** Filters without a value have the same books, which are counted once. */
  const countedBeside = (others: Filters & { genre: Genre | undefined }) => {
    const facets = facetsOf(withVisitorAge(services, others))
    const known = counted.get(facets.join(' ')) ?? readCounts(db, facets, ids)
    counted.set(facets.join(' '), known)
    return known
  }
  const entries = FILTERS.map(async (name) => {
    const { isExact, counts } = await countedBeside({ ...filters, genre, [name]: undefined })
    return [name, { isExact, values: valuesOf(counts, facetStart(name)) }] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof Facets, FacetCounts>
}

/** The counted facets that begin in this way, the most frequent first. */
export const valuesOf = (counts: Counted['counts'], start: string): FacetCounts['values'] =>
  counts
    .filter(({ facet }) => facet.startsWith(start))
    .map(({ facet, count }) => ({ value: facet.slice(start.length), count }))

/** The most frequent facets of the shown books that have all of these, among those with these ids if they are given. */
export const readCounts = async (db: Database, facets: string[], ids: string[] | undefined): Promise<Counted> => {
  const isAll = facets.length === 0 && ids === undefined
  const isFrequent = !isAll && ids === undefined && (await areFrequent(db, facets))
  const counted = isAll ? ALL : countedIn(newestWith({ facets, ids, isFrequent }))
  const { rows } = await sql<{ facet: string; count: number; books: number }>`
    select facet, count, books
    from (select *, row_number() over (partition by left(facet, 1) order by count desc, facet) as place from ${counted})
    where place <= ${sql.lit(VALUES)}
    order by count desc, facet`.execute(db)
  // A search that finds more stops there too.
  const isExact = Math.max(rows[0]?.books ?? 0, ids?.length ?? 0) < COUNTED_HITS
  return { isExact, counts: rows }
}

const ALL = sql`(
  select label as facet, sum(change)::int as count, 0 as books
  from counters where name = 'facets' group by label having sum(change) > 0
)`

const countedIn = (books: RawBuilder<{ facets: string[] }>) => sql`(
  select facet, count(*)::int as count, max(counted.books)::int as books
  from (select newest.facets, count(*) over () as books from ${books} as newest) as counted, unnest(counted.facets) as facet
  group by facet
)`
