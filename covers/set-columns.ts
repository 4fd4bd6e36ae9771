import type { Face } from './faces.ts'
import { isJapanese, widthInEms } from './measure-text.ts'
import type { Sheet } from './sheet.ts'
import { moved, turned } from './shapes.ts'
import type { Svg } from './shapes.ts'

type Columns = { right: number; top: number; height: number; width: number; max: number; fill: string; face: Face }

const PITCH = 1.08
const GUTTER = 1.16
const TURNED = /[ー〜～…―‥（）「」『』【】〈〉《》［］｛｝：；＝−－|]/
const HANGING = /[、。，．]/
const SMALL_KANA = /[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/
const NO_END = /[「『（【〈《]/
const NO_START = /[、。，．ー」』】〉》）！？・ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々：；…]/

/** The content of one cell of a column: a character, or a rotated Latin word. */
const cellsOf = (text: string): string[] =>
  text.match(/[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]|[^\s\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+/gu) ?? []

const isUpright = (cell: string) => isJapanese(cell)

const lengthOf = (cell: string, face: Face) => (isUpright(cell) ? PITCH : widthInEms(cell, face) + 0.2)

const columnsOf = (cells: string[], ems: number, face: Face): string[][] => {
  const columns: string[][] = [[]]
  let used = 0
  for (const cell of cells) {
    const length = lengthOf(cell, face)
    if (used && used + length > ems && !NO_START.test(cell)) {
      columns.push(NO_END.test(columns.at(-1)?.at(-1) ?? '') ? (columns.at(-1)?.splice(-1) ?? []) : [])
      used = lengthOfColumn(columns.at(-1) ?? [], face)
    }
    columns.at(-1)?.push(cell)
    used += length
  }
  return columns
}

const lengthOfColumn = (cells: string[], face: Face) => cells.reduce((sum, cell) => sum + lengthOf(cell, face), 0)

const arranged = (cells: string[], { width, height, max, face }: Columns) => {
  for (let size = max; size > 6; size -= 0.5) {
    const ems = height / size
    const count = columnsOf(cells, ems, face).length
    const even = Math.max(lengthOfColumn(cells, face) / count, Math.min(ems, 3))
    for (let target = even; target <= ems + 0.01; target += 0.25) {
      const columns = columnsOf(cells, Math.min(target, ems), face)
      const fits = columns.length <= count && columns.every((column) => lengthOfColumn(column, face) <= ems)
      if (fits && (columns.length - 1) * GUTTER * size + size <= width) return { columns, size }
    }
  }
  const ems = height / 6
  return { columns: columnsOf(cells, ems, face).slice(0, Math.max(1, Math.floor(width / (6 * GUTTER)))), size: 6 }
}

/** Sets Japanese vertically, columns from right to left, with rotated marks, hanging stops and offset small kana. */
export const setColumns = (sheet: Sheet, text: string, place: Columns): Svg => {
  const { right, top, fill, face } = place
  const { columns, size } = arranged(cellsOf(text), place)
  const line = { size, face, fill, rtl: false } as const
  const setCell = (cell: string, x: number, y: number): Svg => {
    if (!isUpright(cell))
      return moved(
        x,
        y,
        turned(90, sheet.setText({ ...line, text: cell, x: size * 0.1, y: size * 0.34, anchor: 'start' }), 0, 0),
      )
    const centre = y + size * PITCH * 0.5
    if (TURNED.test(cell))
      return moved(
        x,
        centre,
        turned(90, sheet.setText({ ...line, text: cell, x: 0, y: size * 0.38, anchor: 'middle' }), 0, 0),
      )
    const [across, up] = HANGING.test(cell) ? [0.58, 0.58] : SMALL_KANA.test(cell) ? [0.1, 0.1] : [0, 0]
    return sheet.setText({
      ...line,
      text: cell,
      x: x + size * across,
      y: centre + size * (0.38 - up),
      anchor: 'middle',
    })
  }
  return columns
    .map((cells, at) => {
      const x = right - size / 2 - at * size * GUTTER
      let y = top
      return cells
        .map((cell) => {
          const svg = setCell(cell, x, y)
          y += lengthOf(cell, face) * size
          return svg
        })
        .join('')
    })
    .join('')
}
