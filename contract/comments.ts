import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { Id, idInPath } from './ids.ts'
import { PublicUser } from './people.ts'
import { lines } from './text.ts'
import * as calls from './calls/comments.ts'
import { COMMENT_MAX } from './calls/comments.ts'

export * from './calls/comments.ts'

/** `user` is null if the account was deleted. */
export const Comment = z.object({
  _id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  user: z.nullable(PublicUser),
})
export type Comment = z.infer<typeof Comment>

export const listComments = endpoint({
  ...calls.listComments,
  cache: { audience: 'everyone', tags: ['book'] },
  summary: 'Up to 100 comments on a book, oldest first, starting after the comment `after`',
  params: BookParams,
  query: z.object({ after: z.optional(Id) }),
  response: z.array(Comment),
})

export const listVisibleComments = endpoint({
  ...calls.listVisibleComments,
  summary: 'Comments on a book as in its list, without those of people whom the caller blocks or who block the caller',
  params: BookParams,
  query: z.object({ after: z.optional(Id) }),
  response: z.array(Comment),
})

export const addComment = endpoint({
  ...calls.addComment,
  rates: [
    { by: 'caller', max: 1, seconds: 5 },
    { by: 'caller', max: 10, seconds: 600 },
  ],
  invalidates: { tags: ['book', 'lists'], allowStale: true },
  summary: 'Comment on a book',
  params: BookParams,
  body: z.strictObject({
    text: lines({
      max: COMMENT_MAX,
      missing: 'Write a comment first.',
      tooLong: 'A comment has at most 2000 characters.',
    }),
  }),
  response: z.object({ comment: Comment }),
  status: 201,
})

export const deleteComment = endpoint({
  ...calls.deleteComment,
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete an own comment, or as an administrator any comment',
  params: z.extend(BookParams, { commentId: idInPath('commentNotFound') }),
  status: 204,
})
