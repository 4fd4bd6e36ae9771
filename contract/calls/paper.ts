// Derived from contract/paper.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/paper.ts'

export const getPaper = call<typeof endpoints.getPaper>("GET", "/books/:id/paper", "registered", "Could not load the PDF for paper. Please try again later.")
export const makePaper = call<typeof endpoints.makePaper>("PUT", "/books/:id/paper", "registered", "Could not make the PDF for paper. Please try again later.")
export const removePaper = call<typeof endpoints.removePaper>("DELETE", "/books/:id/paper", "registered", "Could not remove the PDF for paper. Please try again later.")
