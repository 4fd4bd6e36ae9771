import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { QueryClient } from '@tanstack/react-query'
import { getBookText } from '#contract/calls/text-view.ts'
import { query } from '#web/api/query.ts'
import { textLayerOf } from '#web/marks/book-pages.ts'
import { loadPageText, rangeOf, readLayerText } from '#web/marks/page-text.ts'
import { type SpokenPart, spokenPartsOf } from './spoken-parts.ts'

/** What is read aloud: the text of the pages, or of the text view. */
export interface SpokenText {
  /** What scrolls. */
  container: HTMLElement
  partsOf: (page: number) => Promise<SpokenPart[]>
  /** Where a part is shown. Undefined until its page is drawn. */
  rangeOf: (page: number, part: SpokenPart) => Range | undefined
}

/** The text of the pages, also of those that are not drawn. */
export const textOfPages = (pdf: PDFDocumentProxy, container: HTMLElement): SpokenText => ({
  container,
  partsOf: cached(async (page) => spokenPartsOf(await loadPageText(pdf, page))),
  rangeOf: (page, part) => {
    const layer = textLayerOf(container, page)
    const drawn = layer && readLayerText(layer)
    return drawn?.text.slice(part.start, part.end) === part.text ? rangeOf(drawn, part.start, part.end) : undefined
  },
})

interface TextViewParts {
  client: QueryClient
  bookId: string
  /** The first page of each part of the text. */
  parts: number[]
}

/** The text of the text view, whose blocks have the number of their page. */
export const textOfTextView = ({ client, bookId, parts }: TextViewParts, container: HTMLElement): SpokenText => ({
  container,
  partsOf: cached(async (page) => {
    const from = parts.findLast((first) => first <= page) ?? parts[0]
    const { blocks } = await client.ensureQueryData({
      ...query(getBookText, { params: { id: bookId }, query: { from } }),
      staleTime: Infinity,
    })
    return blocks
      .filter((block) => block.page === page)
      .flatMap(({ text }, block) => spokenPartsOf(text).map((part) => ({ ...part, block })))
  }),
  rangeOf: (page, { block = 0, start, end, text }) => {
    const node = container.querySelectorAll(`[data-page="${page}"] > :first-child`)[block]?.firstChild
    if (!(node instanceof Text) || node.data.slice(start, end) !== text) return undefined
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return range
  },
})

const cached = (read: (page: number) => Promise<SpokenPart[]>) => {
  const known = new Map<number, Promise<SpokenPart[]>>()
  return (page: number) => {
    const reading = known.get(page) ?? read(page)
    known.set(page, reading)
    reading.catch(() => known.delete(page))
    return reading
  }
}
