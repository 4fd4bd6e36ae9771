import * as z from 'zod/mini'
import { BookParams, SearchQuery } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { limitOf, pageNumber } from './api/paging.ts'
import { lines } from './shapes/text.ts'
import {
  ALL_MARKS_MAX,
  ALL_MARKS_PAGE,
  CHANGES_MAX,
  CONTEXT_MAX,
  MARK_COLORS,
  MARK_KINDS,
  MARK_ORDERS,
  MARK_PAGES_MAX,
  NOTE_MAX,
  QUOTE_MAX,
} from './values/marks.ts'
import { SentPassage } from './shapes/place.ts'

export * from './values/marks.ts'

const FILE_MAX = 200
const VERSION_MAX = 999_999_999

const VERSION = 'A version is a whole number from 0.'
const SINCE = 'A revision is a whole number from 0.'
const TEXT = 'This text is too long, or has characters that cannot be stored.'
const QUOTE = 'A mark has at most 2000 characters of the book.'
const CHANGES = 'Send 1 to 100 changes at once, each mark once.'

const NOT_STORED = /[\p{Surrogate}\u{0}-\u{1F}\u{7F}-\u{9F}]/u

/** Text of the book, which must come back exactly as it was sent. */
const bookText = (max: number) =>
  z.string(TEXT).check(z.refine((text) => text.length <= max && !NOT_STORED.test(text), TEXT))

/** Where a mark is on one page, with the text itself and a little of what is before and after it. */
export const MarkAnchor = z.extend(SentPassage, {
  exact: bookText(QUOTE_MAX),
  prefix: bookText(CONTEXT_MAX),
  suffix: bookText(CONTEXT_MAX),
})
export type MarkAnchor = z.infer<typeof MarkAnchor>

const quoteLength = (anchors: MarkAnchor[]) => anchors.reduce((sum, { exact }) => sum + exact.length, 0)

export const MarkContent = z.strictObject({
  /** Null for a bookmark. */
  color: z.nullable(z.enum(MARK_COLORS, 'A highlight is gold, blue, red or ink.')),
  note: lines({
    min: 0,
    max: NOTE_MAX,
    missing: 'A note is a text.',
    tooLong: 'A note has at most 5000 characters.',
  }),
  /** The version of the book's file that the anchors belong to; empty if it is unknown. */
  file: bookText(FILE_MAX),
  /** One for each page. A bookmark has the first words of its page. */
  anchors: z.array(MarkAnchor, 'A mark has a place in the book.').check(
    z.minLength(1, 'A mark has a place in the book.'),
    z.maxLength(MARK_PAGES_MAX, 'A mark reaches over at most 20 pages.'),
    z.refine((anchors) => quoteLength(anchors) <= QUOTE_MAX, QUOTE),
  ),
  createdAt: z.iso.datetime('A time is written like 2026-05-01T12:00:00Z.'),
})
export type MarkContent = z.infer<typeof MarkContent>

/** A mark as it is stored; `content` is null if it was deleted. */
export const Mark = z.object({
  id: z.string(),
  version: z.int(),
  /** The id of the last change. */
  change: z.string(),
  content: z.nullable(MarkContent),
})
export type Mark = z.infer<typeof Mark>

/** A change of a mark on a device: `base` is the version that it changes, 0 for a new mark. */
export const MarkChange = z.strictObject({
  id: Id,
  base: z.int(VERSION).check(z.minimum(0, VERSION), z.maximum(VERSION_MAX, VERSION)),
  change: Id,
  content: z.nullable(MarkContent),
})
export type MarkChange = z.infer<typeof MarkChange>

/** The marks that changed after a revision, up to `revision`. If that is not all of them, more follow after it. */
export const ChangedMarks = z.object({ revision: z.int(), isComplete: z.boolean(), marks: z.array(Mark) })
export type ChangedMarks = z.infer<typeof ChangedMarks>

/** A book with marks, whose title and author are null while it is hidden; those of a deleted book are what they were. */
export const MarkedBook = z.object({
  _id: z.string(),
  title: z.nullable(z.string()),
  author: z.nullable(z.string()),
  marks: z.int(),
  /** The book was deleted. */
  isGone: z.boolean(),
})
export type MarkedBook = z.infer<typeof MarkedBook>

/** A mark with its book, whose title and author are null while it is hidden; those of a deleted book are what they were. */
export const MarkInBook = z.object({
  id: z.string(),
  content: MarkContent,
  book: z.object({
    _id: z.string(),
    title: z.nullable(z.string()),
    author: z.nullable(z.string()),
    /** The caller can open it. */
    isOpen: z.boolean(),
  }),
})
export type MarkInBook = z.infer<typeof MarkInBook>

export const MarkPage = z.object({
  marks: z.array(MarkInBook),
  currentPage: z.int(),
  totalPages: z.int(),
  totalMarks: z.int(),
})
export type MarkPage = z.infer<typeof MarkPage>

const isRevision = (text: string) => /^\d{1,15}$/.test(text)

export const listMarks = endpoint('GET', '/books/:id/marks', 'member', {
  scope: 'read',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: "The caller's marks in a book that changed after a revision",
  params: BookParams,
  query: z.object({
    since: z.pipe(z.prefault(z.string(SINCE).check(z.refine(isRevision, SINCE)), '0'), z.transform(Number)),
  }),
  response: ChangedMarks,
})

/**
 * A change is saved if its `base` is the stored version, or if it is stored already. Otherwise another device has changed
 * the mark: nothing is overwritten, and `conflicts` has the mark as it is stored.
 */
export const saveMarks = endpoint('PUT', '/books/:id/marks', 'member', {
  scope: 'write',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: "Add, change and delete the caller's marks in a book",
  params: BookParams,
  body: z.strictObject({
    changes: z.array(MarkChange, CHANGES).check(
      z.minLength(1, CHANGES),
      z.maxLength(CHANGES_MAX, CHANGES),
      z.refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, CHANGES),
    ),
  }),
  response: z.object({ saved: z.array(Mark), conflicts: z.array(Mark) }),
})

export const listMarkedBooks = endpoint('GET', '/books/marked', 'member', {
  scope: 'read',
  summary: 'The books in which the caller has marks, deleted books too',
  response: z.array(MarkedBook),
})

/** By date the newest first; by book in the order of titles, and in each book in the order of its pages. */
export const listAllMarks = endpoint('GET', '/marks', 'member', {
  failureMessage: 'Failed to load your notes. Please try again later.',
  scope: 'read',
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary:
    "A page of the caller's marks in all books, narrowed to those with all words of a search in the note or the quote, to one color and one kind",
  query: z.object({
    query: z.prefault(SearchQuery, ''),
    color: z.optional(z.enum(MARK_COLORS, 'A highlight is gold, blue, red or ink.')),
    kind: z.optional(z.enum(MARK_KINDS, `Kind is one of ${MARK_KINDS.join(', ')}.`)),
    order: z._default(z.enum(MARK_ORDERS, `Order is one of ${MARK_ORDERS.join(', ')}.`), 'date'),
    page: pageNumber,
    limit: limitOf(ALL_MARKS_PAGE, ALL_MARKS_MAX),
  }),
  response: MarkPage,
})

export const deleteMarks = endpoint('DELETE', '/books/:id/marks', 'member', {
  scope: 'write',
  summary: "Delete all of the caller's marks in a book",
  params: BookParams,
  status: 204,
})
