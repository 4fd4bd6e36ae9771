import { DETAIL_FIELDS } from '#contract/shapes/detail-fields.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import type { ExportedBook } from '#server/exporting/export-format.ts'

/** The words of a book that are one text each, by the names of the columns of a table. */
export const TEXTS = [
  'title',
  'description',
  'genre',
  ...DETAIL_FIELDS.filter((field) => field !== 'tags'),
  'rights',
] as const

/** What is said of a book, before the library has checked it. `genre` may be any word for one. */
export type Words = Partial<Record<(typeof TEXTS)[number], string>> & {
  /** The first one is the author of the book, the others are co-authors. */
  authors?: string[]
  tags?: string[]
}

/** A book of a source. Its paths are below the folder of the source. */
export interface SourceBook {
  /** By which the report names it. */
  name: string
  /** The same book in one or more formats: the first one that the library takes is used. */
  files: string[]
  /** A picture. */
  cover?: string | undefined
  /** What a person has written for this import: a mistake in it is told. */
  said: Words
  /** What a catalogue knows of it: what the library doesn't take is left out. */
  known: Words
  /** What a catalogue knows of it that the library has no field for. */
  left?: readonly LeftField[]
  /** What an export of this product says besides. */
  moved?: MovedBook | undefined
}

export interface LeftField {
  field: 'publisher' | 'rating' | 'language' | 'identifier' | 'column'
  value: string
  /** The name of a column. */
  name?: string
}

/** A book that moves here from another site. */
export interface MovedBook {
  /** The id of the export. */
  exportId: string
  /** The path of its folder. */
  folder: string
  genre: Genre | undefined
  described: ExportedBook
  /** The SHA-256 of a file in its folder, in hex; undefined if the export doesn't name it. */
  sumOf: (path: string) => string | undefined
}

/** What can't be imported, with a sentence that says why. */
export interface LeftOut {
  name: string
  reason: string
}

/** Where books come from. Nothing in it is changed. */
export interface ImportSource {
  /** Such as 'a folder'. */
  kind: string
  /** Its folder, without links. */
  root: string
  books: SourceBook[]
  refused: LeftOut[]
  /** Files that are no books. */
  otherFiles: number
  /** Removes what was loaded of it, once all of it is imported. */
  discard?: () => Promise<void>
}

/** Why something of a source is left out; of the whole source, why nothing can begin. */
export class SourceError extends Error {
  override name = 'SourceError'
}
