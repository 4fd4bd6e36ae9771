import type { TextLine } from './join-lines.ts'
import { UNSPACED } from './measure-text.ts'
import { type Column, sidesOf } from './split-columns.ts'

/** The most lines of a stanza; a paragraph of prose may have more. */
const STANZA_LINES = 14
/** The least share of the lines before the last one of a stanza that end where the next word had room. */
const SHARE = 0.7
const CAPITALS = 0.8
const CAPITAL_LINES = 4
const STANZAS = 3
/** The last line of a stanza is longer than this part of its longest one. In prose it is so by chance alone. */
const LONG_LAST = 0.65
const JUSTIFIED = 0.6
const STANZA_GAP = 1.3
/** The least share of the lines of a column of verse that end where the next word had room, up to its right edge. */
const ROOMS = 0.15
const FILLED = 0.75
/** Lines whose right edges differ by less, in points, end at the same place. */
const SAME_END = 0.5
/** In scripts without blanks any letter may begin a line: one that ends before this part of the width ended where it was meant to. */
const UNSPACED_END = 0.5
const SENTENCE_END = /[。.！？!?」』”]$/u
const CASED = /\p{Lu}|\p{Ll}/u
const BEGINS_UPPER = /^[\p{Ps}\p{Pi}"'“‘«—–-]*\p{Lu}/u

/** What is known of a book's text. */
interface Book {
  /** How wide its columns are, in points. */
  width: number
  /** How far the stanzas that were found are set in. */
  insets: Set<number>
}

/**
 * The stanzas of a column: lines that end where their author ended them. Signs of it are room for the next word, capitals where
 * lines begin, and stanzas whose last line is as long as the others.
 */
export const findVerse = (lines: TextLine[], column: Column, { width, insets }: Book): TextLine[][] => {
  const short = toStanzas(lines, column).filter((stanza) => stanza.length > 1 && stanza.length <= STANZA_LINES)
  const last = Math.max(column.last, column.first + width)
  const unspaced = short.filter((stanza) =>
    isShortUnspaced(stanza, column.first + (last - column.first) * UNSPACED_END),
  )
  const stanzas = short.filter((stanza) => !isFilled(stanza) && !unspaced.includes(stanza))
  if (stanzas.length === 0) return unspaced
  const all = short.flat()
  const isJustified = shareOf(all, (line) => Math.abs(sidesOf(line)[1] - column.last) < 1) > JUSTIFIED
  const hasCapitals =
    !isJustified && all.length >= CAPITAL_LINES && shareOf(all, ({ text }) => BEGINS_UPPER.test(text)) >= CAPITALS
  const isEven =
    !isJustified &&
    stanzas.length >= STANZAS &&
    roomsWithin(stanzas, last) >= ROOMS &&
    stanzas.every((stanza) => lengthOf(stanza.at(-1)) > longestOf(stanza) * LONG_LAST)
  const isEarly = (stanza: TextLine[]) =>
    shareOf(stanza.slice(0, -1), (line, at) => hasRoom(line, stanza[at + 1], last)) >= SHARE
  // What is quoted ends early too, but at a margin of its own; stanzas begin where one with room within its own margin does.
  const insetOf = (stanza: TextLine[]) => Math.round(Math.min(...stanza.map((line) => sidesOf(line)[0])) - column.first)
  for (const stanza of stanzas)
    if (isEarly(stanza) && roomsWithin([stanza], reachOf(stanza)) > 0) insets.add(insetOf(stanza))
  const isBesideVerse = (stanza: TextLine[]) => [-1, 0, 1].some((step) => insets.has(insetOf(stanza) + step))
  const spaced = stanzas.filter(
    (stanza) =>
      (isEarly(stanza) && isBesideVerse(stanza)) ||
      (hasCapitals && stanza.every(isCasedOrSign)) ||
      (isEven && !endsInMidWord(stanza)),
  )
  return [...unspaced, ...spaced]
}

/** What is said has a paragraph for each line, which ends with it. Of a narrow column the last line is shorter. */
const isShortUnspaced = (stanza: TextLine[], end: number) =>
  stanza.every((line) => UNSPACED.test(line.text) && sidesOf(line)[1] < end) &&
  !(isFilled(stanza) && lengthOf(stanza.at(-1)) < longestOf(stanza) - SAME_END) &&
  stanza.filter(({ text }) => SENTENCE_END.test(text)).length <= stanza.length / 2

const reachOf = (stanza: TextLine[]) => Math.max(...stanza.map((line) => sidesOf(line)[1]))

/** Justified prose: most lines but the last end at the same place. */
const isFilled = (stanza: TextLine[]) => {
  const filled = stanza.filter((line) => sidesOf(line)[1] > reachOf(stanza) - SAME_END)
  return filled.length > 1 && filled.length >= (stanza.length - 1) * FILLED
}

/** The share of lines but the last ones that end where the next word had room; those of ragged prose hardly do. */
const roomsWithin = (stanzas: TextLine[][], last: number) => {
  const lines = stanzas.flatMap((stanza) => stanza.slice(0, -1).map((line, at) => ({ line, next: stanza[at + 1] })))
  return lines.filter(({ line, next }) => hasRoom(line, next, last)).length / Math.max(1, lines.length)
}

const toStanzas = (lines: TextLine[], { leading }: Column): TextLine[][] => {
  const stanzas: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before && before.up - line.up < leading * STANZA_GAP) stanzas.at(-1)?.push(line)
    else stanzas.push([line])
  }
  return stanzas
}

const shareOf = (lines: TextLine[], is: (line: TextLine, at: number) => boolean) =>
  lines.filter(is).length / Math.max(1, lines.length)

const lengthOf = (line: TextLine | undefined) => (line ? line.end - line.start : 0)

const longestOf = (stanza: TextLine[]) => Math.max(...stanza.map(lengthOf))

const isCasedOrSign = ({ text }: TextLine) => !CASED.test(text) || BEGINS_UPPER.test(text)

const endsInMidWord = (stanza: TextLine[]) => stanza.some(({ isDivided }) => isDivided)

/** Whether the first word of the next line had fitted behind a line. */
export const hasRoom = (line: TextLine, next: TextLine | undefined, last: number): boolean => {
  if (!next || line.isDivided) return false
  const word = next.text.split(' ', 1)[0] ?? ''
  const width = (lengthOf(next) * word.length) / Math.max(1, next.text.length)
  return sidesOf(line)[1] + line.size * 0.4 + width * 1.1 < last
}
