/**
 * Generates covers/advance-widths.ts from the fonts. Run it after a font package changes.
 * node scripts/measure-advance-widths.ts
 */
import { writeFile } from 'node:fs/promises'
import { FACES } from '#covers/faces.ts'
import type { Face } from '#covers/faces.ts'
import { openCoverFonts } from '#server/cover-rendering/cover-fonts.ts'

type Range = readonly [from: number, to: number]

const LETTERS: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1e00, 0x1fff],
  [0x2010, 0x205e],
  [0x20a0, 0x20c0],
  [0x2113, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
]
const ARABIC: Range[] = [
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x63a],
  [0x640, 0x652],
  [0x660, 0x66d],
  [0x670, 0x6d3],
  [0x6d5, 0x6d5],
  [0x6f0, 0x6f9],
]
/** The order of these ranges is the order of the bits, as in covers/measure-text.ts. */
const JAPANESE: Range[] = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xff00, 0xffef],
]

const faces = Object.keys(FACES) as Face[]
const charactersOf = (ranges: Range[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
const coded = (width: number) => Math.min(1295, Math.round(width)).toString(36).padStart(2, '0')

const letters = charactersOf(LETTERS).filter((character) => /[^\p{C}\p{M}]/u.test(character))
const arabic = charactersOf(ARABIC)
const japanese = charactersOf(JAPANESE)
const pick = await openCoverFonts([...letters, ...arabic].join(''))
const pickJapanese = await openCoverFonts(japanese.join(''))

const widthOf = (text: string, character: string, face: Face) => {
  const font = pick(character, face)
  return font ? (font.layout(text).advanceWidth * 1000) / font.unitsPerEm : undefined
}

const baseOf = (character: string) => character.normalize('NFD').replace(/\p{M}/gu, '')
const differs = (character: string) =>
  faces.some(
    (face) =>
      Math.abs(
        (widthOf(character, character, face) ?? 0) - (widthOf(baseOf(character), baseOf(character), face) ?? -9),
      ) > 3,
  )

const drawn = letters.filter((character) => faces.every((face) => pick(character, face)))
const missing = letters.filter((character) => !drawn.includes(character) && drawn.includes(baseOf(character)))
const listed = drawn.filter((character) => baseOf(character) === character || differs(character))
const joined = arabic.filter((character) => pick(character, 'book'))

/** The wider of a letter's two forms: joined to the previous letter or not. */
const joinedWidth = (letter: string, face: Face, after: string) =>
  Math.max(...['', '\u200d'].map((before) => widthOf(before + letter + after, letter, face) ?? 0))

const bits = new Uint8Array(Math.ceil(japanese.length / 8))
japanese.forEach((character, at) => {
  if (pickJapanese(character, 'book')) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
})

const table = (row: (face: Face) => string) => faces.map((face) => `  ${face}: '${row(face)}',`).join('\n')

await writeFile(
  new URL('../covers/advance-widths.ts', import.meta.url),
  `// Written by scripts/measure-advance-widths.ts: change that, not this.
import type { Face } from './faces.ts'

/** What the Latin, Greek and Cyrillic fonts draw; an accented letter that is as wide as its base is left out. */
export const LETTERS = ${JSON.stringify(listed.join(''))}

/** Letters with accents that no font has, although their base is there. */
export const MISSING = ${JSON.stringify(missing.join(''))}

/** Thousandths of an em, two digits to base 36 a letter. */
export const LETTER_WIDTHS: Record<Face, string> = {
${table((face) => listed.map((character) => coded(widthOf(character, character, face) ?? 0)).join(''))}
}

export const ARABIC = ${JSON.stringify(joined.join(''))}

/** Four digits a letter: its width when it isn't joined to the next letter, and when it is. */
export const ARABIC_WIDTHS: Record<Face, string> = {
${table((face) => joined.map((letter) => coded(joinedWidth(letter, face, '')) + coded(joinedWidth(letter, face, '\u200d'))).join(''))}
}

/** A bit for each character from U+3000 to U+30FF, U+4E00 to U+9FFF and U+FF00 to U+FFEF that Noto Serif JP draws, in base 64. */
export const JAPANESE = '${Buffer.from(bits).toString('base64')}'
`,
)
console.log(
  `${listed.length} letters, ${missing.length} missing, ${joined.length} Arabic, ${japanese.length} Japanese asked`,
)
