import type { ReactNode } from 'react'
import type { Place } from '#contract/shapes/place.ts'
import type { MarkedText } from '#web/marks/marked-text.ts'
import type { Room } from '#web/session/room.ts'
import type { BookView, Chapter } from './book-view.ts'

/** The visible state of a book. */
export interface ViewState extends Place {
  pages: number
  /** The printed name of the page, such as 'iv', if the file has one. */
  label: string | null
  /** Whether any page of the book has a name that is more than digits. */
  hasNames: boolean
  /** The zoom of a book of pages, as it is stored (a fit, 'text:' with a factor, or a scale) and in percent. */
  zoom?: { value: string; percent: number }
}

export type ViewerState = { step: 'opening' | 'failed' } | ({ step: 'open' } & ViewState)

/** The reader followed a link or went to a match of the search. */
export interface Jump {
  from: number
  to: number
  isMatch: boolean
}

/** How pages are shown, and only they: fit, zoom and rotation, each remembered for the book. */
export interface PageSettings {
  zoomStep: (direction: 1 | -1) => void
  setZoom: (zoom: string) => void
  /** Fits the text, or the width if the text is fitted already. */
  toggleTextFit: () => void
  rotate: () => void
}

/** How a book is shown now, and what is told of what fingers do in it. */
export interface LayerProps {
  isPaged: boolean
  isDouble: boolean
  isRtl: boolean
  room: Room
  /** A tap that turns no page. */
  onTap: () => void
  /** The reader reads on by touch. */
  onReadOn: () => void
}

/** An open book, whatever its format is: what the reader with its bar, line, drawer and address knows of it. */
export interface OpenedBook {
  view: BookView
  /** Pages, or text that flows. Of a fixed layout there is nothing to set. */
  shows: 'pages' | 'flow' | 'fixed'
  /** How it looks, what fingers and keys do there, and what it shows over itself. */
  layer: (props: LayerProps) => ReactNode
  /** The book as marks know it. */
  marks: MarkedText
  pageCount: number
  /** The printed name of a page, or else its number. */
  pageName: (page: number) => string
  /** The page with this printed name or number; undefined without one. */
  pageNamed: (name: string) => number | undefined
  /** The chapters: none if the book has no outline or a damaged one. Read once. */
  outline: () => Promise<Chapter[]>
  /** How long a page of this book takes on average; undefined if it has no text. */
  minutesPerPage: () => Promise<number | undefined>
  /** Whether the book is read from right to left. */
  isRtl: () => Promise<boolean>
  /** Calls `onJump` before each jump, until the returned function is called. */
  followJumps: (onJump: (jump: Jump) => void) => () => void
  /** The settings of a book of pages. */
  settings?: PageSettings
  /** Draws a page of a book of pages in this width. */
  drawPage?: (canvas: HTMLCanvasElement, page: number, width: number) => Promise<void>
  /** The size of most letters of a page of a book of pages, in pixels of the screen; undefined if it has few. */
  letterSize?: (page: number) => Promise<number | undefined>
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
