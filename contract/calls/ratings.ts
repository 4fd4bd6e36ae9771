// Derived from contract/ratings.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/ratings.ts'

export const rateBook = call<typeof endpoints.rateBook>("POST", "/books/:id/rate", "member", "Failed to submit rating. Please try again.")
