import type { Place } from '#contract/place.ts'
import type { MarkedText } from '#web/marks/marked-text.ts'
import type { BookView, Chapter } from './book-view.ts'

/** The visible state of a book. */
export interface ViewState extends Place {
  pages: number
  /** The printed name of the page, such as 'iv', if the file has one. */
  label: string | null
  /** Of pages: the zoom as it is stored (a fit, 'text:' with a factor, or a scale) and in percent. */
  zoom?: { value: string; percent: number }
}

export type ViewerState = { step: 'opening' | 'failed' } | ({ step: 'open' } & ViewState)

/** The reader followed a link or went to a match of the search. */
export interface Jump {
  from: number
  to: number
  isMatch: boolean
}

/** An open book, whatever its format is: what bar, line, drawer and address know of it. */
export interface OpenedBook {
  view: BookView
  /** The book as marks know it. */
  marks: MarkedText
  pageCount: number
  /** The printed name of a page, or else its number. */
  pageName: (page: number) => string
  /** The page with this printed name or number. */
  pageNamed: (name: string) => number
  /** The chapters: none if the book has no outline or a damaged one. Read once. */
  outline: () => Promise<Chapter[]>
  /** How long a page of this book takes on average; undefined if it has no text. */
  minutesPerPage: () => Promise<number | undefined>
  /** Whether the book is read from right to left. */
  isRtl: () => Promise<boolean>
  /** Calls `onJump` before each jump, until the returned function is called. */
  followJumps: (onJump: (jump: Jump) => void) => () => void
}

export interface OpenOptions {
  bookId: string
  source: string | File
  /** The place that the book most likely opens at, as far as this browser knows. */
  likelyPlace: Place | undefined
  signal: AbortSignal
  onChange: (state: ViewState) => void
  /** The book can not be shown any longer: the server does not send the rest of the file. */
  onFailed: () => void
}

/** About 220 words, as most people read prose. */
export const CHARACTERS_PER_MINUTE = 1250
