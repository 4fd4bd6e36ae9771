import type { MobiEntry } from './mobi-contents.ts'

/** A chapter of a book in its HTML, and the style sheets that it names. */
export interface MobiDocument {
  source: string
  styles: readonly string[]
}

/** The value of an attribute of an element by its name; undefined for one that it lacks. */
export type Attributes = (name: string) => string | undefined

/** The text of a book of either kind, and how it names what is in it. */
export interface MobiText {
  documents: MobiDocument[]
  /** Where a link leads: `#` with the id of a place, or an address. */
  linkOf: (attributes: Attributes) => string | undefined
  idOf: (entry: MobiEntry) => string | undefined
  /** The number of the picture that an image shows, from 1. */
  pictureOf: (attributes: Attributes) => number | undefined
  /** The lines of words in the drawing that an image shows. */
  wordsOf: (attributes: Attributes) => readonly string[]
  /** The place of the page with the contents, if a book names one. */
  contentsPage: string | undefined
}
