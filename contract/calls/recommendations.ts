import { call } from '#contract/endpoint.ts'

export const RECOMMENDED = 4
/** Of the same author, and of those that readers also liked. */
export const RELATED = 6

export const recommendedBooks = call('GET', '/books/recommended', 'open', 'Failed to load recommendations')
export const dailyRecommendations = call(
  'GET',
  '/books/daily-recommendations',
  'open',
  'Failed to load recommendations',
)
export const relatedBooks = call(
  'GET',
  '/books/:id/related',
  'open',
  'Failed to load more books. Please try again later.',
)
