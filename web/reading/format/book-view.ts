import type { Place } from '#contract/shapes/place.ts'
import type { BookSearch } from './book-search.ts'

/** A place, and the words there. */
export interface Passage extends Place {
  quote: string
}

/** An entry of the outline, at the page where it begins, or where the first chapter of its group does. */
export interface Chapter extends Place {
  title: string
  /** The nesting level, from 0. */
  depth: number
  /** Where on the page, as the format says it. Undefined for the heading of a group, which leads nowhere itself. */
  destination: string | unknown[] | undefined
}

/** Words in a block of a page's text: its number there, and from where to where in it they are. */
export interface Words {
  block?: number
  start: number
  end: number
  text: string
}

/** What is spoken in place of a part of a text, which may be empty. */
export interface SpokenChange {
  start: number
  end: number
  /** None are spoken where it is empty. */
  words: string
  /** Whether only who wishes hears it, such as the description of a picture. */
  isDescription: boolean
}

/** A part of a recording, in seconds; no end is that of the recording. */
export interface Clip {
  path: string
  begin: number
  end: number | null
}

/** Words that a person reads aloud. */
export interface NarratedWords extends Words {
  clip: Clip
}

/** Words in a frame, whose ranges can not be had. */
export interface SpokenInFrame {
  /** Marks words, and turns the page to them if `isFollowed`; none without them. */
  mark: (page: number, words: Words | undefined, isFollowed: boolean) => void
  /** Whether the words are on the screen. */
  isOnScreen: (page: number, words: Words) => boolean
  /** Where the selected words begin: their page, and the position in its text. */
  selected: () => { page: number; position: number } | undefined
}

/**
 * What shows a book: its pages, or its text. Bar, keys, position, address, search and voice know a book through this
 * alone, so that another format is another implementation.
 */
export interface BookView {
  /** What scrolls, and has the focus. */
  container: HTMLElement
  place: () => Place
  /** To the place, or to the words there where it has them. */
  goTo: (place: Place | Passage) => void
  /** As `goTo`, with an entry in the history where the reader can return to. */
  jumpTo: (place: Place) => void
  goToChapter: (chapter: Chapter) => void
  goBy: (pages: number) => void
  /** Some lines down or up. */
  scroll: (pixels: number) => void
  /** A screen down or up; in paged mode the next page after the last screen of one. */
  turn: (direction: 1 | -1) => void
  /** Whether what is shown is wider than the window, where the browser scrolls sideways. */
  isWide: () => boolean
  /** Makes what is read larger or smaller. */
  resize: (direction: 1 | -1) => void
  selected: () => Passage | undefined
  /** Where the reader is, for a report: the selected words, or the first ones on the screen. */
  reported: () => Promise<Place | Passage>
  /** Calls `onChange` when other words are selected, or the view has the selection no longer. */
  followSelection: (onChange: () => void) => () => void
  /** Undefined where the browser's own search finds all of it. */
  search: BookSearch | undefined
  /** The text of a page, block by block, also if it is not drawn. */
  textOf: (page: number) => Promise<string[]>
  /** What is spoken otherwise than it is written, by positions in the text of a page, whose lines are blocks. */
  spokenChanges?: (page: number) => Promise<SpokenChange[]>
  /** The recordings of a book that a person reads aloud, in all of it or in some chapters. */
  narration?: {
    /** The words of a page that are read, by positions in its text; none where nobody reads it. */
    wordsOf: (page: number) => Promise<NarratedWords[]>
    recording: (path: string) => Promise<Blob | undefined>
  }
  /** Where words are shown. Undefined until they are drawn, and in a frame, which shows them itself. */
  rangeOf: (page: number, words: Words) => Range | undefined
  /** Marks what is spoken in a book that is shown in a frame. */
  inFrame?: SpokenInFrame
}
