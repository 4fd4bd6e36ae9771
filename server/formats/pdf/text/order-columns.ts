import type { JoinedLine } from './join-lines.ts'
import { UNSPACED } from './measure-text.ts'

/** So many rows of two texts beside each other make columns. */
const ROWS = 5
/** Lines of a text fill their column; the cells of a table seldom do. */
const FULL = 0.7
const FULL_SHARE = 0.6
/** Numbers and names, which may all be as long, have fewer words and are shorter, in parts of the size. */
const WORDS = 3
const WIDTH = 10
/** Verse of scripts without blanks has lines of so many characters. */
const UNSPACED_LENGTH = 5

interface Row {
  lines: JoinedLine[]
}

/** What is free between the columns of all rows so far. */
interface Gutter {
  from: number
  to: number
}

/**
 * Lines of two columns that a file draws row by row, over both columns, in the order in which they are read: each column from
 * top to bottom. Lines that go over both columns divide them.
 */
export const orderColumns = (lines: JoinedLine[]): JoinedLine[] => {
  const ordered: JoinedLine[] = []
  let rows: Row[] = []
  let gutter: Gutter | undefined
  const flush = () => {
    ordered.push(...readColumns(rows, gutter))
    rows = []
    gutter = undefined
  }
  for (const row of toRows(lines)) {
    if (!isBeside(rows, gutter, row)) flush()
    rows.push(row)
    gutter = gutterWith(gutter, row)
  }
  flush()
  return ordered
}

const toRows = (lines: JoinedLine[]): Row[] => {
  const rows: Row[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    const last = row?.lines.at(-1)
    if (row && last && Math.abs(last.up - line.up) < line.size / 2 && line.start > last.end) row.lines.push(line)
    else rows.push({ lines: [line] })
  }
  return rows
}

/** Whether a row keeps the gap between the columns of those before it free. */
const isBeside = (rows: Row[], gutter: Gutter | undefined, row: Row) => {
  if (!isFree(gutter)) return rows.length === 0 || (rows.at(-1)?.lines.length === 2) === (row.lines.length === 2)
  return row.lines.length <= 2 && row.lines.every(({ start, end }) => end < gutter.to || start > gutter.from)
}

const gutterWith = (gutter: Gutter | undefined, { lines }: Row): Gutter | undefined => {
  const [left, right, ...others] = lines
  if (!left || !right || others.length > 0) return gutter
  return { from: Math.max(left.end, gutter?.from ?? -Infinity), to: Math.min(right.start, gutter?.to ?? Infinity) }
}

const isFree = (gutter: Gutter | undefined): gutter is Gutter => gutter !== undefined && gutter.from < gutter.to

const readColumns = (rows: Row[], gutter: Gutter | undefined): JoinedLine[] => {
  const lines = rows.flatMap((row) => row.lines)
  if (!isFree(gutter) || rows.filter((row) => row.lines.length === 2).length < ROWS) return lines
  const left = lines.filter(({ end }) => end < gutter.to)
  const right = lines.filter((line) => !left.includes(line))
  if (![left, right].every(isText)) return lines
  return right.some(({ isRtl }) => isRtl) ? [...right, ...left] : [...left, ...right]
}

const isText = (column: JoinedLine[]) => {
  const width = Math.max(...column.map(({ end }) => end)) - Math.min(...column.map(({ start }) => start))
  const full = column.filter(({ start, end }) => end - start > width * FULL)
  return full.length > column.length * FULL_SHARE && column.filter(isOfText).length > column.length / 2
}

const isOfText = ({ start, end, size, words, text }: JoinedLine) =>
  words.length >= WORDS || end - start >= size * WIDTH || (UNSPACED.test(text) && text.length >= UNSPACED_LENGTH)
