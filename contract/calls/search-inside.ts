// Derived from contract/search-inside.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/search-inside.ts'

export const searchInside = call<typeof endpoints.searchInside>("GET", "/books/inside", "library", "Search failed. Please try again.")
