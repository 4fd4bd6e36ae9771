import { attributeOf, elementsOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'

interface PlacedCell {
  cell: XmlNode
  x: number
  y: number
  /** The columns and rows that it has. */
  across: number
  down: number
}

const MAX_SPAN = 100

/** Gives the cells of a table their places, as HTML does; where two would lie over each other, the later one has fewer columns. */
export const placeCells = (table: XmlNode): { columns: number; cells: PlacedCell[] } => {
  const cells: PlacedCell[] = []
  let y = 0
  for (const rows of groupsOf(table)) {
    /** For each column the rows that what is above still takes. */
    let taken: number[] = []
    for (const [at, row] of rows.entries()) {
      const own = elementsOf(row).filter(({ name }) => name === 'td' || name === 'th')
      // A row of nothing would be a gap.
      if (own.length === 0 && !taken.some((left) => left > 0)) continue
      const left = rows.length - at
      const next = taken.map((count) => Math.max(0, count - 1))
      let x = 0
      for (const cell of own) {
        while ((taken[x] ?? 0) > 0) x += 1
        let across = 1
        while (across < spanOf(cell, 'colspan') && (taken[x + across] ?? 0) === 0) across += 1
        const down = attributeOf(cell, 'rowspan') === '0' ? left : Math.min(left, spanOf(cell, 'rowspan'))
        cells.push({ cell, x, y, across, down })
        for (let column = x; column < x + across; column += 1) next[column] = down - 1
        x += across
      }
      taken = Array.from(next, (count = 0) => count)
      y += 1
    }
  }
  return withoutEmptyColumns(cells)
}

/** Cells across a whole table often say more columns than there are. */
const withoutEmptyColumns = (cells: PlacedCell[]) => {
  const begins = [...new Set(cells.map(({ x }) => x))].toSorted((one, other) => one - other)
  const numbers = new Map(begins.map((x, at) => [x, at]))
  const columnAt = (x: number): number => numbers.get(x) ?? begins.findLastIndex((begin) => begin < x) + 1
  return {
    columns: begins.length,
    cells: cells.map((one) => {
      const x = columnAt(one.x)
      return { ...one, x, across: columnAt(one.x + one.across) - x }
    }),
  }
}

/** The rows of a table that spans of rows do not leave. Its foot is the last, which older EPUBs write before its body. */
const groupsOf = (table: XmlNode): XmlNode[][] => {
  const groups: XmlNode[][] = []
  const feet: XmlNode[][] = []
  let loose: XmlNode[] | undefined
  for (const child of elementsOf(table)) {
    if (child.name === 'tr') {
      if (loose === undefined) groups.push((loose = []))
      loose.push(child)
    } else if (/^(?:thead|tbody|tfoot)$/.test(child.name)) {
      loose = undefined
      const into = child.name === 'tfoot' ? feet : groups
      into.push(elementsOf(child).filter(({ name }) => name === 'tr'))
    }
  }
  return [...groups, ...feet]
}

const spanOf = (cell: XmlNode, name: string): number => {
  const span = Number(attributeOf(cell, name) ?? 1)
  return Number.isInteger(span) && span >= 1 && span <= MAX_SPAN ? span : 1
}
