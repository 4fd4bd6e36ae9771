// Derived from contract/reading.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/reading.ts'

export const deleteHistory = call<typeof endpoints.deleteHistory>("DELETE", "/reading/history", "registered", "Failed to delete your reading history. Please try again.")
export const getHistory = call<typeof endpoints.getHistory>("GET", "/reading/history", "registered", "Failed to load your reading history. Please try again later.")
export const getPosition = call<typeof endpoints.getPosition>("GET", "/books/:id/position", "member")
export const listReading = call<typeof endpoints.listReading>("GET", "/books/reading", "member", "Failed to load what you are reading. Please try again later.")
export const savePosition = call<typeof endpoints.savePosition>("PUT", "/books/:id/position", "member")
export const setHistory = call<typeof endpoints.setHistory>("PUT", "/reading/history", "registered", "Failed to save this. Please try again.")
