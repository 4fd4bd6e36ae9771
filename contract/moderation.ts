import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { Comment } from './comments.ts'
import { endpoint } from './api/endpoint.ts'
import { Id, idInPath } from './shapes/ids.ts'
import { PublicUser } from './shapes/people.ts'
import { Place } from './shapes/place.ts'
import { line } from './shapes/text.ts'
import { COMMENT_RULES, REASON_MAX } from './values/moderation.ts'
import { REPORT_KINDS } from './values/reports.ts'

export * from './values/moderation.ts'

const Reason = line({
  max: REASON_MAX,
  missing: 'Give a reason.',
  tooLong: 'A reason has at most 500 characters.',
})

/** When it ends, as an ISO date and time; null or absent for good. */
const Until = z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'The end is a date and time.' })))

const Hiding = z.strictObject({ reason: Reason, until: Until })
const Person = z.object({ id: idInPath('userNotFound') })
const List = z.object({ id: idInPath('listNotFound') })
const CommentParams = z.extend(BookParams, { commentId: idInPath('commentNotFound') })

/** Something that is hidden, as moderators see it. */
const Hidden = z.object({
  _id: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** The id of the book, the comment, the list or the person. */
  subject: z.string(),
  /** The book, or the book that the comment is on. */
  book: z.nullable(z.object({ _id: z.string(), title: z.string(), author: z.string() })),
  /** The publisher of the book, the writer of the comment, the owner of the list, or the person. */
  person: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** The book's caption, the comment, or the list's name and words; empty for a person. */
  text: z.string(),
  reason: z.string(),
  by: z.nullable(z.string()),
  hiddenAt: z.string(),
  until: z.nullable(z.string()),
})
export type Hidden = z.infer<typeof Hidden>

export const listHidden = endpoint('GET', '/moderation/hidden', 'moderator', {
  failureMessage: 'Failed to load what is hidden',
  summary: 'What moderators have hidden, the latest first: up to 50, starting after the entry `after`',
  query: z.object({ after: z.optional(Id) }),
  response: z.array(Hidden),
})

export const hideBook = endpoint('PUT', '/moderation/books/:id/hidden', 'moderator', {
  failureMessage: 'Failed to hide the book',
  summary: 'Hide a book from everyone but its publisher, with a reason; hiding again changes the reason and the end',
  params: BookParams,
  body: Hiding,
  status: 204,
})

export const showBook = endpoint('DELETE', '/moderation/books/:id/hidden', 'moderator', {
  failureMessage: 'Failed to show the book',
  summary: 'Show a hidden book again',
  params: BookParams,
  status: 204,
})

export const hideList = endpoint('PUT', '/moderation/lists/:id/hidden', 'moderator', {
  failureMessage: 'Failed to hide the list',
  summary: 'Hide a list from everyone but its owner, with a reason; hiding again changes the reason and the end',
  params: List,
  body: Hiding,
  status: 204,
})

export const showList = endpoint('DELETE', '/moderation/lists/:id/hidden', 'moderator', {
  failureMessage: 'Failed to show the list',
  summary: 'Show a hidden list again',
  params: List,
  status: 204,
})

export const hidePerson = endpoint('PUT', '/moderation/people/:id/hidden', 'moderator', {
  failureMessage: 'Failed to hide the books and comments',
  summary:
    'Hide all books, comments and lists of a person, also those that follow; their ratings are in no average or ranking',
  params: Person,
  body: Hiding,
  status: 204,
})

export const showPerson = endpoint('DELETE', '/moderation/people/:id/hidden', 'moderator', {
  failureMessage: 'Failed to show the books and comments',
  summary:
    'Show the books, comments and lists of a person again, and count their ratings; what is hidden by itself stays hidden',
  params: Person,
  status: 204,
})

const Suspended = z.object({
  _id: z.string(),
  username: z.string(),
  reason: z.string(),
  suspendedAt: z.string(),
  until: z.nullable(z.string()),
})
export type Suspended = z.infer<typeof Suspended>

export const listSuspended = endpoint('GET', '/moderation/suspended', 'admin', {
  failureMessage: 'Failed to load the suspended accounts',
  summary: 'The suspended accounts, the latest first, at most 200',
  response: z.array(Suspended),
})

export const suspendUser = endpoint('PUT', '/moderation/people/:id/suspension', 'admin', {
  failureMessage: 'Failed to suspend the account',
  invalidates: { tags: ['lists'] },
  summary: 'Suspend an account: its sessions end and it cannot log in; its books and comments are hidden on request',
  params: Person,
  body: z.strictObject({ reason: Reason, until: Until, hideContent: z._default(z.boolean(), false) }),
  status: 204,
})

export const endSuspension = endpoint('DELETE', '/moderation/people/:id/suspension', 'admin', {
  failureMessage: 'Failed to end the suspension',
  invalidates: { tags: ['lists'] },
  summary: 'End the suspension of an account; what is hidden stays hidden',
  params: Person,
  status: 204,
})

export const hideComment = endpoint('PUT', '/books/:id/comments/:commentId/hidden', 'registered', {
  failureMessage: 'Failed to hide the comment',
  scope: 'write',
  summary: 'Hide a comment, as the publisher of the book or as a moderator, who gives a reason',
  params: CommentParams,
  body: z.strictObject({ reason: z.optional(Reason), until: Until }),
  status: 204,
})

export const showComment = endpoint('DELETE', '/books/:id/comments/:commentId/hidden', 'registered', {
  failureMessage: 'Failed to show the comment',
  scope: 'write',
  summary: 'Show a comment that the caller may have hidden',
  params: CommentParams,
  status: 204,
})

const HiddenComment = z.extend(Comment, {
  reason: z.string(),
  /** Whether the publisher of the book has hidden it, who then can show it again. */
  byPublisher: z.boolean(),
})
export type HiddenComment = z.infer<typeof HiddenComment>

export const listHiddenComments = endpoint('GET', '/books/:id/hidden-comments', 'registered', {
  failureMessage: 'Failed to load the hidden comments',
  scope: 'read',
  summary: 'The hidden comments on a book, the latest first, at most 100, for its publisher and for moderators',
  params: BookParams,
  response: z.array(HiddenComment),
})

export const setCommentRule = endpoint('PUT', '/books/:id/comment-rule', 'registered', {
  failureMessage: 'Failed to change the comments',
  scope: 'write',
  invalidates: { tags: ['book'] },
  summary: 'Close the comments on an own book, refuse links in new ones, or open them',
  params: BookParams,
  body: z.strictObject({ rule: z.enum(COMMENT_RULES, 'The rule is one of open, no-links, closed.') }),
  status: 204,
})

export const listBlocked = endpoint('GET', '/auth/blocks', 'member', {
  failureMessage: 'Failed to load the blocked people',
  summary: 'The people whom the caller blocks, the latest first',
  response: z.array(PublicUser),
})

export const block = endpoint('PUT', '/auth/blocks/:id', 'member', {
  failureMessage: 'Failed to block this person',
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  summary: "Block a person: neither sees the other's comments",
  params: Person,
  status: 204,
})

export const unblock = endpoint('DELETE', '/auth/blocks/:id', 'member', {
  failureMessage: 'Failed to unblock this person',
  summary: 'Unblock a person',
  params: Person,
  status: 204,
})

/** Something of the caller that is hidden, and why. */
const OwnHidden = z.object({
  kind: z.enum(REPORT_KINDS),
  /** The id of the book, the comment, the list or the person. */
  subject: z.string(),
  /** The title of the book, or of the book that the comment is on; the name of the list. */
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
  reason: z.string(),
  byPublisher: z.boolean(),
  until: z.nullable(z.string()),
})
export type OwnHidden = z.infer<typeof OwnHidden>

export const listOwnHidden = endpoint('GET', '/auth/hidden', 'member', {
  failureMessage: 'Failed to load what is hidden',
  summary: 'Books, comments and lists of the caller that are hidden, with the reasons, the latest first, at most 100',
  response: z.array(OwnHidden),
})

export const listWithdrawn = endpoint('GET', '/books/reading/withdrawn', 'member', {
  scope: 'read',
  summary: 'Books that the caller began to read and that were hidden in the last 30 days, without their titles',
  response: z.array(z.object({ _id: z.string(), ...Place.shape, readAt: z.string() })),
})
