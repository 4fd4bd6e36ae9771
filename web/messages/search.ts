import { grouped } from './counts.ts'

/** The messages of the search in the bar, which are loaded when somebody types into it. */
export const SEARCH = {
  list: 'Search results',
  books: 'Books',
  authors: 'Authors',
  author: 'Author',
  searching: 'Searching...',
  noResults: (query: string) => `No results found for "${query}"`,
  results: (count: number) => (count === 1 ? '1 result' : `${grouped(count)} results`),
  /** Until their number is known. */
  everything: 'All results',
  /** Where they are too many to count. */
  manyResults: 'All results, 1,000 or more',
  allResults: (count: number) => (count === 1 ? 'All results' : `All ${grouped(count)} results`),
} as const

/** The messages where a search or a genre has no books. */
export const INSTEAD = {
  nearest: 'Close to what you searched for',
  best: (genre: string | undefined) => (genre ? `Best rated in ${genre}` : 'Best rated in the library'),
} as const
