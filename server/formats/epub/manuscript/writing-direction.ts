import { textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { withAttribute } from './content.ts'
import type { Piece } from './manuscript.ts'

export type Direction = 'ltr' | 'rtl'

const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTER = /\p{L}/gu

/** The direction of most letters. */
export const directionOfText = (text: string): Direction => {
  const rtl = text.match(RTL_LETTER)?.length ?? 0
  return rtl > 0 && rtl > (text.match(LETTER)?.length ?? 0) / 2 ? 'rtl' : 'ltr'
}

/** Undefined for a text without letters, which takes the direction of what is around it. */
export const firstDirection = (text: string): Direction | undefined => {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return letter === undefined ? undefined : directionOfText(letter)
}

const DIRECTED = /^(?:p|pre|code|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|th|td|blockquote)$/

/** Says the direction of blocks and of code that run against what is around them. */
export const directBlocks = (piece: Piece, around: Direction): Piece => {
  if (typeof piece === 'string') return piece
  const own = DIRECTED.test(piece.name) ? firstDirection(textOf(piece)) : undefined
  const direction = own ?? around
  const directed: XmlNode = { ...piece, children: piece.children.map((child) => directBlocks(child, direction)) }
  return direction === around ? directed : withAttribute(directed, 'dir', direction)
}

const LANGUAGES: [letters: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
]
/** Japanese is written with Chinese letters as well. */
const MIN_SHARE = 0.15

/** The language of a text in letters that one language alone uses; empty for others. */
export const languageOfLetters = (text: string): string => {
  const all = text.match(LETTER)?.length ?? 0
  return LANGUAGES.find(([letters]) => (text.match(letters)?.length ?? 0) > all * MIN_SHARE)?.[1] ?? ''
}
