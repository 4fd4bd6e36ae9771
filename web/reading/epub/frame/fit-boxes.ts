import type { Columns } from './book-rules.ts'
import { addWord, type ReaderWord, takeWords } from './reader-words.ts'

/** A fraction of a pixel is no reason to change a book. */
const SLACK_PX = 1.5
/** What stands out of its column by less than the room beside it is seen. */
const KEPT_ROOM_PX = 6
/** A column of a table has room for a short word. */
const CELL_EM = 3

const WORDS: ReaderWord[] = ['flow', 'narrow', 'block', 'table', 'scroll', 'unindented']

type Fault = 'long' | 'wide'

/**
 * Puts every box of the text on its screen: one that is longer than a column and does not break is made one that does, or
 * scrolls; one that is wider is made as wide as the column. The boxes are measured once; again only after a change.
 */
export const fitBoxes = (columns: Columns) => {
  for (const box of document.querySelectorAll(`[data-reader~='scroll']`)) box.removeAttribute('tabindex')
  takeWords(WORDS)
  const isOutside = outsideOf(columns)
  for (const fit of [asText, asBlock, asScrolled]) {
    const outside = faults(isOutside)
    if (outside.length === 0) break
    for (const [element, fault] of outside) fit(element, fault)
  }
}

/** Elements of the text that are outside of their columns, outer ones first. */
const faults = (isOutside: (box: DOMRect) => Fault | undefined): [HTMLElement, Fault][] => {
  const found: [HTMLElement, Fault][] = []
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!(element instanceof HTMLElement)) continue
    for (const box of element.getClientRects()) {
      const fault = isOutside(box)
      if (!fault || isInScrolled(element)) continue
      found.push([element, fault])
      break
    }
  }
  return found
}

const isInScrolled = (element: Element) => element.closest(`[data-reader~='scroll']`) !== null

const outsideOf = ({ axis, pitch, start, length, across }: Columns) => {
  const { scrollLeft, scrollTop } = document.documentElement
  const room = Math.max(0, start - KEPT_ROOM_PX)
  return (box: DOMRect): Fault | undefined => {
    if (box.width === 0 && box.height === 0) return undefined
    const [begin, extent, low, depth] =
      axis === 'x'
        ? [box.left + scrollLeft, box.width, box.top, box.height]
        : [box.top + scrollTop, box.height, box.left, box.width]
    // Where it begins in its column, which is that of its middle.
    const middle = begin + Math.min(extent, length) / 2
    const column = Number.isFinite(pitch) ? Math.floor(middle / pitch) * pitch : 0
    const at = begin - column - start
    if (depth > across.length + SLACK_PX) return 'long'
    if (Number.isFinite(across.length) && low + depth > across.start + across.length + across.start) return 'long'
    return at < -room - SLACK_PX || at + extent > length + room + SLACK_PX ? 'wide' : undefined
  }
}

const displayOf = (element: Element) => getComputedStyle(element).display

const asText = (element: HTMLElement, fault: Fault) => {
  if (fault === 'long') {
    addWord(element, 'flow')
    const display = displayOf(element)
    if (display === 'inline-table') addWord(element, 'table')
    else if (display.startsWith('inline-') || display.startsWith('-webkit-')) addWord(element, 'block')
    return
  }
  const table = tableOf(element)
  if (table && hasManyColumns(table)) asScrolled(table)
  else addWord(table ?? element, 'narrow')
}

const asBlock = (element: HTMLElement, fault: Fault) => {
  if (tableOf(element)) return fault === 'wide' ? asScrolled(element) : addWord(element, 'flow')
  const parent = element.parentElement
  for (const one of [element, parent]) {
    if (!one || one === document.body || tableOf(one)) continue
    const display = displayOf(one)
    if (one === element || /flex|grid/.test(display)) addWord(one, display === 'list-item' ? 'flow' : 'block')
  }
  addWord(element, fault === 'long' ? 'flow' : 'narrow')
}

/** It is moved within its screen, also by keys. */
const asScrolled = (element: HTMLElement) => {
  const box = tableOf(element) ?? element
  if (isInScrolled(box)) return
  addWord(box, 'scroll')
  if (box.tabIndex < 0) box.tabIndex = 0
}

const tableOf = (element: Element) => element.closest('table')

const hasManyColumns = (table: HTMLTableElement) => {
  const cells = Math.max(0, ...[...table.rows].map((row) => row.cells.length))
  return cells * CELL_EM * Number.parseFloat(getComputedStyle(table).fontSize) > table.getBoundingClientRect().width
}
