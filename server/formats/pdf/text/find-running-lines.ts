import type { TextLine } from './join-lines.ts'
import { digitOf, isDigit } from './kinds-of-characters.ts'
import type { PageLines } from './read-lines.ts'

/** So many lines at the top and at the bottom of a page may be running heads. */
const EDGE_LINES = 2
/** A running head is on as many pages at the same height. */
const REPEATED = 3
const MANY_PAGES = 6
/** Two pages suffice for numbers that count with them. */
const COUNTED = 2
/** Running heads are no larger than the text, as parts of its size: headings are. */
const LARGEST = 1.12
/** They stand apart from the text by more than its lines from each other. */
const APART = 1.25
const SHORT = 0.7
/** The least share of the pages that have a distance of lines which is taken for a usual one. */
const MOST = 0.4
const SAME_STEP = 0.95
/** If a larger share of a book's characters is marked as artifacts, the marks are not believed. */
const MOST_ARTIFACTS = 0.2
const NUMBER = /\p{Nd}+|(?<![\p{L}\p{N}])[ivxlc]{1,8}(?![\p{L}\p{N}])/giu
const PAGE_NUMBER =
  /^(?:page|p\.|seite|стр\.?|страница|صفحة)?[^\p{L}\p{N}]*(?:\p{Nd}{1,5}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|из)\s*\p{Nd}{1,5})?[^\p{L}\p{N}]*$/iu

interface EdgeLine {
  page: number
  line: TextLine
  isApart: boolean
  /** It is shorter than most lines of its page. */
  isShort: boolean
  /** It is in the size of the text, and as far from the next line as paragraphs are from each other. */
  isText: boolean
  /** Its numbers, less that of the page. */
  offsets: number[]
}

/**
 * What a tagged file says of, heads and feet that are repeated at the same height, and page numbers: lines at the top and bottom of pages, no larger than
 * the text. Those that differ from page to page do so by numbers that count with the pages.
 */
export const findRunningLines = (pages: PageLines[], body: number) => {
  const inner = usualSteps(pages)
  const edges = pages.flatMap(({ lines }, page) => edgeLines(lines, page, body, inner))
  const groups = Map.groupBy(edges, ({ line }) => keyOf(line))
  const running = new Set<TextLine>(artifactsOf(pages))
  for (const group of groups.values())
    for (const edge of group)
      if (isRepeated(edge, group, pages.length) || isCounted(edge, group)) running.add(edge.line)
  // The name of a chapter beside a page number or beside a repeated head.
  for (const { line, page } of edges) {
    const beside = edges.some(
      (other) => other.page === page && running.has(other.line) && Math.abs(other.line.up - line.up) < 2,
    )
    if (beside) running.add(line)
  }
  return (line: TextLine): boolean => running.has(line)
}

/** What a tagged file calls no part of its text above or below the text of its pages, but where it says so of much. */
const artifactsOf = (pages: PageLines[]): TextLine[] => {
  const lengthOf = (lines: TextLine[]) => lines.reduce((total, { text }) => total + text.length, 0)
  const all = pages.flatMap(({ lines }) => lines)
  const artifacts = all.filter(({ isArtifact }) => isArtifact)
  if (artifacts.length === 0 || lengthOf(artifacts) > lengthOf(all) * MOST_ARTIFACTS) return []
  return pages.flatMap(({ lines }) => {
    const heights = lines.filter(({ isArtifact }) => !isArtifact).map(({ up }) => up)
    const [top, bottom] = [Math.max(...heights), Math.min(...heights)]
    return lines.filter(({ isArtifact, up }) => isArtifact && (up > top || up < bottom))
  })
}

/** The distances of lines that most pages have within them, where no running heads are. */
const usualSteps = (pages: PageLines[]): number[] => {
  const onPages = pages.map(({ lines }) => new Set(stepsOf(heightsOf(lines)).slice(EDGE_LINES, -EDGE_LINES)))
  const all = new Set(onPages.flatMap((steps) => [...steps]))
  return [...all].filter((step) => onPages.filter((steps) => steps.has(step)).length >= pages.length * MOST)
}

const keyOf = ({ up, text }: TextLine) => `${Math.round(up / 4)} ${text.replace(NUMBER, '#')}`

const heightsOf = (lines: TextLine[]) =>
  [...new Set(lines.map(({ up }) => Math.round(up)))].sort((one, other) => other - one)

const stepsOf = (heights: number[]) => heights.slice(1).map((height, at) => (heights[at] ?? 0) - height)

const edgeLines = (lines: TextLine[], page: number, body: number, inner: number[]): EdgeLine[] => {
  const heights = heightsOf(lines)
  const steps = stepsOf(heights)
  const leading = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0
  const widest = Math.max(...lines.map(({ start, end }) => end - start))
  const [top, bottom] = [heights.slice(0, EDGE_LINES), heights.slice(-EDGE_LINES)]
  return lines.flatMap((line) => {
    const height = Math.round(line.up)
    if (line.size > body * LARGEST || (!top.includes(height) && !bottom.includes(height))) return []
    const at = heights.indexOf(height)
    // From the lines that are nearer to the middle of the page.
    const step = top.includes(height) ? steps[at] : steps[at - 1]
    const isShort = line.end - line.start < widest * SHORT
    const isText =
      line.size > body / LARGEST && inner.some((other) => step && other > step * SAME_STEP && other * SAME_STEP < step)
    const offsets = [...line.text.matchAll(NUMBER)].map(([number]) => valueOf(number) - page)
    return [{ page, line, isApart: (step ?? Infinity) > leading * APART, isShort, isText, offsets }]
  })
}

/** The same words on several pages; on most of many pages, if they do not stand apart. */
const isRepeated = ({ line, isApart, isShort, isText }: EdgeLine, group: EdgeLine[], pages: number) => {
  const same = group.filter((other) => other.line.text === line.text).length
  const isOnMost = isShort && same > pages / 2
  return same >= REPEATED && (isText ? isApart && isOnMost : isApart || (isOnMost && pages >= MANY_PAGES))
}

/** One of its numbers counts with the pages. */
const isCounted = ({ line, isApart, offsets }: EdgeLine, group: EdgeLine[]) => {
  if (offsets.length === 0) return false
  const counted = group.filter((other) => other.offsets.some((offset, at) => offset === offsets[at])).length
  return counted >= (isApart && PAGE_NUMBER.test(line.text) ? COUNTED : REPEATED)
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

const valueOf = (number: string): number => {
  if (isDigit(number)) return [...number].reduce((total, digit) => total * 10 + digitOf(digit), 0)
  const values = [...number.toLowerCase()].map((letter) => ROMAN[letter] ?? 0)
  return values.reduce((total, value, at) => total + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
