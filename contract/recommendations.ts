import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { limitOf } from './paging.ts'
import * as calls from './calls/recommendations.ts'
import { RECOMMENDED } from './calls/recommendations.ts'
import * as actions from './calls/recommended-book-actions.ts'

export * from './calls/recommendations.ts'
export * from './calls/recommended-book-actions.ts'

export const RecommendedBook = z.extend(Book, {
  /** The liked book that says most for it; null where it was chosen for its ratings or its age. */
  reason: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  /** What a click on it is counted by; null for visitors. */
  click: z.nullable(z.string()),
})
export type RecommendedBook = z.infer<typeof RecommendedBook>

export const recommendedBooks = endpoint({
  ...calls.recommendedBooks,
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary:
    'Books like those that the caller rated or began to read, with the liked book that is the reason, and in the fourth place one that few have seen; without books the caller has rated, begun, published or dismissed',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(RecommendedBook),
})

export const UNKNOWN_CLICK = 'This is not a click on a book that was recommended to you.'

export const countRecommendationClick = endpoint({
  ...actions.countRecommendationClick,
  rates: [{ by: 'caller', max: 100, seconds: 3600 }],
  summary: 'Count a click on a recommended book, once a day; only numbers are stored',
  body: z.strictObject({
    click: z.string(UNKNOWN_CLICK).check(z.regex(/^(?:small|other)\.[\da-f-]{36}\.[\w-]{22}$/, UNKNOWN_CLICK)),
  }),
  status: 204,
})

export const dailyRecommendations = endpoint({
  ...calls.dailyRecommendations,
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'visitors', tags: ['lists'] },
  summary: 'Books of the day, the same all day for one reader',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
})

/** The lists may be empty. `nextInSeries` is the book that follows in the order of the series, and is in no list. */
export const relatedBooks = endpoint({
  ...calls.relatedBooks,
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['book', 'lists'] },
  summary: 'The next book of the series, more books by the same author, and books that readers of this one liked',
  params: BookParams,
  response: z.object({ nextInSeries: z.optional(Book), byAuthor: z.array(Book), alsoLiked: z.array(Book) }),
})

export const dismissBook = endpoint({
  ...actions.dismissBook,
  scope: 'write',
  summary: 'Recommend a book no longer to the caller',
  params: BookParams,
  status: 204,
})

export const restoreBook = endpoint({
  ...actions.restoreBook,
  scope: 'write',
  summary: 'Allow a dismissed book to be recommended again',
  params: BookParams,
  status: 204,
})
