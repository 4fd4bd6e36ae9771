// Derived from contract/mailed-reports.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/mailed-reports.ts'

export const answerMailedReport = call<typeof endpoints.answerMailedReport>("POST", "/reports/mailed/answer", "open", "The answer could not be sent.")
export const openMailedReport = call<typeof endpoints.openMailedReport>("POST", "/reports/mailed", "open", "Failed to load the report")
