// Derived from contract/moderation.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/moderation.ts'

export const block = call<typeof endpoints.block>("PUT", "/auth/blocks/:id", "member", "Failed to block this person")
export const endSuspension = call<typeof endpoints.endSuspension>("DELETE", "/moderation/people/:id/suspension", "admin", "Failed to end the suspension")
export const hideBook = call<typeof endpoints.hideBook>("PUT", "/moderation/books/:id/hidden", "moderator", "Failed to hide the book")
export const hideComment = call<typeof endpoints.hideComment>("PUT", "/books/:id/comments/:commentId/hidden", "registered", "Failed to hide the comment")
export const hideList = call<typeof endpoints.hideList>("PUT", "/moderation/lists/:id/hidden", "moderator", "Failed to hide the list")
export const hidePerson = call<typeof endpoints.hidePerson>("PUT", "/moderation/people/:id/hidden", "moderator", "Failed to hide the books and comments")
export const listBlocked = call<typeof endpoints.listBlocked>("GET", "/auth/blocks", "member", "Failed to load the blocked people")
export const listHidden = call<typeof endpoints.listHidden>("GET", "/moderation/hidden", "moderator", "Failed to load what is hidden")
export const listHiddenComments = call<typeof endpoints.listHiddenComments>("GET", "/books/:id/hidden-comments", "registered", "Failed to load the hidden comments")
export const listOwnHidden = call<typeof endpoints.listOwnHidden>("GET", "/auth/hidden", "member", "Failed to load what is hidden")
export const listSuspended = call<typeof endpoints.listSuspended>("GET", "/moderation/suspended", "admin", "Failed to load the suspended accounts")
export const listWithdrawn = call<typeof endpoints.listWithdrawn>("GET", "/books/reading/withdrawn", "member")
export const setCommentRule = call<typeof endpoints.setCommentRule>("PUT", "/books/:id/comment-rule", "registered", "Failed to change the comments")
export const showBook = call<typeof endpoints.showBook>("DELETE", "/moderation/books/:id/hidden", "moderator", "Failed to show the book")
export const showComment = call<typeof endpoints.showComment>("DELETE", "/books/:id/comments/:commentId/hidden", "registered", "Failed to show the comment")
export const showList = call<typeof endpoints.showList>("DELETE", "/moderation/lists/:id/hidden", "moderator", "Failed to show the list")
export const showPerson = call<typeof endpoints.showPerson>("DELETE", "/moderation/people/:id/hidden", "moderator", "Failed to show the books and comments")
export const suspendUser = call<typeof endpoints.suspendUser>("PUT", "/moderation/people/:id/suspension", "admin", "Failed to suspend the account")
export const unblock = call<typeof endpoints.unblock>("DELETE", "/auth/blocks/:id", "member", "Failed to unblock this person")
