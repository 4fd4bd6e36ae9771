// Derived from contract/copyright.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/copyright.ts'

export const sendCopyrightNotice = call<typeof endpoints.sendCopyrightNotice>("POST", "/copyright/notices", "open", "The notice could not be sent.")
export const sendCounterNotice = call<typeof endpoints.sendCounterNotice>("POST", "/reports/:id/counter-notice", "registered", "The counter-notice could not be sent.")
