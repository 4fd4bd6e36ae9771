// Derived from contract/text-view.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/text-view.ts'

export const getBookText = call<typeof endpoints.getBookText>("GET", "/books/:id/text", "member", "The text could not be loaded. Please try again later.")
export const getPageReading = call<typeof endpoints.getPageReading>("GET", "/books/:id/reading", "member", "The words of the page could not be loaded. Please try again later.")
