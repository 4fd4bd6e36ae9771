import { call } from '#contract/endpoint.ts'

/** What readers do with recommended books: apart from the lists, so that pages that only show them load none of it. */
export const countRecommendationClick = call('POST', '/events/recommendation-click', 'member')
export const dismissBook = call('PUT', '/books/:id/dismissed', 'member', 'Failed to save this. Please try again later.')
export const restoreBook = call(
  'DELETE',
  '/books/:id/dismissed',
  'member',
  'Failed to save this. Please try again later.',
)
