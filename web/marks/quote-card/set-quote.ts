import { RTL } from '#contract/shapes/page-reading.ts'
import { segmentsOf } from '#web/marks/segments.ts'

/** The width of a text in pixels at a size. */
type Measure = (text: string, size: number) => number

interface Box {
  width: number
  height: number
  max: number
  min: number
  /** Between baselines, in sizes. */
  lead: number
}

interface SetQuote {
  lines: string[]
  size: number
}

/** Whether a text is written from the right, by its first letter. */
export const isRightToLeft = (text: string): boolean => RTL.test(/\p{L}/u.exec(text)?.[0] ?? '')

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** What begins no line, and what ends none. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}ーゝゞ々]+$/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/** A piece of text that is not broken; `gap` is a space before it. */
interface Piece {
  text: string
  gap: boolean
}

const piecesOf = (text: string): Piece[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((word) => (UNSPACED.test(word) ? unspaced(word) : [{ text: word, gap: true }]))

const unspaced = (word: string): Piece[] => {
  const pieces: Piece[] = []
  for (const { segment } of segmentsOf(word, 'word')) {
    const last = pieces.at(-1)
    if (last && (CLOSING.test(segment) || OPENING.test(last.text))) last.text += segment
    else pieces.push({ text: segment, gap: !last })
  }
  return pieces
}

const join = (pieces: readonly Piece[]) =>
  pieces.reduce((line, { text, gap }, at) => (at > 0 && gap ? `${line} ${text}` : line + text), '')

const chopped = ({ text, gap }: Piece, fits: (text: string) => boolean): Piece[] => {
  if (fits(text)) return [{ text, gap }]
  const parts: Piece[] = []
  for (const { segment } of segmentsOf(text, 'grapheme')) {
    const last = parts.at(-1)
    if (last && fits(last.text + segment)) last.text += segment
    else parts.push({ text: segment, gap: gap && !last })
  }
  return parts
}

const linesOf = (pieces: readonly Piece[], fits: (text: string) => boolean): Piece[][] => {
  const lines: Piece[][] = []
  for (const piece of pieces.flatMap((one) => chopped(one, fits))) {
    const line = lines.at(-1)
    if (line && fits(join([...line, piece]))) line.push(piece)
    else lines.push([piece])
  }
  return lines
}

/** Sets a quote in the largest size that fits in the box; at the smallest it is cut at a word, with an ellipsis. */
export const setQuote = (quote: string, measure: Measure, { width, height, max, min, lead }: Box): SetQuote => {
  const pieces = piecesOf(quote)
  for (let size = max; ; size -= 2) {
    const at = Math.max(size, min)
    const fits = (text: string) => measure(text, at) <= width
    const room = Math.max(1, Math.floor(height / (at * lead)))
    const lines = linesOf(pieces, fits)
    if (lines.length <= room) return { lines: lines.map(join), size: at }
    if (at > min) continue
    const last = lines[room - 1] ?? []
    while (last.length > 1 && !fits(ended(join(last)))) last.pop()
    return { lines: [...lines.slice(0, room - 1).map(join), ended(join(last))], size: at }
  }
}

const ended = (text: string) => `${text.replace(/[\s\p{Po}\p{Pd}…]+$/u, '')}…`

/** The first characters of a quote, cut at a word, with an ellipsis; the quote itself if it is no longer. */
export const cutQuote = (quote: string, max: number): string => {
  if (segmentsOf(quote, 'grapheme').length <= max) return quote
  let kept = ''
  let count = 0
  for (const piece of piecesOf(quote)) {
    const added = (kept && piece.gap ? ' ' : '') + piece.text
    count += segmentsOf(added, 'grapheme').length
    if (count >= max) break
    kept += added
  }
  return ended(kept)
}
