import type { Box, Line, PageLines } from './page-lines.ts'

/** What the pages of a book have in common. */
export interface TextColumn {
  /** The box of the body text on odd and on even pages. */
  odd: Box
  even: Box
  /** The texts of running heads and feet, with # for numbers. */
  repeated: string[]
  charactersPerPage: number
  isRtl: boolean
}

/** Running heads and feet are among this many first and last lines. */
const EDGE_LINES = 2
/** And in this share of the page, at its top or bottom. */
const EDGE_SHARE = 1 / 6
/** A text at the edge of this many sampled pages is a running head. */
const MIN_REPEATS = 3
/** A head is apart from the text by this many times its height. */
const APART = 0.8
/** The share of pages on either side whose text may reach out of the column. */
const OUTLIERS = 0.25
/** The first page is a cover or a title, and shown whole, if it has less than this share of the usual text. */
const TITLE_SHARE = 0.35
/** A narrower column, as of a page with one word, is widened to this share of the page. */
const MIN_WIDTH_SHARE = 0.4
const PAGE_NUMBER = /^[\s\p{Pd}.·|()[\]]*(?:\p{Nd}{1,4}|[ivxlc]{1,7})[\s\p{Pd}.·|()[\]]*$/iu

/** Finds the text column in a sample of pages, by page number; undefined if they have no text. */
export const findTextColumn = (sample: ReadonlyMap<number, PageLines>): TextColumn | undefined => {
  const repeated = repeatedTexts([...sample.values()])
  const bodies = [...sample].flatMap(([number, page]) => {
    const lines = bodyOf(page, repeated)
    const box = around(lines)
    return box ? [{ number, box, characters: charactersOf(lines), isRtl: isMostlyRtl(lines) }] : []
  })
  if (bodies.length === 0) return undefined
  const usual = median(bodies.map(({ characters }) => characters))
  // Pages with little text, such as titles, don't show how wide the column is.
  const full = bodies.filter(({ characters }) => characters >= usual / 2)
  const least = median([...sample.values()].map(({ width }) => width)) * MIN_WIDTH_SHARE
  const ofParity = (parity: number) => {
    const own = full.filter(({ number }) => number % 2 === parity)
    return widened(commonBox((own.length > 1 ? own : full).map(({ box }) => box)), least)
  }
  return {
    odd: ofParity(1),
    even: ofParity(0),
    repeated: [...repeated],
    charactersPerPage: Math.round(bodies.reduce((sum, { characters }) => sum + characters, 0) / sample.size),
    isRtl: bodies.filter(({ isRtl }) => isRtl).length > bodies.length / 2,
  }
}

/** The part of a page that is shown: its column, and all text of its own but running heads and page numbers. */
export const textBoxOf = (number: number, page: PageLines, column: TextColumn): Box => {
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height }
  const lines = bodyOf(page, new Set(column.repeated))
  const own = around(lines)
  const isTitle = number === 1 && charactersOf(lines) < column.charactersPerPage * TITLE_SHARE
  if (!own || isTitle) return whole
  return inside(whole, union(own, number % 2 === 1 ? column.odd : column.even))
}

export const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

const inside = (page: Box, box: Box): Box => ({
  left: Math.max(page.left, box.left),
  top: Math.max(page.top, box.top),
  right: Math.min(page.right, box.right),
  bottom: Math.min(page.bottom, box.bottom),
})

const around = (lines: Line[]): Box | undefined => (lines.length > 0 ? lines.reduce<Box>(union, lines[0]!) : undefined)

/** The text of a line without its numbers, so that 'Chapter 3 · 41' repeats 'Chapter 3 · 42'. */
const patternOf = ({ text }: Line) => text.replace(/\p{Nd}+/gu, '#').replace(/\s+/g, ' ')

const edgesOf = ({ lines, height }: PageLines) => [
  ...lines.slice(0, EDGE_LINES).filter(({ bottom }) => bottom < height * EDGE_SHARE),
  ...lines.slice(-EDGE_LINES).filter(({ top }) => top > height * (1 - EDGE_SHARE)),
]

const repeatedTexts = (pages: PageLines[]) => {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const pattern of new Set(edgesOf(page).map(patternOf))) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= MIN_REPEATS).map(([pattern]) => pattern))
}

/** The lines without running heads, running feet and page numbers. */
const bodyOf = (page: PageLines, repeated: ReadonlySet<string>): Line[] => {
  const edges = edgesOf(page)
  const isRunning = (line: Line) => PAGE_NUMBER.test(line.text) || repeated.has(patternOf(line)) || isApart(line, page)
  const running = new Set(edges.filter(isRunning))
  return page.lines.filter((line) => !running.has(line))
}

/** A head that changes with the chapter: the first or last line, farther from the text than its lines from each other. */
const isApart = (line: Line, { lines }: PageLines) => {
  const isFirst = lines[0] === line
  const neighbour = isFirst ? lines[1] : lines.at(-2)
  if (!neighbour || (!isFirst && lines.at(-1) !== line)) return false
  const gap = isFirst ? neighbour.top - line.bottom : line.top - neighbour.bottom
  return gap > (line.bottom - line.top) * APART
}

const charactersOf = (lines: Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0)

const isMostlyRtl = (lines: Line[]) => charactersOf(lines.filter(({ isRtl }) => isRtl)) > charactersOf(lines) / 2

const commonBox = (boxes: Box[]): Box => ({
  left: quantile(
    boxes.map(({ left }) => left),
    OUTLIERS,
  ),
  top: quantile(
    boxes.map(({ top }) => top),
    OUTLIERS,
  ),
  right: quantile(
    boxes.map(({ right }) => right),
    1 - OUTLIERS,
  ),
  bottom: quantile(
    boxes.map(({ bottom }) => bottom),
    1 - OUTLIERS,
  ),
})

const widened = (box: Box, width: number): Box => {
  const spare = Math.max((width - (box.right - box.left)) / 2, 0)
  return { ...box, left: box.left - spare, right: box.right + spare }
}

const median = (values: number[]) => quantile(values, 0.5)

const quantile = (values: number[], share: number) =>
  values.sort((one, other) => one - other)[Math.round((values.length - 1) * share)] ?? 0
