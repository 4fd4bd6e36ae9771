import type { PDFDocumentProxy } from 'pdfjs-dist'
import { loadPageText } from '#web/marks/page-text.ts'
import { finderOf } from '#web/reading/format/search-text.ts'
import type { BookSearch, Matches, SearchState } from '#web/reading/format/book-search.ts'
import type { Pages } from './show-pages.ts'

/** The parts of pdf.js' search that have the matches. */
interface FindController {
  pageMatches: (number[] | undefined)[]
  pageMatchesLength: (number[] | undefined)[]
  selected?: { pageIdx: number; matchIdx: number }
  state: object | null
  _offset: { pageIdx: number | null; matchIdx: number | null }
}

/** More matches than this are counted, not listed. */
const MAX_LISTED = 500
const AROUND = 48

const controllerOf = ({ viewer }: Pages) => viewer.findController as unknown as FindController | undefined

/** Values of pdf.js' FindState. Importing them would load pdf.js before a book is opened. */
const NOT_FOUND = 1
const PENDING = 3

interface FindEvent {
  state?: number
  matchesCount: { current: number; total: number }
}

const stepOf = (state: number | undefined) => (state === PENDING ? 'searching' : state === NOT_FOUND ? 'none' : 'found')

/** A file may have no blank beside a word, or the mark of a note in its place: what is shorter may well be in another word. */
const SHORTEST_PART = 3

const isIn = (text: string, query: string | string[]) => finderOf(query)?.(text).length !== 0

/** The search of pdf.js, which highlights the matches on the pages. */
export const searchOfPages = (pages: Pages): BookSearch => {
  const { events } = pages
  let step: SearchState['step'] = 'idle'
  const dispatch = (options: object) =>
    events.dispatch('find', {
      source: pages,
      type: '',
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: false,
      matchDiacritics: false,
      ...options,
    })
  /** What is searched in place of the words of a hit. */
  let hit: { words: string[]; part: string } | undefined
  const find: BookSearch['find'] = (query, options = {}) => {
    if (!options.again) step = 'searching'
    const searched = hit && hit.words === query ? hit.part : query
    dispatch({ type: options.again ? 'again' : '', query: searched, findPrevious: options.back === true })
  }
  const listeners = new Set<(state: SearchState) => void>()
  /** The search that was asked for last. */
  let search = {}
  const findHit = async (words: string[]) => {
    const own = search
    const text = await loadPageText(pages.pdf, pages.viewer.currentPageNumber).catch(() => undefined)
    if (own !== search) return
    if (text === undefined || isIn(text, words)) return find(words)
    const part = words.find((word) => word.length >= SHORTEST_PART && isIn(text, word))
    if (part) {
      hit = { words, part }
      return find(words)
    }
    for (const listener of listeners) listener({ step: 'unmarked', current: 0, total: 0 })
  }
  return {
    find: (query, options = {}) => {
      search = {}
      if (options.isHit && Array.isArray(query)) void findHit(query)
      else find(query, options)
    },
    stop: () => {
      search = {}
      events.dispatch('findbarclose', { source: pages })
    },
    follow: (onChange) => {
      const report = ({ matchesCount }: FindEvent) => onChange({ ...matchesCount, step })
      const onCount = (event: FindEvent) => {
        if (event.matchesCount.total > 0) step = 'found'
        report(event)
      }
      const onState = (event: FindEvent) => {
        step = stepOf(event.state)
        report(event)
      }
      listeners.add(onChange)
      const onClose = () => onChange({ step: 'idle', current: 0, total: 0 })
      events.on('updatefindmatchescount', onCount)
      events.on('updatefindcontrolstate', onState)
      events.on('findbarclose', onClose)
      return () => {
        listeners.delete(onChange)
        events.off('updatefindmatchescount', onCount)
        events.off('updatefindcontrolstate', onState)
        events.off('findbarclose', onClose)
      }
    },
    matches: () => findMatches(pages),
    goToMatch: ({ page, index }) => {
      const controller = controllerOf(pages)
      if (!controller) return
      // As if the reader had gone on to it from the one before.
      controller._offset.pageIdx = page - 1
      controller._offset.matchIdx = index - 1
      dispatch({ ...controller.state, type: 'again', findPrevious: false })
    },
    show: ({ quote }) =>
      new Promise((resolve) => {
        const onState = ({ state }: FindEvent) => {
          if (state === PENDING) return
          events.off('updatefindcontrolstate', onState)
          resolve(state !== NOT_FOUND)
        }
        events.on('updatefindcontrolstate', onState)
        dispatch({ query: quote, caseSensitive: true, highlightAll: false, matchDiacritics: true })
      }),
  }
}

/** The matches that were found so far. */
const findMatches = async (pages: Pages): Promise<Matches> => {
  const { pageMatches = [], pageMatchesLength = [], selected } = controllerOf(pages) ?? {}
  const found = pageMatches.flatMap((starts = [], at) =>
    starts.map((start, index) => ({ page: at + 1, index, start, end: start + (pageMatchesLength[at]?.[index] ?? 0) })),
  )
  const matches = await Promise.all(
    found.slice(0, MAX_LISTED).map(async ({ page, index, start, end }) => ({
      page,
      index,
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
