import { call } from '#contract/endpoint.ts'

export const RECOMMENDED = 4
/** The most books that readers of a book also liked. */
export const ALSO_LIKED = 6

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
