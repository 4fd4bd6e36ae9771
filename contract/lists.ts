import * as z from 'zod/mini'
import { Book } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { PublicUser } from './shapes/people.ts'
import { BOOK_ORDERS, BookPlace, ordered, ShelvedPage } from './shelves.ts'
import { line, lines } from './shapes/text.ts'
import {
  LIST_BOOKS_MAX,
  LIST_COVERS,
  LIST_NAME_MAX,
  LIST_VISIBILITIES,
  LIST_WORDS_MAX,
  LISTS_MAX,
} from './values/lists.ts'

export * from './values/lists.ts'

const NOT_SAVED = 'The list could not be saved. Please try again.'

const Visibility = z.enum(LIST_VISIBILITIES, `A list is ${LIST_VISIBILITIES.join(', ')}.`)

/** The lines of a list that its owner writes. */
export const ListWords = z.strictObject({
  name: line({
    max: LIST_NAME_MAX,
    missing: 'Give the list a name.',
    tooLong: `A name has at most ${LIST_NAME_MAX} characters.`,
  }),
  words: z._default(
    lines({
      min: 0,
      max: LIST_WORDS_MAX,
      missing: 'This is a text.',
      tooLong: `Please say it in at most ${LIST_WORDS_MAX} characters.`,
    }),
    '',
  ),
  visibility: z._default(Visibility, 'private'),
})
export type ListWords = z.infer<typeof ListWords>

/** A list by its first covers. `isHidden` is told to its owner, if moderators have hidden it. */
export const ListSummary = z.object({
  _id: z.string(),
  name: z.string(),
  words: z.string(),
  visibility: Visibility,
  isHidden: z.optional(z.literal(true)),
  owner: PublicUser,
  totalBooks: z.int(),
  covers: z.array(z.pick(Book, { _id: true, title: true, image: true, imageColor: true, imageMounted: true })),
  changedAt: z.string(),
})
export type ListSummary = z.infer<typeof ListSummary>

/** A page of a list as the caller may see it. */
export const BookList = z.extend(ListSummary, {
  ...ShelvedPage.shape,
  isOwn: z.boolean(),
  isFollowed: z.boolean(),
  createdAt: z.string(),
})
export type BookList = z.infer<typeof BookList>

const Params = z.object({ id: idInPath('listNotFound') })
const InList = z.extend(Params, { bookId: idInPath('bookNotFound') })
const rates = [{ by: 'caller', max: 180, seconds: 60 }] as const

export const listLists = endpoint('GET', '/my/lists', 'registered', {
  failureMessage: 'Failed to load your lists. Please try again later.',
  scope: 'read',
  summary: `The caller's lists, the last changed first, and those that the caller follows, with ${LIST_COVERS} covers each`,
  response: z.object({ own: z.array(ListSummary), followed: z.array(ListSummary) }),
})

export const createList = endpoint('POST', '/lists', 'registered', {
  failureMessage: NOT_SAVED,
  scope: 'write',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  summary: `Make a list, at most ${LISTS_MAX}; its name is another than that of the caller's other lists`,
  body: ListWords,
  response: ListSummary,
  status: 201,
})

export const getList = endpoint('GET', '/lists/:id', 'library', {
  failureMessage: 'Failed to load the list. Please try again later.',
  scope: 'read',
  summary: 'A list with a page of its books, if it is shown to the caller',
  params: Params,
  query: z.object({
    ...ordered,
    sort: z._default(z.enum(BOOK_ORDERS, `Sort is one of ${BOOK_ORDERS.join(', ')}.`), 'place'),
  }),
  response: BookList,
})

export const updateList = endpoint('PUT', '/lists/:id', 'registered', {
  failureMessage: NOT_SAVED,
  scope: 'write',
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  summary: 'Change the name and words of an own list, and who sees it',
  params: Params,
  body: ListWords,
  response: ListSummary,
})

export const deleteList = endpoint('DELETE', '/lists/:id', 'registered', {
  failureMessage: 'The list could not be deleted. Please try again.',
  scope: 'write',
  summary: 'Delete an own list',
  params: Params,
  status: 204,
})

export const addToList = endpoint('PUT', '/lists/:id/books/:bookId', 'registered', {
  failureMessage: NOT_SAVED,
  rates,
  scope: 'write',
  summary: `Put a book at the end of an own list, which holds ${LIST_BOOKS_MAX}; one that is in it stays where it is`,
  params: InList,
  status: 204,
})

export const removeFromList = endpoint('DELETE', '/lists/:id/books/:bookId', 'registered', {
  failureMessage: NOT_SAVED,
  rates,
  scope: 'write',
  summary: 'Take a book out of an own list',
  params: InList,
  status: 204,
})

export const placeInList = endpoint('PUT', '/lists/:id/books/:bookId/place', 'registered', {
  failureMessage: NOT_SAVED,
  rates,
  scope: 'write',
  summary: 'Move a book to a place in an own list',
  params: InList,
  body: BookPlace,
  status: 204,
})

export const followList = endpoint('PUT', '/lists/:id/follow', 'registered', {
  failureMessage: 'Please try again.',
  rates,
  scope: 'write',
  summary: 'Follow the list of somebody else, as long as it is shown',
  params: Params,
  status: 204,
})

export const unfollowList = endpoint('DELETE', '/lists/:id/follow', 'registered', {
  failureMessage: 'Please try again.',
  rates,
  scope: 'write',
  summary: 'Follow a list no longer',
  params: Params,
  status: 204,
})
