import { grouped } from './counts.ts'

/** The messages of the library. */
export const LIBRARY = {
  title: 'The library',
  description: (siteName: string) => `All books of ${siteName}, by genre. Free to read, without an account.`,
  search: 'Search by title or author',
  searchHint: 'Title or author',
  submit: 'Search',
  results: 'Results',
  books: 'Books',
  inside: 'Inside the books',
  clear: 'Clear the search',
  genres: 'Genres',
  all: 'All',
  /** The two parts of 'All 25 genres': a phone shows the second. */
  allOf: 'All ',
  genresOf: (count: number) => `${count} genres`,
  sortBy: 'Sort by',
  sort: 'Sort',
  sorts: {
    'best-match': 'Best match',
    new: 'Newest',
    title: 'Title',
    'top-rated': 'Top rated',
    'most-read': 'Most read',
  },
  loading: 'Loading books...',
  none: 'No books found. Try a different search or category.',
  noneMore: 'See all books',
  begin: 'How to add the first book',
  range: (from: number, to: number, total: string) => `${grouped(from)} to ${grouped(to)} of ${total}`,
  found: (query: string) => `Results for “${query}”`,
  showing: 'Showing results for',
  instead: (query: string) => `Search instead for ${query}`,
  page: (page: number) => `page ${page}`,
} as const
