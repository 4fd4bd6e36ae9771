import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { COUNTED_HITS } from '#contract/books.ts'
import { FILTERS, type Filters } from '#contract/shapes/filters.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { counterValue } from '#server/platform/database/counters.ts'
import type { Services } from '#server/platform/services.ts'
import { isShown } from './is-shown.ts'

/** The letters of `facets_of` in migrations/. */
const LETTERS = { genre: 'g', language: 'l', tag: 't', licence: 'c', age: 'a', access: 'x' } as const

const NAMES = ['genre', ...FILTERS] as const
type FacetName = (typeof NAMES)[number]

/** What a book must have in `books.facets` to be found by these filters. */
export const facetsOf = (filters: Filters & { genre?: Genre | undefined }): string[] =>
  NAMES.flatMap((name) => (filters[name] === undefined ? [] : [facetStart(name) + filters[name]]))

/** With an age that is not above the one of the books that visitors see, where there is one. */
export const withVisitorAge = <F extends Filters>({ visitorAge }: Services, filters: F): F =>
  visitorAge === undefined || Number(filters.age ?? Infinity) <= Number(visitorAge)
    ? filters
    : { ...filters, age: visitorAge }

/** The condition for a search that it finds the books that visitors see; none where they see all. */
export const seenInSearch = ({ visitorAge }: Services): RawBuilder<SqlBool> | undefined =>
  visitorAge === undefined
    ? undefined
    : sql<SqlBool>`exists (select from books where books.id = s.book_id and coalesce(books.age, 0) <= ${Number(visitorAge)})`

/** What all facets of a filter begin with. */
export const facetStart = (name: FacetName): string => `${LETTERS[name]}:`

/** The condition that a book has these facets. */
export const hasFacets = (facets: string[]): RawBuilder<SqlBool> => sql<SqlBool>`books.facets @> ${facets}::text[]`

/** A row of a table that is not in memory costs about as much time as so many entries of an index. */
const ROW_COST = 16

/** Whether 1,000 books with these facets are sooner found from the newest book on than by the index of facets. */
export const areFrequent = async (db: Database, facets: string[]): Promise<boolean> => {
  const { share, books } = await estimate(db, facets)
  return COUNTED_HITS / share < ROW_COST * share * books
}

interface Among {
  facets: string[]
  /** Books that a search has found. */
  ids: string[] | undefined
  isFrequent: boolean
}

/** Up to 1,000 of the newest shown books with these facets. */
export const newestWith = ({ facets, ids, isFrequent }: Among): RawBuilder<{ id: string; facets: string[] }> => {
  const found = sql`
    select books.id, books.created_at, books.facets from books
    where ${isShown} and ${hasFacets(facets)} and ${ids ? sql`books.id = any(${ids}::uuid[])` : sql`true`}`
  const newest = sql`order by created_at desc, id desc limit ${sql.lit(COUNTED_HITS)}`
  // With an offset the planner can't choose the other way.
  return isFrequent ? sql`(${found} ${newest})` : sql`(select * from (${found} offset 0) as found ${newest})`
}

/** The share of all books that have these facets, as if they were independent of each other. */
const estimate = async (db: Database, facets: string[]) => {
  const { rows } = await sql<{ books: number; counts: number[] }>`
    select ${counterValue('books')} as books, array(
      select coalesce(sum(change), 0)::int
      from unnest(${facets}::text[]) as facet left join counters on name = 'facets' and label = facet
      group by facet
    ) as counts`.execute(db)
  const { books = 0, counts = [] } = rows[0] ?? {}
  return { books, share: counts.reduce((product, count) => product * Math.min(1, count / Math.max(books, 1)), 1) }
}
