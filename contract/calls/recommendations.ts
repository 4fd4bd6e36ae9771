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
export const countRecommendationClick = call('POST', '/events/recommendation-click', 'member')
export const dismissBook = call('PUT', '/books/:id/dismissed', 'member', 'Failed to save this. Please try again later.')
export const restoreBook = call(
  'DELETE',
  '/books/:id/dismissed',
  'member',
  'Failed to save this. Please try again later.',
)
