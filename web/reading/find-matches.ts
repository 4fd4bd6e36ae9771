import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Pages } from './show-pages.ts'

/** A match of the search with the text around it. */
export interface Match {
  page: number
  /** Its place among the matches of its page, from 0. */
  index: number
  before: string
  found: string
  after: string
}

/** The parts of pdf.js' search that have the matches. */
interface FindController {
  pageMatches: (number[] | undefined)[]
  pageMatchesLength: (number[] | undefined)[]
  selected?: { pageIdx: number; matchIdx: number }
  state: object | null
  _offset: { pageIdx: number | null; matchIdx: number | null }
}

export interface Matches {
  matches: Match[]
  total: number
  current: { page: number; index: number } | undefined
}

/** More matches than this are counted, not listed. */
const MAX_LISTED = 500
const AROUND = 48

const controllerOf = ({ viewer }: Pages) => viewer.findController as unknown as FindController | undefined

/** The matches that were found so far. */
export const findMatches = async (pages: Pages): Promise<Matches> => {
  const { pageMatches = [], pageMatchesLength = [], selected } = controllerOf(pages) ?? {}
  const found = pageMatches.flatMap((starts = [], at) =>
    starts.map((start, index) => ({ page: at + 1, index, start, end: start + (pageMatchesLength[at]?.[index] ?? 0) })),
  )
  const matches = await Promise.all(
    found.slice(0, MAX_LISTED).map(async ({ page, index, start, end }) => ({
      ...{ page, index },
      ...partsOf(await textOf(pages.pdf, page), start, end),
    })),
  )
  const isSelected = selected !== undefined && selected.pageIdx >= 0 && selected.matchIdx >= 0
  const current = isSelected ? { page: selected.pageIdx + 1, index: selected.matchIdx } : undefined
  return { matches, total: found.length, current }
}

/** The text of a page as pdf.js counts its characters for the search: the ends of lines, where a blank belongs, do not count. */
interface PageText {
  text: string
  lineEnds: number[]
}

const texts = new WeakMap<PDFDocumentProxy, Map<number, Promise<PageText>>>()

const textOf = (pdf: PDFDocumentProxy, page: number): Promise<PageText> => {
  const known = texts.get(pdf) ?? new Map<number, Promise<PageText>>()
  texts.set(pdf, known)
  const reading = known.get(page) ?? readText(pdf, page)
  known.set(page, reading)
  reading.catch(() => known.delete(page))
  return reading
}

const readText = async (pdf: PDFDocumentProxy, page: number): Promise<PageText> => {
  const { items } = await (await pdf.getPage(page)).getTextContent({ disableNormalization: true })
  let text = ''
  const lineEnds: number[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    text += item.str
    if (item.hasEOL) lineEnds.push(text.length)
  }
  return { text, lineEnds }
}

const partsOf = (page: PageText, start: number, end: number) => {
  const from = Math.max(start - AROUND, 0)
  const to = Math.min(end + AROUND, page.text.length)
  const before = part(page, from, start)
  const after = part(page, end, to)
  return {
    // From the first and to the last whole word.
    before: from > 0 ? `…${before.slice(before.indexOf(' ') + 1)}` : before,
    found: part(page, start, end).trim(),
    after: to < page.text.length ? `${after.slice(0, after.lastIndexOf(' '))}…` : after,
  }
}

/** A part of the text, with a blank at the end of each line. */
const part = ({ text, lineEnds }: PageText, start: number, end: number) => {
  const cuts = [start, ...lineEnds.filter((at) => at >= start && at < end), end]
  return cuts
    .slice(1)
    .map((cut, i) => text.slice(cuts[i], cut))
    .join(' ')
}

/** Selects a match as if the reader had gone on to it from the one before. */
export const goToMatch = (pages: Pages, { page, index }: Match) => {
  const controller = controllerOf(pages)
  if (!controller) return
  controller._offset.pageIdx = page - 1
  controller._offset.matchIdx = index - 1
  pages.events.dispatch('find', { ...controller.state, source: pages, type: 'again', findPrevious: false })
}
