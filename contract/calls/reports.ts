// Derived from contract/reports.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/reports.ts'

export const answerReport = call<typeof endpoints.answerReport>("POST", "/reports/:id/answer", "member", "The answer could not be sent.")
export const getReportTotals = call<typeof endpoints.getReportTotals>("GET", "/reports/totals", "open", "Failed to load the figures")
export const listOwnReports = call<typeof endpoints.listOwnReports>("GET", "/reports/mine", "member", "Failed to load your reports")
export const sendReport = call<typeof endpoints.sendReport>("POST", "/reports", "member", "The report could not be sent. Please try again.")
