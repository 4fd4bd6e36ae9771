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
