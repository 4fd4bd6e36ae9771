import type { Passage } from './book-view.ts'

/** How far a search is, and which of its matches is shown. */
export interface SearchState {
  /** 'unmarked': the words are on the page that is shown, but in letters that cannot be marked. */
  step: 'idle' | 'searching' | 'found' | 'none' | 'unmarked'
  current: number
  total: number
}

/** A match of the search with the text around it. */
export interface Match {
  page: number
  /** Its place among the matches of its page, from 0. */
  index: number
  before: string
  found: string
  after: string
}

export interface Matches {
  matches: Match[]
  total: number
  current: { page: number; index: number } | undefined
}

/** The search in a whole book: of a text wherever it is, or of any of several words and phrases. */
export interface BookSearch {
  /** With `isHit`, the library has found the words on the page that is shown: the search does not leave it for another. */
  find: (query: string | string[], options?: { again?: boolean; back?: boolean; isHit?: boolean }) => void
  stop: () => void
  /** Calls `onChange` with each change, until the returned function is called. */
  follow: (onChange: (state: SearchState) => void) => () => void
  /** The matches that were found so far. */
  matches: () => Promise<Matches>
  goToMatch: (match: Match) => void
  /** Marks the first match of a passage from its page on. Resolves to whether there is one. */
  show: (passage: Passage) => Promise<boolean>
}
