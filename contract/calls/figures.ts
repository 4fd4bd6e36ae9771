// Derived from contract/figures.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/figures.ts'

export const getBookFigures = call<typeof endpoints.getBookFigures>("GET", "/books/:id/own/figures", "registered", "Failed to load the figures. Please try again later.")
export const getFigures = call<typeof endpoints.getFigures>("GET", "/books/user/figures", "registered", "Failed to load the figures. Please try again later.")
