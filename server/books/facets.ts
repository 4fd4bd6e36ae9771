import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { FILTERS, type Filters } from '#contract/filters.ts'
import type { Genre } from '#contract/genres.ts'

/** The letters of `facets_of` in migrations/. */
const LETTERS = { genre: 'g', language: 'l', tag: 't', licence: 'c', age: 'a', access: 'x' } as const

const NAMES = ['genre', ...FILTERS] as const
type FacetName = (typeof NAMES)[number]

/** What a book must have in `books.facets` to be found by these filters. */
export const facetsOf = (filters: Filters & { genre?: Genre | undefined }): string[] =>
  NAMES.flatMap((name) => (filters[name] === undefined ? [] : [facetStart(name) + filters[name]]))

/** What all facets of a filter begin with. */
export const facetStart = (name: FacetName): string => `${LETTERS[name]}:`

/** The condition that a shown book has these facets, as the index `books_by_facets` finds it. */
export const hasFacets = (facets: string[]): RawBuilder<SqlBool> => sql<SqlBool>`books.facets @> ${facets}::text[]`
