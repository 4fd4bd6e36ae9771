import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { FileVersion } from './shapes/file-version.ts'
import { Id, idInPath } from './shapes/ids.ts'
import { PublicUser } from './shapes/people.ts'
import { Place, SentPlace } from './shapes/place.ts'
import { line, lines } from './shapes/text.ts'
import { COMMENT_MAX, COMMENT_QUOTE_MAX } from './values/comments.ts'

export * from './values/comments.ts'

/** The words of the book that a comment is about, and where they are; `isLost` if the current file does not have them. */
const CommentPlace = z.extend(Place, { quote: z.string(), isLost: z.optional(z.literal(true)) })

/** `user` is null if the account was deleted; a comment on the whole book has no `place`. */
export const Comment = z.object({
  _id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  user: z.nullable(PublicUser),
  place: z.optional(CommentPlace),
})
export type Comment = z.infer<typeof Comment>

/** `placed=true` lists only those on words of the book. */
const CommentsQuery = z.object({ after: z.optional(Id), placed: z.optional(z.enum(['true'], 'Placed is true.')) })

/** `fileVersion` is the version of the file that the place is in, without it the current one. */
const SentWords = z.extend(SentPlace, {
  quote: line({
    max: COMMENT_QUOTE_MAX,
    missing: 'A comment on a place has the words there.',
    tooLong: 'A comment is about at most 300 characters of the book.',
  }),
  fileVersion: z.optional(FileVersion),
})
export type PlacedWords = z.infer<typeof SentWords>

export const listComments = endpoint('GET', '/books/:id/comments', 'open', {
  scope: 'read',
  cache: { audience: 'everyone', tags: ['book'] },
  summary: 'Up to 100 comments on a book, oldest first, starting after the comment `after`',
  params: BookParams,
  query: CommentsQuery,
  response: z.array(Comment),
})

export const listVisibleComments = endpoint('GET', '/books/:id/visible-comments', 'member', {
  scope: 'read',
  summary: 'Comments on a book as in its list, without those of people whom the caller blocks or who block the caller',
  params: BookParams,
  query: CommentsQuery,
  response: z.array(Comment),
})

export const addComment = endpoint('POST', '/books/:id/comments', 'member', {
  failureMessage: 'Failed to add comment. Please try again.',
  scope: 'write',
  rates: [
    { by: 'caller', max: 1, seconds: 5 },
    { by: 'caller', max: 10, seconds: 600 },
  ],
  invalidates: { tags: ['book', 'lists'], allowStale: true },
  summary: 'Comment on a book, or on words in it',
  params: BookParams,
  body: z.strictObject({
    text: lines({
      max: COMMENT_MAX,
      missing: 'Write a comment first.',
      tooLong: 'A comment has at most 2000 characters.',
    }),
    place: z.optional(SentWords),
  }),
  response: z.object({ comment: Comment }),
  status: 201,
})

export const deleteComment = endpoint('DELETE', '/books/:id/comments/:commentId', 'member', {
  scope: 'write',
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete an own comment, or as an administrator any comment',
  params: z.extend(BookParams, { commentId: idInPath('commentNotFound') }),
  status: 204,
})
