import { call } from '#contract/endpoint.ts'

export const REASON_MAX = 500
/** A longer time is one without an end. */
export const HIDDEN_MAX_YEARS = 5
export const HIDDEN_AT_ONCE = 50
export const COMMENT_RULES = ['open', 'no-links', 'closed'] as const
export type CommentRule = (typeof COMMENT_RULES)[number]

export const listHidden = call('GET', '/moderation/hidden', 'moderator', 'Failed to load what is hidden')
export const hideBook = call('PUT', '/moderation/books/:id/hidden', 'moderator', 'Failed to hide the book')
export const showBook = call('DELETE', '/moderation/books/:id/hidden', 'moderator', 'Failed to show the book')
export const hidePerson = call(
  'PUT',
  '/moderation/people/:id/hidden',
  'moderator',
  'Failed to hide the books and comments',
)
export const showPerson = call(
  'DELETE',
  '/moderation/people/:id/hidden',
  'moderator',
  'Failed to show the books and comments',
)
export const hideList = call('PUT', '/moderation/lists/:id/hidden', 'moderator', 'Failed to hide the list')
export const showList = call('DELETE', '/moderation/lists/:id/hidden', 'moderator', 'Failed to show the list')
export const listSuspended = call('GET', '/moderation/suspended', 'admin', 'Failed to load the suspended accounts')
export const suspendUser = call('PUT', '/moderation/people/:id/suspension', 'admin', 'Failed to suspend the account')
export const endSuspension = call(
  'DELETE',
  '/moderation/people/:id/suspension',
  'admin',
  'Failed to end the suspension',
)

export const hideComment = call(
  'PUT',
  '/books/:id/comments/:commentId/hidden',
  'registered',
  'Failed to hide the comment',
)
export const showComment = call(
  'DELETE',
  '/books/:id/comments/:commentId/hidden',
  'registered',
  'Failed to show the comment',
)
export const listHiddenComments = call(
  'GET',
  '/books/:id/hidden-comments',
  'registered',
  'Failed to load the hidden comments',
)
export const setCommentRule = call('PUT', '/books/:id/comment-rule', 'registered', 'Failed to change the comments')

export const listBlocked = call('GET', '/auth/blocks', 'member', 'Failed to load the blocked people')
export const block = call('PUT', '/auth/blocks/:id', 'member', 'Failed to block this person')
export const unblock = call('DELETE', '/auth/blocks/:id', 'member', 'Failed to unblock this person')
export const listOwnHidden = call('GET', '/auth/hidden', 'member', 'Failed to load what is hidden')
export const listWithdrawn = call('GET', '/books/reading/withdrawn', 'member')
