import type { TextLine } from './join-lines.ts'
import type { PageLines } from './read-lines.ts'
import { sidesOf } from './split-columns.ts'

/** Shares of 1: how well the text of a file can be read as text that flows. */
export interface TextMeasure {
  /** Pages with text. */
  pages: number
  /** Characters of which the file says what they are. */
  mapped: number
  /** Characters that are letters in words. */
  words: number
  /** Lines that are below the one before them, or begin a column. */
  order: number
  /** Characters that are in the text: all but running heads and page numbers. */
  kept: number
}

/** A text that falls below one of these is no pleasure to read: a scan, signs without letters, formulas, tables. */
const LEAST: TextMeasure = { pages: 0.5, mapped: 0.95, words: 0.75, order: 0.9, kept: 0.5 }

const LETTERS = /\p{L}/gu
const WORD = /[\p{L}\p{M}’'-]+/gu
/** Letters of scripts that have no spaces between words. */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Chinese and Japanese with their punctuation, and marks beside them that other scripts have too. */
const WIDE = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\u3001-\\u303f\\uff01-\\uff60]'
const SHARED = '[“”‘’—…]{0,3}'
const ENDS = new RegExp(`(?:${UNSPACED.source}|${WIDE}${SHARED})$`, 'u')
const BEGINS = new RegExp(`^(?:${UNSPACED.source}|${SHARED}${WIDE})`, 'u')
const MAX_END = 5

/** Whether no blank stands between a text and the line that goes on with it. */
export const areUnspaced = (text: string, next: string): boolean => ENDS.test(text.slice(-MAX_END)) && BEGINS.test(next)

export const measureText = (pages: PageLines[], blocks: { text: string }[]): TextMeasure => {
  const sum = (of: (page: PageLines) => number) => pages.reduce((total, page) => total + of(page), 0)
  const characters = sum((page) => page.characters)
  const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.max(0, Math.min(1, part / whole)))
  const letters = sum(({ lines }) => lines.reduce((total, { text }) => total + lettersInWords(text), 0))
  const all = sum(({ lines }) => lines.reduce((total, { text }) => total + lengthOf(text), 0))
  const kept = blocks.reduce((total, { text }) => total + lengthOf(text), 0)
  const steps = pages.flatMap(({ lines }) => lines.slice(1).map((line, at) => isInOrder(lines[at], line)))
  return {
    pages: share(
      sum((page) => (page.characters > 0 ? 1 : 0)),
      pages.length,
    ),
    mapped: share(characters - sum((page) => page.unmapped), characters),
    words: share(letters, all),
    kept: share(kept, all),
    order: steps.length === 0 ? 1 : share(steps.filter(Boolean).length, steps.length),
  }
}

export const isPleasant = (measure: TextMeasure): boolean =>
  Object.entries(LEAST).every(([name, least]) => measure[name as keyof TextMeasure] >= least)

/** Without blanks and leaders. */
const lengthOf = (text: string) => text.replace(/[\s.·…_]+/g, '').length

/**
 * Letters of scripts that no word has beside letters of others: a file that has them so tells wrong of its letters. Words of
 * Korean have: particles are written behind Latin and Han letters, as in 'API를'.
 */
const APART = ['Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Greek', 'Cyrillic'].map(
  (script) => new RegExp(`(?=\\p{L})\\p{scx=${script}}`, 'u'),
)
const isOfOneScript = (word: string) =>
  word
    .split(/['’-]/)
    .every(
      (part) =>
        !APART.some(
          (script) => script.test(part) && (part.match(LETTERS) ?? []).some((letter) => !script.test(letter)),
        ),
    )

/** A single letter is seldom a word: letters that are set apart, formulas and tables have many. */
const lettersInWords = (text: string) =>
  (text.match(WORD) ?? []).reduce(
    (total, word) => total + ((word.length > 1 || UNSPACED.test(word)) && isOfOneScript(word) ? word.length : 0),
    0,
  )

const isInOrder = (before: TextLine | undefined, line: TextLine) =>
  !before || line.up < before.up + line.size * 0.6 || sidesOf(line)[0] > sidesOf(before)[0]
