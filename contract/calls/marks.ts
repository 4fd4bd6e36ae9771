// Derived from contract/marks.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/marks.ts'

export const deleteMarks = call<typeof endpoints.deleteMarks>("DELETE", "/books/:id/marks", "member")
export const listAllMarks = call<typeof endpoints.listAllMarks>("GET", "/marks", "member", "Failed to load your notes. Please try again later.")
export const listMarkedBooks = call<typeof endpoints.listMarkedBooks>("GET", "/books/marked", "member")
export const listMarks = call<typeof endpoints.listMarks>("GET", "/books/:id/marks", "member")
export const saveMarks = call<typeof endpoints.saveMarks>("PUT", "/books/:id/marks", "member")
