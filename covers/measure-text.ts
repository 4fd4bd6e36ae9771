import { ARABIC, ARABIC_WIDTHS, JAPANESE, LETTERS, LETTER_WIDTHS, MISSING } from './advance-widths.ts'
import { FACES } from './faces.ts'
import type { Face } from './faces.ts'

const placesOf = (characters: string) => new Map([...characters].map((character, at) => [character, at]))

const letters = placesOf(LETTERS)
const arabic = placesOf(ARABIC)
const missing = new Set(MISSING)

/** The character ranges of the bits in JAPANESE, in order. */
const JAPANESE_RANGES = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xff00, 0xffef],
] as const

let bits: Uint8Array | undefined

const inJapaneseFont = (codePoint: number): boolean => {
  bits ??= Uint8Array.from(atob(JAPANESE), (byte) => byte.charCodeAt(0))
  let before = 0
  for (const [from, to] of JAPANESE_RANGES) {
    const bit = before + codePoint - from
    if (codePoint >= from && codePoint <= to) return (((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
    before += to - from + 1
  }
  return false
}

const HALF_WIDTH = /[\uff61-\uffdc]/

const baseOf = (character: string): string => character.normalize('NFD')[0] ?? character

const placeOf = (character: string): number | undefined => letters.get(character) ?? letters.get(baseOf(character))

/** Whether the cover's fonts have a glyph for a character. */
export const isDrawn = (character: string): boolean =>
  arabic.has(character) ||
  character === '\u200c' ||
  (placeOf(character) !== undefined && !missing.has(character)) ||
  inJapaneseFont(character.codePointAt(0) ?? 0)

const coded = (digits: string, at: number): number => parseInt(digits.slice(at, at + 2), 36)

const widthOf = (character: string, next: string, face: Face): number => {
  const letter = arabic.get(character)
  if (letter !== undefined) return coded(ARABIC_WIDTHS[face], letter * 4 + (arabic.has(next) ? 2 : 0))
  const place = placeOf(character)
  if (place !== undefined) return coded(LETTER_WIDTHS[face], place * 2)
  if (character === '\u200c') return 0
  return HALF_WIDTH.test(character) ? 500 : 1000
}

const RTL = /[\u0600-\u06ff]/
const JAPANESE_LETTER = /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/

export const isArabic = (text: string): boolean => RTL.test(text)

export const isJapanese = (text: string): boolean => JAPANESE_LETTER.test(text)

/** The width of a text in ems, without kerning, which mostly makes it narrower. */
export const widthInEms = (text: string, face: Face): number => {
  const characters = [...text]
  const tracking = isArabic(text) ? 0 : FACES[face].tracking * characters.length
  return (
    characters.reduce((sum, character, at) => sum + widthOf(character, characters[at + 1] ?? '', face), 0) / 1000 +
    tracking
  )
}
