import type { Block } from './flow.ts'
import type { Gathered } from './gathered.ts'
import type { Link } from './inline.ts'
import type { ManuscriptFinding } from './manuscript-findings.ts'
import type { CountedField } from './word-counts.ts'
import type { Field, FieldPart } from './word-fields.ts'
import type { Numbering } from './word-numbering.ts'
import type { StyleRole, Styles } from './word-styles.ts'
import type { WordNode } from './word-xml.ts'

/** A file that a part of a Word file refers to. */
export interface Relationship {
  target: string
  isExternal: boolean
  isLink: boolean
}

/** What is gathered from all parts of a Word file. */
export interface WordGathering extends Gathered {
  styles: Styles
  numbering: Numbering
  /** What a number in the text shows, which counts on. */
  count: (field: CountedField) => FieldPart[]
  /** Such as `w:footnote 1`. */
  notes: ReadonlySet<string>
  /** Most paragraphs begin with blanks, which then are no indentation of verse. */
  areIndented: boolean
  /** The paragraphs of a table of contents that have no style of their own. */
  contents: ReadonlySet<WordNode>
  /** The words between the ends of a bookmark, on one line. */
  wordsOfMark: (name: string) => string
  /** What a diagram says, by its path; undefined where that can't be read. */
  diagramOf: (path: string) => WordNode | undefined
  /** The `src` of a picture in a part, if it can be shown. */
  pictureOf: (target: string) => string | undefined
}

/** A field that has begun and not ended. */
export interface OpenField {
  instruction: string
  /** Known once its instruction has ended. */
  field?: Field
  link?: Link | undefined
  showsText: boolean
  /** It begins in hidden text. */
  isHidden: boolean
}

/** A part of a Word file, while it is read. */
export interface WordPart {
  gathering: WordGathering
  relationships: ReadonlyMap<string, Relationship>
  /** The heading above what is read. */
  place: string
  /** Nothing but the title and its like stands before. */
  isFront: boolean
  /** What the paragraph before is, if it has words. */
  last: StyleRole['kind'] | undefined
  fields: OpenField[]
  /** The list that the paragraph is in whose number counts its own. */
  listed?: { list: string; level: number } | undefined
  /** Where sections begin, in their order, and how many have ended. */
  sections: readonly string[]
  sectionsEnded: number
  /** The mark that the note which is read begins with. */
  ownMark?: string | undefined
  readBlocks: (nodes: WordNode['children'], part: WordPart) => Block[]
}

export const tell = ({ gathering, place }: WordPart, kind: ManuscriptFinding) => gathering.findings.count(kind, place)
