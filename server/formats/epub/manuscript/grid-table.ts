import type { MarkdownCell, MarkdownTable } from './markdown-tables.ts'

const BORDER = /^\+(?:[-=:]+\+)+\s*$/
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u
const MAX_COLUMNS = 100

/** The signs of a line by the columns of a screen, where some letters take two and marks none. */
const columnsOf = (line: string): string[] => {
  const columns: string[] = []
  for (const sign of line) {
    if (/\p{M}|\u200D|\u200C/u.test(sign) && columns.length > 0) {
      columns[columns.length - 1] += sign
      continue
    }
    columns.push(sign)
    if (WIDE.test(sign)) columns.push('')
  }
  return columns
}

/**
 * A table that is drawn with `+`, `-` and `|`, whose cells may span rows and columns. A line of `=` parts its head, or its foot, from
 * its body. `lineOf` returns a line by its distance from the first one. Undefined where there is none.
 */
export const readGrid = (lineOf: (at: number) => string | undefined): MarkdownTable | undefined => {
  if (!BORDER.test(lineOf(0) ?? '')) return undefined
  const lines: string[] = []
  for (let line = lineOf(0); line !== undefined && /^[+|]/.test(line); line = lineOf(lines.length))
    lines.push(line.trimEnd())
  while (lines.length > 1 && !BORDER.test(lines.at(-1) ?? '')) lines.pop()
  if (lines.length < 3) return undefined
  const grid = lines.map(columnsOf)
  const isRuled = (row: number, from: number, to: number) => {
    for (let at = from + 1; at < to; at += 1) if (!/^[-=:+]$/.test(grid[row]?.[at] ?? '')) return false
    return to > from + 1
  }
  const across = [
    ...new Set(grid.flatMap((line, row) => (isBorderLine(lines[row] ?? '') ? crossings(line) : []))),
  ].toSorted((one, other) => one - other)
  if (across.length < 2 || across.length > MAX_COLUMNS) return undefined
  const down = grid.flatMap((_, row) => {
    const hasRule =
      isBorderLine(lines[row] ?? '') &&
      across.some((from, at) => at + 1 < across.length && isRuled(row, from, across[at + 1] ?? 0))
    return hasRule ? [row] : []
  })
  const [wide, high] = [across.length - 1, down.length - 1]
  /** Whether a line stands at the right of a cell in all lines of its row. */
  const isClosed = (row: number, column: number) => {
    for (let at = (down[row] ?? 0) + 1; at < (down[row + 1] ?? 0); at += 1)
      if (!/^[|+]$/.test(grid[at]?.[across[column + 1] ?? 0] ?? '')) return false
    return true
  }
  const hasFloor = (row: number, from: number, to: number) => {
    for (let at = from; at <= to; at += 1)
      if (isRuled(down[row + 1] ?? 0, across[at] ?? 0, across[at + 1] ?? 0)) return true
    return false
  }
  const taken = new Set<string>()
  const rows: MarkdownCell[][] = []
  for (let row = 0; row < high; row += 1) {
    const cells: MarkdownCell[] = []
    for (let column = 0; column < wide; column += 1) {
      if (taken.has(`${row} ${column}`)) continue
      let [lastColumn, lastRow] = [column, row]
      while (lastColumn + 1 < wide && !isClosed(row, lastColumn) && !taken.has(`${row} ${lastColumn + 1}`))
        lastColumn += 1
      while (lastRow + 1 < high && !hasFloor(lastRow, column, lastColumn)) lastRow += 1
      for (let at = row; at <= lastRow; at += 1)
        for (let beside = column; beside <= lastColumn; beside += 1) taken.add(`${at} ${beside}`)
      const content = grid.slice((down[row] ?? 0) + 1, down[lastRow + 1]).map((line) =>
        line
          .slice((across[column] ?? 0) + 1, across[lastColumn + 1])
          .join('')
          .trimEnd(),
      )
      cells.push({ lines: dedent(content), columns: lastColumn - column + 1, rows: lastRow - row + 1 })
    }
    rows.push(cells)
  }
  const headEnd = down.findIndex((row, at) => at > 0 && at < high && /=/.test(lines[row] ?? ''))
  const ruled = lines[headEnd > 0 ? (down[headEnd] ?? 0) : 0] ?? ''
  return {
    head: headEnd > 0 ? rows.slice(0, headEnd) : [],
    body: headEnd > 0 ? rows.slice(headEnd) : rows,
    aligned: across.slice(0, -1).map((from, at) =>
      sideOf(
        columnsOf(ruled)
          .slice(from + 1, across[at + 1])
          .join(''),
      ),
    ),
    height: lines.length,
  }
}

const isBorderLine = (line: string) => /[-=]\+|\+[-=:]/.test(line)

const crossings = (line: readonly string[]): number[] =>
  line.flatMap((sign, at) =>
    sign === '+' && (at === 0 || /^[-=:|]$/.test(line[at - 1] ?? '') || /^[-=:]$/.test(line[at + 1] ?? '')) ? [at] : [],
  )

const sideOf = (rule: string): string => {
  if (!rule.endsWith(':')) return ''
  return rule.startsWith(':') ? 'center' : 'right'
}

/** Without the blanks that all lines begin with. */
const dedent = (lines: string[]): string[] => {
  const blanks = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const least = blanks.length === 0 ? 0 : Math.min(...blanks)
  return lines.map((line) => line.slice(least))
}
