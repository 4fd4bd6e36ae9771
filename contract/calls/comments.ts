import { call } from '#contract/endpoint.ts'

export const COMMENT_MAX = 2000
/** The most characters of the words that a comment is about. */
export const COMMENT_QUOTE_MAX = 300
export const COMMENTS_AT_ONCE = 100

export const listComments = call('GET', '/books/:id/comments', 'open')
export const listVisibleComments = call('GET', '/books/:id/visible-comments', 'member')
export const addComment = call('POST', '/books/:id/comments', 'member', 'Failed to add comment. Please try again.')
export const deleteComment = call('DELETE', '/books/:id/comments/:commentId', 'member')
