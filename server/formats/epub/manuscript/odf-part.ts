import type { Block } from './flow.ts'
import type { Gathered } from './gathered.ts'
import type { ManuscriptFinding } from './manuscript-findings.ts'
import type { Piece } from './manuscript.ts'
import type { createOutline, OdfLists } from './odf-lists.ts'
import type { OdfStyles } from './odf-styles.ts'
import type { OdfNode } from './odf-xml.ts'
import type { StyleRole } from './word-styles.ts'

/** An OpenDocument file, while it is read. */
export interface OdfPart extends Gathered {
  styles: OdfStyles
  lists: OdfLists
  outline: ReturnType<typeof createOutline>
  notes: Map<string, Piece[]>
  place: string
  /** Nothing but the title and its like stands before. */
  isFront: boolean
  last: StyleRole['kind'] | undefined
  areIndented: boolean
  /** The `src` of a picture, of a file in the archive or of bytes in the text, if it can be shown. */
  pictureOf: (target: string, bytes?: Buffer) => string | undefined
  /** The content of an embedded object. */
  objectOf: (target: string) => OdfNode | undefined
  readBlocks: (nodes: OdfNode['children'], part: OdfPart) => Block[]
}

export const tellOf = (part: OdfPart, kind: ManuscriptFinding) => part.findings.count(kind, part.place)
