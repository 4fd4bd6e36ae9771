// Derived from contract/received-comments.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/received-comments.ts'

export const listReceivedComments = call<typeof endpoints.listReceivedComments>("GET", "/comments/received", "registered", "Failed to load the comments on your books. Please try again.")
export const markCommentsRead = call<typeof endpoints.markCommentsRead>("PUT", "/comments/received/read", "registered")
