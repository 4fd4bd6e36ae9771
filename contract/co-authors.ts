import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { Id, idInPath } from './shapes/ids.ts'
import { BOOK_STATES } from './values/publishing.ts'
import { line } from './shapes/text.ts'
import { CO_AUTHOR_STATES, CO_AUTHORS_MAX, DECLINED_DAYS } from './values/co-authors.ts'

export * from './values/co-authors.ts'

/** A co-author as the publisher of the book sees it: a typed name, or an account with its answer. */
export const CoAuthor = z.object({ _id: z.string(), name: z.string(), state: z.enum(CO_AUTHOR_STATES) })
export type CoAuthor = z.infer<typeof CoAuthor>

const NAME_MAX = 100
const MISSING_NAME = 'Please enter a name'
const MISSING_USERNAME = 'Please enter a username'
const BAD_ORDER = 'The order names the co-authors by their ids'

export const listCoAuthors = endpoint('GET', '/books/:id/co-authors', 'registered', {
  failureMessage: 'Could not load the co-authors. Please try again.',
  scope: 'read',
  summary: 'The co-authors of an own book in their order, with the answers of those who were asked',
  params: BookParams,
  response: z.array(CoAuthor),
})

export const addCoAuthor = endpoint('POST', '/books/:id/co-authors', 'registered', {
  failureMessage: 'Could not add the name. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  invalidates: { tags: ['book', 'lists'] },
  summary: `Name a co-author of an own book who has no account here; a book has at most ${CO_AUTHORS_MAX}`,
  params: BookParams,
  body: z.strictObject({
    name: line({ max: NAME_MAX, missing: MISSING_NAME, tooLong: `A name has at most ${NAME_MAX} characters` }),
  }),
  response: z.array(CoAuthor),
  status: 201,
})

export const askCoAuthor = endpoint('POST', '/books/:id/co-authors/ask', 'registered', {
  failureMessage: 'Could not ask this account. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 20, seconds: 86_400, shared: true }],
  summary: `Ask an account to be a co-author of an own book. It is named when it agrees; if it declines, it can be asked again after ${DECLINED_DAYS} days`,
  params: BookParams,
  body: z.strictObject({
    username: line({
      max: NAME_MAX,
      missing: MISSING_USERNAME,
      tooLong: `A username has at most ${NAME_MAX} characters`,
    }),
  }),
  response: z.array(CoAuthor),
  status: 201,
})

export const orderCoAuthors = endpoint('PUT', '/books/:id/co-authors', 'registered', {
  failureMessage: 'Could not change the order. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 240, seconds: 3600 }],
  invalidates: { tags: ['book'] },
  summary: 'Put the co-authors of an own book into another order; those who are not named by it follow',
  params: BookParams,
  body: z.strictObject({ order: z.array(Id, BAD_ORDER).check(z.minLength(1, BAD_ORDER), z.maxLength(100, BAD_ORDER)) }),
  response: z.array(CoAuthor),
})

export const removeCoAuthor = endpoint('DELETE', '/books/:id/co-authors/:coAuthorId', 'registered', {
  failureMessage: 'Could not remove the co-author. Please try again.',
  scope: 'write',
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Remove a co-author of an own book, or take a question back',
  params: z.extend(BookParams, { coAuthorId: idInPath('coAuthorNotFound') }),
  response: z.array(CoAuthor),
})

/** What somebody who is asked sees of a book: enough to know what it is. */
export const CoAuthorQuestion = z.object({
  book: z.pick(Book, { _id: true, title: true, author: true, caption: true, publisher: true }),
  askedAt: z.string(),
})
export type CoAuthorQuestion = z.infer<typeof CoAuthorQuestion>

/** A book of which the caller is a co-author. `isHidden` is whether moderators have hidden it. */
export const CoAuthoredBook = z.extend(Book, {
  state: z.enum(BOOK_STATES),
  publishAt: z.nullable(z.string()),
  isHidden: z.boolean(),
})
export type CoAuthoredBook = z.infer<typeof CoAuthoredBook>

export const listCoAuthorships = endpoint('GET', '/co-authorships', 'registered', {
  failureMessage: 'Could not load the books of which you are a co-author. Please try again.',
  scope: 'read',
  summary: 'The books that the caller is asked to be a co-author of, and those that the caller has agreed to',
  response: z.object({ asked: z.array(CoAuthorQuestion), agreed: z.array(CoAuthoredBook) }),
})

export const answerCoAuthorship = endpoint('PUT', '/books/:id/co-authorship', 'registered', {
  failureMessage: 'Could not send your answer. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Agree to be a co-author of a book, decline, or leave a book that one has agreed to',
  params: BookParams,
  body: z.strictObject({ agrees: z.boolean('Agree or decline') }),
  status: 204,
})
