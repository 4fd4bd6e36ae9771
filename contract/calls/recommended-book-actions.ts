// Derived from contract/recommended-book-actions.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/recommended-book-actions.ts'

export const countRecommendationClick = call<typeof endpoints.countRecommendationClick>("POST", "/events/recommendation-click", "member")
export const dismissBook = call<typeof endpoints.dismissBook>("PUT", "/books/:id/dismissed", "member", "Failed to save this. Please try again later.")
export const restoreBook = call<typeof endpoints.restoreBook>("DELETE", "/books/:id/dismissed", "member", "Failed to save this. Please try again later.")
