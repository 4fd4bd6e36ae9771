// Derived from contract/series.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/series.ts'

export const getSeries = call<typeof endpoints.getSeries>("GET", "/series/:id", "open", "Failed to load the series. Please try again later.")
export const listSeries = call<typeof endpoints.listSeries>("GET", "/series", "open", "Failed to load the series. Please try again later.")
