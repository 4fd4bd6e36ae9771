import { call } from '#contract/endpoint.ts'

export const LIBRARY_PAGE = 12
export const GENRE_PAGE = 10
export const SHELF = 4
export const TOP_RATED = 5
export const SEARCH_HITS = 20
/** The most authors that a search suggests. */
export const SUGGESTED_AUTHORS = 3
export const QUERY_MAX = 200
/** With a query or filters, totals are exact up to this number and stop there. */
export const COUNTED_HITS = 1000
export const SORTS = ['new', 'title', 'top-rated', 'most-read'] as const
/** Searches have one more order, which is their default. */
export const SEARCH_SORTS = ['best-match', ...SORTS] as const

/** A book is in one of these; a PDF has pages, an EPUB flows. */
export const BOOK_FORMATS = ['pdf', 'epub'] as const
export type BookFormatName = (typeof BOOK_FORMATS)[number]
/** Where text flows by itself, the number of pages is about right, and there is no text view. */
export const FLOWS: Record<BookFormatName, boolean> = { pdf: false, epub: true }

export type Sort = (typeof SORTS)[number]
export type SearchSort = (typeof SEARCH_SORTS)[number]

export const listBooks = call('GET', '/books', 'library', 'Failed to load books. Please try again later.')
export const listFacets = call('GET', '/books/facets', 'library', 'Failed to load the filters.')
export const listGenreBooks = call(
  'GET',
  '/books/genre/:genre',
  'library',
  'Failed to load books. Please try again later.',
)
export const newBooks = call('GET', '/books/new', 'open', 'Failed to load new arrivals')
export const topRatedBooks = call('GET', '/books/top-rated', 'open', 'Failed to load top rated books')
export const trendingBooks = call('GET', '/books/public/trending', 'open', 'Could not load trending books')
export const searchBooks = call('GET', '/books/search', 'open', 'Search failed. Please try again.')
export const suggestSearches = call('GET', '/books/suggestions', 'open', 'Search failed. Please try again.')
export const nearestBooks = call('GET', '/books/nearest', 'library', 'Failed to load books. Please try again later.')
export const listGenres = call('GET', '/books/genres', 'open')
export const listPublicGenres = call('GET', '/books/public/genres', 'open')
export const getBook = call('GET', '/books/:id', 'open', 'Failed to load book details. Please try again later.')
export const getBookPdf = call('GET', '/books/:id/pdf', 'member', 'Could not open the PDF. Please try again later.')
export const getBookFile = call('GET', '/books/:id/file', 'member', 'Could not open the book. Please try again later.')
export const viewBook = call('POST', '/books/:id/view', 'open')
