import * as z from 'zod/mini'
import { Book, BookParams, SearchQuery } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { limitOf, pageNumber } from './api/paging.ts'
import { OpenBook } from './reading.ts'
import {
  BOOK_ORDERS,
  SHELF_FIRST,
  SHELF_PAGE,
  SHELVES,
  SPINES,
  WANTED_ASKED_MAX,
  WANTED_MAX,
} from './values/shelves.ts'

export * from './values/shelves.ts'

const PLACE = 'A place is a whole number from 1.'
const PLACE_MAX = 1_000_000
const CHANGE = 'Say whether the book is wanted or finished.'

/** The place of a book in an order by hand, counted from 1; one past the end is the last. */
export const BookPlace = z.strictObject({ place: z.int(PLACE).check(z.minimum(1, PLACE), z.maximum(PLACE_MAX, PLACE)) })

export const ordered = {
  page: pageNumber,
  limit: limitOf(SHELF_PAGE),
  /** In title or author. */
  query: z.optional(SearchQuery),
}

/** A book on a shelf or a list: `at` is when it came there, was last read, was finished or was rated. */
export const ShelvedBook = z.extend(Book, {
  at: z.string(),
  /** The current page, of a book that is being read. */
  page: z.optional(z.int()),
  userRating: z.optional(z.int()),
})
export type ShelvedBook = z.infer<typeof ShelvedBook>

export const ShelvedPage = z.object({
  books: z.array(ShelvedBook),
  currentPage: z.int(),
  totalBooks: z.int(),
  totalPages: z.int(),
})
export type ShelvedPage = z.infer<typeof ShelvedPage>

const FirstBooks = z.object({ books: z.array(ShelvedBook), totalBooks: z.int() })

/** `years` has the number of finished books of each year, the latest first. */
export const Shelves = z.object({
  reading: z.array(OpenBook),
  want: FirstBooks,
  finished: z.extend(FirstBooks, { years: z.array(z.object({ year: z.int(), books: z.int() })) }),
  rated: FirstBooks,
})
export type Shelves = z.infer<typeof Shelves>

/** Where a book stands for the caller, with the caller's lists; guests have none. */
export const Shelved = z.object({
  isWanted: z.boolean(),
  finishedAt: z.nullable(z.string()),
  lists: z.array(z.object({ _id: z.string(), name: z.string(), hasBook: z.boolean() })),
})
export type Shelved = z.infer<typeof Shelved>

export const listShelves = endpoint('GET', '/my/shelves', 'member', {
  failureMessage: 'Failed to load your books. Please try again later.',
  scope: 'read',
  summary: `The caller's shelves with their first ${SHELF_FIRST} books, or the last ${SPINES} finished ones`,
  response: Shelves,
})

const YEAR = 'A year is written like 2026.'

export const listShelf = endpoint('GET', '/my/shelves/:shelf', 'member', {
  failureMessage: 'Failed to load your books. Please try again later.',
  scope: 'read',
  summary: "A page of one of the caller's shelves; only wanted books have an order by hand, others then stand by date",
  params: z.object({ shelf: z.enum(SHELVES, `The shelf is one of ${SHELVES.join(', ')}.`) }),
  query: z.object({
    ...ordered,
    sort: z._default(z.enum(BOOK_ORDERS, `Sort is one of ${BOOK_ORDERS.join(', ')}.`), 'place'),
    /** The year in which books were finished; for the shelf of finished books. */
    year: z.optional(z.pipe(z.string(YEAR).check(z.regex(/^[12]\d{3}$/, YEAR)), z.transform(Number))),
  }),
  response: ShelvedPage,
})

const ASKED = `Ask about at most ${WANTED_ASKED_MAX} books, by their ids with commas between.`

export const listWanted = endpoint('GET', '/my/wanted', 'member', {
  failureMessage: 'Failed to load where these books stand',
  summary: 'Which of these books the caller wants to read',
  query: z.object({
    ids: z.optional(
      z.pipe(
        z.pipe(
          z.string(ASKED),
          z.transform((ids) => [...new Set(ids.split(','))]),
        ),
        z.array(Id).check(z.maxLength(WANTED_ASKED_MAX, ASKED)),
      ),
    ),
  }),
  response: z.object({ wanted: z.array(z.string()) }),
})

export const getShelved = endpoint('GET', '/my/books/:id', 'member', {
  failureMessage: 'Failed to load where this book stands',
  scope: 'read',
  summary: 'Whether the caller wants to read a book, has finished it, and has it in own lists',
  params: BookParams,
  response: Shelved,
})

/**
 * `at` is when the change was made on the device, if it is sent later. A change that was made before the stored one has no
 * effect; the answer is what is stored. A book that was finished is no longer wanted.
 */
export const shelveBook = endpoint('PUT', '/my/books/:id', 'member', {
  failureMessage: 'The book could not be put there. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: `Put a book on 'Want to read', which holds ${WANTED_MAX} books, or on 'Finished', or take it off`,
  params: BookParams,
  body: z
    .strictObject({
      isWanted: z.optional(z.boolean(CHANGE)),
      isFinished: z.optional(z.boolean(CHANGE)),
      at: z.optional(z.iso.datetime('A time is written like 2026-05-01T12:00:00Z.')),
    })
    .check(
      z.refine(({ isWanted, isFinished }) => isWanted !== undefined || isFinished !== undefined, {
        error: CHANGE,
        path: ['isWanted'],
      }),
      z.refine(({ isWanted, isFinished }) => !(isWanted && isFinished), {
        error: 'A book is either wanted or finished.',
        path: ['isFinished'],
      }),
    ),
  response: Shelved,
})

export const placeWanted = endpoint('PUT', '/my/books/:id/place', 'member', {
  failureMessage: 'The book could not be moved. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: "Move a book to a place among those that the caller wants to read, in the caller's own order",
  params: BookParams,
  body: BookPlace,
  status: 204,
})
