import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element } from './content.ts'
import type { Piece } from './manuscript.ts'

export interface TableCell {
  columns: number
  rows: number
  content: Piece[]
}

export interface TableRow {
  cells: TableCell[]
  isHeader: boolean
}

/** Writes a table, whose first rows are its head as far as they say so. */
export const writeTable = (rows: readonly TableRow[]): XmlNode => {
  const bodyAt = rows.findIndex(({ isHeader }) => !isHeader)
  const headers = bodyAt < 0 ? rows : rows.slice(0, bodyAt)
  const write = (name: 'th' | 'td') => (row: TableRow) =>
    element(
      'tr',
      {},
      row.cells.map((cell) =>
        element(name, { colspan: spanOf(cell.columns), rowspan: spanOf(cell.rows) }, cell.content),
      ),
    )
  const body = rows.slice(headers.length)
  // A cell of a head ends with it, so one that reaches below stands in rows without one.
  const reachesBelow = headers.some(({ cells }, at) => cells.some((cell) => at + cell.rows > headers.length))
  if (headers.length === 0 || reachesBelow)
    return element('table', {}, [...headers.map(write('th')), ...body.map(write('td'))])
  return element('table', {}, [
    element('thead', {}, headers.map(write('th'))),
    ...(body.length === 0 ? [] : [element('tbody', {}, body.map(write('td')))]),
  ])
}

const spanOf = (count: number) => (count > 1 ? String(count) : undefined)
