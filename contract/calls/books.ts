// Derived from contract/books.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/books.ts'

export const getBook = call<typeof endpoints.getBook>("GET", "/books/:id", "open", "Failed to load book details. Please try again later.")
export const getBookFile = call<typeof endpoints.getBookFile>("GET", "/books/:id/file", "member", "Could not open the book. Please try again later.")
export const getBookPdf = call<typeof endpoints.getBookPdf>("GET", "/books/:id/pdf", "member", "Could not open the PDF. Please try again later.")
export const listBooks = call<typeof endpoints.listBooks>("GET", "/books", "library", "Failed to load books. Please try again later.")
export const listFacets = call<typeof endpoints.listFacets>("GET", "/books/facets", "library", "Failed to load the filters.")
export const listGenreBooks = call<typeof endpoints.listGenreBooks>("GET", "/books/genre/:genre", "library", "Failed to load books. Please try again later.")
export const listGenres = call<typeof endpoints.listGenres>("GET", "/books/genres", "open")
export const listPublicGenres = call<typeof endpoints.listPublicGenres>("GET", "/books/public/genres", "open")
export const nearestBooks = call<typeof endpoints.nearestBooks>("GET", "/books/nearest", "library", "Failed to load books. Please try again later.")
export const newBooks = call<typeof endpoints.newBooks>("GET", "/books/new", "open", "Failed to load new arrivals")
export const searchBooks = call<typeof endpoints.searchBooks>("GET", "/books/search", "open", "Search failed. Please try again.")
export const suggestSearches = call<typeof endpoints.suggestSearches>("GET", "/books/suggestions", "open", "Search failed. Please try again.")
export const topRatedBooks = call<typeof endpoints.topRatedBooks>("GET", "/books/top-rated", "open", "Failed to load top rated books")
export const trendingBooks = call<typeof endpoints.trendingBooks>("GET", "/books/public/trending", "open", "Could not load trending books")
export const viewBook = call<typeof endpoints.viewBook>("POST", "/books/:id/view", "open")
