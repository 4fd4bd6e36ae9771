import type { PlacedGlyph } from './join-lines.ts'
import { type ReadGlyph, RTL } from './logical-order.ts'

/** Gaps in parts of the size. A wider one is a blank, also where the file has none. */
const WORD_GAP = 0.18
/** What is a blank for the file or for PDFium, is one only where it can be seen. */
const BLANK_GAP = 0.05
/** The letters of Arabic and Hebrew are measured by their shapes, which leave gaps beside them. */
const RTL_WORD_GAP = 0.25
const RTL_BLANK_GAP = 0.15
/** Han and kana have gaps between them in justified lines. */
const UNSPACED_GAP = 0.6
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u
const COMBINING = /^\p{M}/u
/** Ligatures and shapes of letters that stand for the letters themselves. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc]/g

/** A word of a line, and where it begins and ends along the text of the page, in points. */
export interface Word {
  text: string
  start: number
  end: number
}

/** The words of a line of that size on that baseline, in the order in which they are read. */
export const wordsOfLine = (glyphs: ReadGlyph[], size: number, up: number): Word[] => {
  const words: Word[] = []
  for (const [at, read] of glyphs.entries()) {
    const { start, end } = read.glyph
    const text = shiftedDigit(read, size, up)
    const [before, last] = [glyphs[at - 1], words.at(-1)]
    if (!before || !last || isApart(before, read)) words.push({ text, start, end })
    else {
      last.text += text
      last.start = Math.min(last.start, start)
      last.end = Math.max(last.end, end)
    }
  }
  const plain = (text: string) => text.replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))
  return words.map((word) => ({ ...word, text: plain(word.text).trim() })).filter(({ text }) => text !== '')
}

const isApart = (before: ReadGlyph, { glyph, gap }: ReadGlyph): boolean => {
  if (COMBINING.test(glyph.text) || isCluster(before.glyph, glyph)) return false
  const size = Math.max(before.glyph.size, glyph.size)
  const isOtherWord = before.glyph.word !== glyph.word
  const letters = [before, { glyph }].filter((one) => RTL.test(one.glyph.text)).length
  if (letters === 2) return gap > size * (isOtherWord ? RTL_BLANK_GAP : RTL_WORD_GAP)
  if (letters === 1) return gap > size * (isOtherWord ? RTL_BLANK_GAP : WORD_GAP)
  if (glyph.followsBlank && before.glyph.index < glyph.index) return true
  if (UNSPACED.test(before.glyph.text) && UNSPACED.test(glyph.text)) return gap > size * UNSPACED_GAP
  return gap > size * (isOtherWord ? BLANK_GAP : WORD_GAP)
}

/** Whether both are drawn by one shape. */
const isCluster = (one: PlacedGlyph, other: PlacedGlyph) =>
  Math.abs(one.index - other.index) === 1 && (one.index < other.index ? other : one).sharesOrigin

const RAISED_DIGITS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const LOWERED_DIGITS = [...'₀₁₂₃₄₅₆₇₈₉']
const DIGIT = /^[0-9]$/
const SMALL = 0.9
const RAISED = 0.18
const LOWERED = -0.08

/** Small digits above or below the baseline are marks of notes, powers and indexes, and no part of the word or number before them. */
const shiftedDigit = ({ glyph }: ReadGlyph, size: number, up: number): string => {
  if (!DIGIT.test(glyph.text) || glyph.size > size * SMALL) return glyph.text
  const shift = (glyph.up - up) / size
  const digits = shift > RAISED ? RAISED_DIGITS : shift < LOWERED ? LOWERED_DIGITS : undefined
  return digits?.[Number(glyph.text)] ?? glyph.text
}

export const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
