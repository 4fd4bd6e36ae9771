import * as z from 'zod/mini'
import { Book, SearchQuery, TextRange } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { pageNumber } from './api/paging.ts'
import { Place } from './shapes/place.ts'

export * from './values/search-inside.ts'

/** A part of a page's text. `ranges` are the found words in it. */
export const Snippet = z.object({
  text: z.string(),
  ranges: z.array(TextRange),
})
export type Snippet = z.infer<typeof Snippet>

/** A page of a book with the words of a search. Pages are counted from 1. */
export const PageHit = z.object({ book: Book, ...Place.shape, snippet: Snippet })
export type PageHit = z.infer<typeof PageHit>

export const searchInside = endpoint('GET', '/books/inside', 'library', {
  failureMessage: 'Search failed. Please try again.',
  scope: 'read',
  readsReplica: true,
  rates: [{ by: 'address', max: 30, seconds: 10 }],
  summary:
    'The pages of books with these words in any order, or with the phrases in quotes; of one book with `book`. `total` is exact up to 1,000 and stops there',
  query: z.object({
    query: z.prefault(SearchQuery, ''),
    book: z.optional(Id),
    page: pageNumber,
  }),
  response: z.object({ total: z.int(), hits: z.array(PageHit) }),
})
