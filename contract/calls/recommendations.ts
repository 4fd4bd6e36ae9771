// Derived from contract/recommendations.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/recommendations.ts'

export const dailyRecommendations = call<typeof endpoints.dailyRecommendations>("GET", "/books/daily-recommendations", "open", "Failed to load recommendations")
export const recommendedBooks = call<typeof endpoints.recommendedBooks>("GET", "/books/recommended", "open", "Failed to load recommendations")
export const relatedBooks = call<typeof endpoints.relatedBooks>("GET", "/books/:id/related", "open", "Failed to load more books. Please try again later.")
