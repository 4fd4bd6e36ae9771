// Derived from contract/report-queue.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/report-queue.ts'

export const decideReport = call<typeof endpoints.decideReport>("POST", "/moderation/reports/:id/decisions", "moderator", "The decision could not be stored.")
export const getReportCase = call<typeof endpoints.getReportCase>("GET", "/moderation/reports/:id", "moderator", "Failed to load the report")
export const listReportCases = call<typeof endpoints.listReportCases>("GET", "/moderation/reports", "moderator", "Failed to load the reports")
