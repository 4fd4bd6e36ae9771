import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element } from './content.ts'
import { toFlow } from './flow.ts'
import { type TableCell, writeTable } from './write-table.ts'
import { tell, type WordPart } from './word-part.ts'
import { childOf, childrenOf, isOn, valueOf, type WordNode } from './word-xml.ts'

const WRAPPERS = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo', 'w:smartTag'])

/** The elements of a name in a node, also in what only stands around them. */
const unwrapped = (node: WordNode, name: string): WordNode[] =>
  childrenOf(node).flatMap((child) => {
    if (child.name === name) return [child]
    return WRAPPERS.has(child.name) ? unwrapped(child, name) : []
  })

/** A few thousand columns are more than any page holds. */
const MAX_COLUMNS = 1000

/** Reads a table. Cells that are merged with the one above make that one taller. */
export const readTable = (table: WordNode, part: WordPart): XmlNode => {
  const above = new Map<number, TableCell>()
  const rows = unwrapped(table, 'w:tr').flatMap((row) => {
    if (childOf(row, 'w:trPr', 'w:del')) {
      tell(part, 'deletion')
      return []
    }
    const cells: TableCell[] = []
    let column = countOf(childOf(row, 'w:trPr', 'w:gridBefore'), 0)
    if (column > 0) cells.push({ columns: column, rows: 1, content: [] })
    for (const node of unwrapped(row, 'w:tc')) {
      const properties = childOf(node, 'w:tcPr')
      const columns = countOf(childOf(properties, 'w:gridSpan'), 1)
      const merge = childOf(properties, 'w:vMerge')
      const content = toFlow(part.readBlocks(node.children, part).map((block) => ({ ...block, startsPage: false })))
      const upper = merge && valueOf(merge) !== 'restart' ? above.get(column) : undefined
      if (upper) {
        upper.rows += 1
        upper.content.push(...content)
      } else {
        const cell = { columns, rows: 1, content }
        cells.push(cell)
        if (merge) above.set(column, cell)
        else above.delete(column)
      }
      column += columns
    }
    cells[0]?.content.unshift(...marksIn(row))
    return [{ cells, isHeader: isOn(childOf(row, 'w:trPr', 'w:tblHeader')) }]
  })
  return writeTable(rows)
}

/** Bookmarks of several cells stand in their row. */
const marksIn = (row: WordNode): XmlNode[] =>
  childrenOf(row).flatMap(({ name, attributes: { 'w:name': id } }) =>
    name === 'w:bookmarkStart' && id !== undefined ? [element('span', { id }, [])] : [],
  )

const countOf = (node: WordNode | undefined, otherwise: number): number => {
  const value = Number(valueOf(node) ?? otherwise)
  return Number.isInteger(value) && value >= otherwise ? Math.min(value, MAX_COLUMNS) : otherwise
}
