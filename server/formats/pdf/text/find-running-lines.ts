import type { PageLines, TextLine } from './read-lines.ts'

/** So many lines at the top and at the bottom of a page may be running heads. */
const EDGE_LINES = 2
/** A running head is on as many pages at the same height. */
const REPEATED = 3
const PAGE_NUMBER =
  /^(?:page|p\.|seite|стр\.?|страница|صفحة)?[^\p{L}\p{N}]*(?:\d{1,5}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|из)\s*\d{1,5})?[^\p{L}\p{N}]*$/iu

/** Heads and feet that are repeated at the same height, alike but for numbers, and page numbers. */
export const findRunningLines = (pages: PageLines[]) => {
  const keyOf = ({ up, text }: TextLine) => `${Math.round(up / 4)} ${text.replace(/\d+/g, '#')}`
  const edges = pages.map(({ lines }) => {
    const heights = [...new Set(lines.map(({ up }) => Math.round(up)))].sort((one, other) => other - one)
    return {
      top: heights[EDGE_LINES - 1] ?? -Infinity,
      bottom: heights.at(-EDGE_LINES) ?? Infinity,
      count: heights.length,
    }
  })
  const isAtEdge = (index: number, { up }: TextLine) => {
    const { top, bottom } = edges[index] ?? { top: Infinity, bottom: -Infinity }
    return Math.round(up) >= top || Math.round(up) <= bottom
  }
  const seen = new Map<string, number>()
  for (const [index, { lines }] of pages.entries())
    for (const line of lines) if (isAtEdge(index, line)) seen.set(keyOf(line), (seen.get(keyOf(line)) ?? 0) + 1)
  const isRepeated = (line: TextLine) => (seen.get(keyOf(line)) ?? 0) >= REPEATED
  return (index: number, line: TextLine): boolean => {
    if (!isAtEdge(index, line)) return false
    const hasNumber = PAGE_NUMBER.test(line.text)
    if (isRepeated(line)) return true
    if (hasNumber && (edges[index]?.count ?? 0) > EDGE_LINES) return isOutermost(pages[index]?.lines ?? [], line)
    // The name of a chapter beside a page number or beside a repeated head.
    return (pages[index]?.lines ?? []).some(
      (other) =>
        other !== line && Math.abs(other.up - line.up) < 2 && (isRepeated(other) || PAGE_NUMBER.test(other.text)),
    )
  }
}

/** No other line is above it, or none is below it. */
const isOutermost = (lines: TextLine[], { up }: TextLine) =>
  lines.every((other) => other.up <= up + 1) || lines.every((other) => other.up >= up - 1)
