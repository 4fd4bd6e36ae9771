// Derived from contract/comments.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/comments.ts'

export const addComment = call<typeof endpoints.addComment>("POST", "/books/:id/comments", "member", "Failed to add comment. Please try again.")
export const deleteComment = call<typeof endpoints.deleteComment>("DELETE", "/books/:id/comments/:commentId", "member")
export const listComments = call<typeof endpoints.listComments>("GET", "/books/:id/comments", "open")
export const listVisibleComments = call<typeof endpoints.listVisibleComments>("GET", "/books/:id/visible-comments", "member")
