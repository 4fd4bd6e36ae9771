import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { limitOf } from './paging.ts'
import * as calls from './calls/recommendations.ts'
import { RECOMMENDED } from './calls/recommendations.ts'

export * from './calls/recommendations.ts'

/** A book with the liked book that says most for it; null where it was chosen for its ratings or its age. */
export const RecommendedBook = z.extend(Book, {
  reason: z.nullable(z.object({ _id: z.string(), title: z.string() })),
})
export type RecommendedBook = z.infer<typeof RecommendedBook>

export const recommendedBooks = endpoint({
  ...calls.recommendedBooks,
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary:
    'Books like those that the caller rated or began to read, with the liked book that is the reason; without books the caller has rated, begun, published or dismissed',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(RecommendedBook),
})

export const dailyRecommendations = endpoint({
  ...calls.dailyRecommendations,
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Books of the day, the same all day for one reader',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

/** Either list may be empty. */
export const relatedBooks = endpoint({
  ...calls.relatedBooks,
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['book', 'lists'] },
  summary: 'More books by the same author, and books that readers of this one liked',
  params: BookParams,
  response: z.object({ byAuthor: z.array(Book), alsoLiked: z.array(Book) }),
})

export const dismissBook = endpoint({
  ...calls.dismissBook,
  summary: 'Recommend a book no longer to the caller',
  params: BookParams,
  status: 204,
})

export const restoreBook = endpoint({
  ...calls.restoreBook,
  summary: 'Allow a dismissed book to be recommended again',
  params: BookParams,
  status: 204,
})
