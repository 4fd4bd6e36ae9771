import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { limitOf } from './api/paging.ts'
import { RECOMMENDED } from './values/recommendations.ts'

export * from './values/recommendations.ts'

export const RecommendedBook = z.extend(Book, {
  /** The liked book that says most for it; null where it was chosen for its ratings or its age. */
  reason: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  /** What a click on it is counted by; null for visitors. */
  click: z.nullable(z.string()),
})
export type RecommendedBook = z.infer<typeof RecommendedBook>

export const recommendedBooks = endpoint('GET', '/books/recommended', 'open', {
  failureMessage: 'Failed to load recommendations',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary:
    'Books like those that the caller rated or began to read, with the liked book that is the reason, and in the fourth place one that few have seen; without books the caller has rated, begun, published or dismissed',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(RecommendedBook),
})

export const dailyRecommendations = endpoint('GET', '/books/daily-recommendations', 'open', {
  failureMessage: 'Failed to load recommendations',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Books of the day, the same all day for one reader',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

/** The lists may be empty. `nextInSeries` is the book that follows in the order of the series, and is in no list. */
export const relatedBooks = endpoint('GET', '/books/:id/related', 'open', {
  failureMessage: 'Failed to load more books. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['book', 'lists'] },
  summary: 'The next book of the series, more books by the same author, and books that readers of this one liked',
  params: BookParams,
  response: z.object({ nextInSeries: z.optional(Book), byAuthor: z.array(Book), alsoLiked: z.array(Book) }),
})
