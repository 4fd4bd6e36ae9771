import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import type { Piece } from './manuscript.ts'
import { settleLanguages } from './text-language.ts'

/** The class of code that is such by its letters alone. */
export const TYPED = 'typed'

const isTyped = (piece: XmlNode) => piece.name === 'code' && attributeOf(piece, 'class') === TYPED

const typedIn = (piece: Piece): number => {
  if (typeof piece === 'string') return 0
  return isTyped(piece) ? textOf(piece).length : lengthOf(piece.children, typedIn)
}

const lengthOf = (pieces: readonly Piece[], of: (piece: Piece) => number): number =>
  pieces.reduce((sum, piece) => sum + of(piece), 0)

const withoutTyped = (piece: Piece): Piece[] => {
  if (typeof piece === 'string') return [piece]
  const children = piece.children.flatMap(withoutTyped)
  return isTyped(piece) ? children : [{ ...piece, children }]
}

/** A book about programs may hold much code. */
const TYPEWRITTEN = 0.8

/**
 * Settles what is known once all of a text is read: its language, and whether most of it is in the letters of a typewriter,
 * which then are no code.
 */
export const settleText = (
  content: Piece[],
  { notes, language }: { notes: ReadonlyMap<string, Piece[]>; language: string | undefined },
) => {
  const all = lengthOf(content, (piece) => (typeof piece === 'string' ? piece : textOf(piece)).length)
  const isTypewritten = lengthOf(content, typedIn) > all * TYPEWRITTEN
  const settle = (pieces: Piece[]) => settleLanguages(isTypewritten ? pieces.flatMap(withoutTyped) : pieces, language)
  return { parts: [settle(content)], notes: new Map([...notes].map(([id, note]) => [id, settle(note)])) }
}
