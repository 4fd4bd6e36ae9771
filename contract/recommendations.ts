import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { limitOf } from './paging.ts'
import * as calls from './calls/recommendations.ts'
import { RECOMMENDED } from './calls/recommendations.ts'

export * from './calls/recommendations.ts'

export const recommendedBooks = endpoint({
  ...calls.recommendedBooks,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Books by genres and authors that the caller rated highly, without books the caller has rated',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

export const dailyRecommendations = endpoint({
  ...calls.dailyRecommendations,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Books of the day, the same all day for one reader',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

/** Either list may be empty. */
export const relatedBooks = endpoint({
  ...calls.relatedBooks,
  cache: { audience: 'everyone', tags: ['book', 'lists'] },
  summary: 'More books by the same author, and books that readers of this one liked',
  params: BookParams,
  response: z.object({ byAuthor: z.array(Book), alsoLiked: z.array(Book) }),
})
