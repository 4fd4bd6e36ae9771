import type { MarkdownCell, MarkdownTable } from './markdown-tables.ts'

const COLUMNS = /^ {0,3}-{2,}(?: +-{2,})+ *$/
const ONE_COLUMN = /^ {0,3}-{3,} *$/
const MAX_CELLS = 20_000
/** Lines of a head. */
const MAX_HEAD = 20

/**
 * A table whose columns stand below lines of `-`: its rows are lines, or, between lines of `-` as wide as the table, parted by blank
 * ones. `lineOf` returns a line by its distance from the first one. Undefined where there is none.
 */
export const readRuledTable = (lineOf: (at: number) => string | undefined): MarkdownTable | undefined => {
  const first = lineOf(0) ?? ''
  const isFramed = ONE_COLUMN.test(first)
  let ruleAt = isFramed ? 1 : 0
  if (isFramed) while (ruleAt < MAX_HEAD && isWords(lineOf(ruleAt)) && !COLUMNS.test(lineOf(ruleAt) ?? '')) ruleAt += 1
  else if (!COLUMNS.test(first)) ruleAt = 1
  const rule = lineOf(ruleAt) ?? ''
  if (!COLUMNS.test(rule) || (ruleAt === 1 && first.trim() === '')) return undefined
  const columns = [...rule.matchAll(/-+/g)].map(({ index, 0: dashes }): [number, number] => [
    index,
    index + dashes.length,
  ])
  const isHeadless = ruleAt === 0
  const isEnd = (line: string) => (isHeadless ? COLUMNS.test(line) : ONE_COLUMN.test(line))
  const isTall = isFramed || (isHeadless && hasBlankBefore(lineOf, isEnd))
  const rows: string[][][] = []
  let at = ruleAt + 1
  let isNew = true
  for (; ; at += 1) {
    const line = lineOf(at)
    if (line === undefined || isEnd(line) || rows.length * columns.length > MAX_CELLS) break
    if (line.trim() === '') {
      if (!isTall) break
      isNew = true
      continue
    }
    if (isNew || !isTall) rows.push(columns.map(() => []))
    isNew = false
    cellsOf(line, columns).forEach((cell, column) => rows.at(-1)?.[column]?.push(cell))
  }
  const isClosed = isEnd(lineOf(at) ?? '')
  if (rows.length === 0 || (!isClosed && (isFramed || isHeadless))) return undefined
  const headLines = Array.from(
    { length: isHeadless ? 0 : ruleAt - (isFramed ? 1 : 0) },
    (_, line) => lineOf(line + (isFramed ? 1 : 0)) ?? '',
  )
  if (!isHeadless && headLines.length === 0 && !isFramed) return undefined
  const head = columns.map((_, column) => headLines.map((line) => cellsOf(line, columns)[column] ?? ''))
  const toCell = (lines: string[]): MarkdownCell => ({ lines, columns: 1, rows: 1 })
  return {
    head: headLines.length > 0 ? [head.map(toCell)] : [],
    body: rows.map((row) => row.map(toCell)),
    aligned: columns.map(([from, to]) => sideOf(headLines[0] ?? lineOf(ruleAt + 1) ?? '', from, to)),
    height: at + (isClosed ? 1 : 0),
  }
}

const isWords = (line: string | undefined) => line !== undefined && line.trim() !== ''

const hasBlankBefore = (lineOf: (at: number) => string | undefined, isEnd: (line: string) => boolean): boolean => {
  let hasBlank = false
  for (let at = 1; ; at += 1) {
    const line = lineOf(at)
    if (line === undefined) return false
    if (isEnd(line)) return hasBlank
    if (line.trim() === '') {
      if (!isWords(lineOf(at + 1))) return false
      hasBlank = true
    }
  }
}

/** A column reaches to the next one. */
const cellsOf = (line: string, columns: readonly [number, number][]): string[] =>
  columns.map(([from], at) => line.slice(at === 0 ? 0 : from, columns[at + 1]?.[0]).trim())

/** Words that end with their line but do not begin with it are at its right. */
const sideOf = (line: string, from: number, to: number): string => {
  const [begins, ends] = [
    line[from] !== ' ' && line[from] !== undefined,
    line[to - 1] !== ' ' && line[to - 1] !== undefined,
  ]
  if (begins) return ''
  return ends ? 'right' : 'center'
}
