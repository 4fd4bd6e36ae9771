import * as z from 'zod/mini'
import { Comment } from './comments.ts'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'

export * from './values/received-comments.ts'

/** A comment on a book of the caller's, or of which the caller is a co-author; `isNew` until it is marked as read. */
export const ReceivedComment = z.extend(Comment, {
  book: z.object({ _id: z.string(), title: z.string(), isOwn: z.boolean() }),
  isNew: z.boolean(),
})
export type ReceivedComment = z.infer<typeof ReceivedComment>

export const listReceivedComments = endpoint('GET', '/comments/received', 'registered', {
  failureMessage: 'Failed to load the comments on your books. Please try again.',
  scope: 'read',
  summary:
    "Up to 50 comments of others on the published books that are the caller's or that the caller is a co-author of, newest first, before the comment `before`",
  query: z.object({ before: z.optional(Id) }),
  response: z.array(ReceivedComment),
})

export const markCommentsRead = endpoint('PUT', '/comments/received/read', 'registered', {
  scope: 'write',
  summary: "Mark the comments on the caller's books as read, up to the comment `until`",
  body: z.strictObject({ until: Id }),
  status: 204,
})
