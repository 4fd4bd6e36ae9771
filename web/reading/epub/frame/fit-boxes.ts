import type { Sheet } from './sheet.ts'
import type { Columns } from './book-rules.ts'
import { fitLists } from './fit-lists.ts'
import { columnOf, type Fault, type IsOutside, outsideOf, SLACK_PX } from './outside-of.ts'
import { addWord, type ReaderWord, takeWords } from './reader-words.ts'
import { showWholeDrawings } from './show-whole-drawings.ts'
import { elementsStyled } from './style-rules.ts'

/** A column of a table has room for a short word. */
const CELL_EM = 3

const WORDS: ReaderWord[] = ['flow', 'narrow', 'block', 'table', 'scroll', 'spread', 'unindented', 'inside']

/** A shorter text is no paragraph. */
const SQUEEZED_LETTERS = 12
/** Lines of fewer letters are hardly read, in letters of the text. */
const SQUEEZED_EM = 5.5

/**
 * Puts every box of the text on its screen: one that is longer than a column and does not break is made one that does, or
 * scrolls; one that is wider is made as wide as the column. The boxes are measured once; again only after a change.
 */
export const fitBoxes = (columns: Columns, sheets: readonly Sheet[]) => {
  for (const box of document.querySelectorAll(`[data-reader~='scroll']`)) box.removeAttribute('tabindex')
  takeWords(WORDS)
  showWholeDrawings()
  const isOutside = outsideOf(columns)
  unindent(isOutside, columns.axis, sheets)
  let isChanged = false
  for (const fit of [asText, asBlock, asScrolled]) {
    const outside = faults(isOutside, columns)
    if (outside.length === 0) break
    isChanged = true
    for (const [element, fault] of outside) fit(element, fault)
  }
  if (isChanged) unindent(isOutside, columns.axis, sheets)
  scrollFormulas(isOutside)
  fitLists(isOutside, columns.axis)
}

/** A formula that is longer or higher than its column is moved within it, also by keys. */
const scrollFormulas = (isOutside: IsOutside) => {
  for (const formula of document.querySelectorAll('math')) {
    if (isInScrolled(formula)) continue
    const isLong = [...formula.getClientRects()].some((box) => isOutside(box) === 'long')
    if (!isLong && formula.scrollWidth <= formula.clientWidth + SLACK_PX) continue
    addWord(formula, 'scroll')
    formula.tabIndex = 0
  }
}

/** A first line that hangs out of its paragraph hangs within the column. */
const unindent = (isOutside: IsOutside, axis: Columns['axis'], sheets: readonly Sheet[]) => {
  const hanging = elementsStyled(sheets, ({ textIndent }) => textIndent.includes('-') || textIndent.includes('var('))
  for (const element of document.querySelectorAll('[style*="text-indent"]')) hanging.add(element)
  const outside = [...hanging].filter((element) =>
    [element, ...element.querySelectorAll('p, div, li, dd, dt, blockquote, h1, h2, h3, h4, h5, h6')].some((block) => {
      const box = firstLine(block, axis)
      return box && isOutside(box, block.getClientRects()[0]) === 'wide'
    }),
  )
  for (const element of outside) addWord(element, 'unindented')
}

const firstLine = (block: Element, axis: Columns['axis']): DOMRect | undefined => {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = (text.nodeValue ?? '').search(/\S/)
    if (at < 0) continue
    const range = document.createRange()
    // The first letters of a line are at its end where it runs the other way.
    range.setStart(text, at)
    range.setEndAfter(text)
    return lineOf([...range.getClientRects()], axis)
  }
  return undefined
}

/** The first line of a text in its boxes, of which words and numbers of two directions have several in a line. */
const lineOf = (boxes: DOMRect[], axis: Columns['axis']): DOMRect | undefined => {
  const [first] = boxes
  if (!first) return undefined
  const isBeside = ({ left, right, top, bottom }: DOMRect) =>
    axis === 'x' ? top < first.bottom && bottom > first.top : left < first.right && right > first.left
  const end = boxes.findIndex((box) => !isBeside(box))
  const line = boxes.slice(0, end < 0 ? undefined : end)
  const [left, top] = [Math.min(...line.map((box) => box.left)), Math.min(...line.map((box) => box.top))]
  const [right, bottom] = [Math.max(...line.map((box) => box.right)), Math.max(...line.map((box) => box.bottom))]
  return new DOMRect(left, top, right - left, bottom - top)
}

/** Elements of the text that are outside of their columns, outer ones first. */
const faults = (isOutside: IsOutside, columns: Columns): [HTMLElement, Fault][] => {
  const found: [HTMLElement, Fault][] = []
  const isAstray = astrayIn(columns)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!(element instanceof HTMLElement)) continue
    if (isOverfull(element) && !isInScrolled(element)) {
      found.push([element, 'wide'])
      continue
    }
    for (const box of element.getClientRects()) {
      const fault = isOutside(box) ?? (isAstray(element, box) ? 'wide' : undefined)
      if (!fault || isInScrolled(element) || (fault === 'thin' && !isSqueezed(element, box))) continue
      found.push([element, fault])
      break
    }
  }
  return found
}

/** Whether a cell, or a row or grid of boxes, holds more than it has room for, which may lie over other text. */
const isOverfull = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth + SLACK_PX && (isCell(element) || /flex|grid/.test(displayOf(element)))

/** Firefox 115 makes a row that goes on over several columns too short for its text, which lies over what comes next. */
const cutsRows = () => CSS.supports('-moz-orient', 'inline') && !CSS.supports('content-visibility', 'auto')

/** Whether a box of a row is in a column in which the row is not, where it may lie over other text. */
const astrayIn = (columns: Columns) => {
  const known = new Map<Element, Set<number>>()
  const isCut = cutsRows()
  const columnsOf = (element: Element) => {
    const found = known.get(element) ?? new Set([...element.getClientRects()].map((box) => columnOf(box, columns)))
    known.set(element, found)
    return found
  }
  return (element: Element, box: DOMRect): boolean => {
    const { parentElement: parent } = element
    if (!parent || parent === document.body) return false
    const ofParent = columnsOf(parent)
    const isAstray = ofParent.size > 0 && !ofParent.has(columnOf(box, columns))
    return (isAstray || (isCut && ofParent.size > 1)) && /flex|grid/.test(displayOf(parent))
  }
}

/** A paragraph, not a word, which may be as narrow as it is; a cell if its lines have no room for words. */
const isSqueezed = (element: HTMLElement, { width, height }: DOMRect) => {
  if ((element.textContent ?? '').trim().length < SQUEEZED_LETTERS) return false
  const { display, fontSize, writingMode } = getComputedStyle(element)
  if (!SQUEEZABLE.has(display)) return false
  const ofLines = writingMode.startsWith('vertical') ? height : width
  const length = isTurned(element) ? ofLines : Math.min(width, height)
  return length < (isCell(element) ? CELL_EM : SQUEEZED_EM) * Number.parseFloat(fontSize)
}
const SQUEEZABLE = new Set(['block', 'list-item', 'flow-root', 'inline-block', 'table-cell', 'flex', 'grid'])

const isCell = (element: Element) => element.matches('td, th')

const isInScrolled = (element: Element) => element.closest(`[data-reader~='scroll']`) !== null

const displayOf = (element: Element) => getComputedStyle(element).display

/** The outermost box around an element, or it itself, whose lines run in another direction than those of the chapter. */
const turnedBox = (element: HTMLElement): HTMLElement | undefined => {
  let turned: HTMLElement | undefined
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement)
    if (isTurned(at)) turned = at
  return turned
}

const isTurned = (element: Element) =>
  getComputedStyle(element).writingMode !== getComputedStyle(document.body).writingMode

const asText = (element: HTMLElement, fault: Fault) => {
  if (fault === 'thin') return spread(element)
  const turned = turnedBox(element)
  if (turned) return addWord(turned, 'block')
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

/** Takes the margins beside a paragraph, and beside the boxes around it; and it out of a row of boxes. */
const spread = (element: HTMLElement) => {
  if (isCell(element)) return addWord(tableOf(element) ?? element, 'narrow')
  const { parentElement: parent } = element
  if (displayOf(element) === 'table-cell') addWord(element, 'block')
  if (parent && parent !== document.body && /flex|grid/.test(displayOf(parent))) addWord(parent, 'block')
  for (let at: Element | null = element; at && at !== document.body && !isCell(at); at = at.parentElement)
    addWord(at, 'spread')
}

const asBlock = (element: HTMLElement, fault: Fault) => {
  if (fault === 'thin') return spread(element)
  if (tableOf(element)) return fault === 'wide' ? asScrolled(element) : addWord(element, 'flow')
  const parent = element.parentElement
  for (const one of [element, parent]) {
    if (!one || one === document.body || tableOf(one)) continue
    const display = displayOf(one)
    if (one === element || /flex|grid/.test(display)) addWord(one, display === 'list-item' ? 'flow' : 'block')
  }
  if (fault === 'long') return addWord(element, 'flow')
  addWord(element, 'narrow')
  // Its padding alone may be wider than the column.
  spread(element)
}

/** It is moved within its screen, also by keys. */
const asScrolled = (element: HTMLElement, fault: Fault = 'wide') => {
  if (fault === 'thin') return
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
