// Derived from contract/site.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/site.ts'

export const countAppDownload = call<typeof endpoints.countAppDownload>("POST", "/events/app-download", "open")
export const getSiteSettings = call<typeof endpoints.getSiteSettings>("GET", "/site", "open")
export const getSiteText = call<typeof endpoints.getSiteText>("GET", "/site/texts/:page", "open", "Failed to load the text")
