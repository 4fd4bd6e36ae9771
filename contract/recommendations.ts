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
  summary: 'What one might like, after the genres and authors one rated well; never what one has rated',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

export const dailyRecommendations = endpoint({
  ...calls.dailyRecommendations,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Four books for today, the same all day for the same reader',
  response: z.array(Book),
})

/** What leads on from a book: others of its author, and what those liked who liked it. Either may be empty. */
export const relatedBooks = endpoint({
  ...calls.relatedBooks,
  cache: { audience: 'everyone', tags: ['book', 'lists'] },
  summary: 'More books by the same author, and books that readers of this one liked',
  params: BookParams,
  response: z.object({ byAuthor: z.array(Book), alsoLiked: z.array(Book) }),
})
