// Derived from contract/weekly.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/weekly.ts'

export const unsubscribeFromWeeklyMail = call<typeof endpoints.unsubscribeFromWeeklyMail>("POST", "/auth/stop-weekly", "open")
export const updateWeeklyMail = call<typeof endpoints.updateWeeklyMail>("PUT", "/auth/weekly-mail", "registered")
