import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { MarkAnchor, MarkContent } from '#contract/marks.ts'
import { loadPageText } from './page-text.ts'

/** A mark that is not deleted. */
export interface ShownMark {
  id: string
  content: MarkContent
}

/** Where marks are in this version of the file; null if their text is not in it. */
export type Places = ReadonlyMap<string, MarkAnchor[] | null>

/** Names the version of a file that anchors belong to. */
export const fileOf = ({ fingerprints, numPages }: PDFDocumentProxy): string =>
  [...fingerprints, numPages].filter(Boolean).join('-').slice(0, 200)

/**
 * Finds marks of other versions of the file in this one: at their old place, else by their quote in the whole book, whose
 * text is read only then.
 */
export const createPlacer = (pdf: PDFDocumentProxy) => {
  const file = fileOf(pdf)
  const found = new Map<string, MarkAnchor[] | null>()
  const texts = new Map<number, Promise<string>>()
  let book: ReturnType<typeof loadBook> | undefined
  const keyOf = ({ anchors }: MarkContent) => JSON.stringify(anchors)

  const textOn = (page: number) => {
    const text = texts.get(page) ?? loadPageText(pdf, page)
    texts.set(page, text)
    return text
  }
  const isInPlace = async ({ anchors }: MarkContent) => {
    for (const { page, start, end, exact } of anchors)
      if (page > pdf.numPages || (await textOn(page)).slice(start, end) !== exact) return false
    return true
  }
  const find = async (content: MarkContent): Promise<MarkAnchor[] | null> => {
    if (await isInPlace(content)) return content.anchors
    const { text, findQuote } = await (book ??= loadBook(pdf.numPages, textOn))
    return findQuote(text, content.anchors) ?? null
  }
  return async (marks: readonly ShownMark[], isWrong: (id: string) => boolean): Promise<Places> => {
    const places = new Map<string, MarkAnchor[] | null>()
    for (const { id, content } of marks) {
      const isOwn = content.file === file && !isWrong(id)
      const key = isOwn ? '' : keyOf(content)
      if (!isOwn && !found.has(key)) found.set(key, await find(content))
      places.set(id, isOwn ? content.anchors : (found.get(key) ?? null))
    }
    return places
  }
}

const loadBook = async (pageCount: number, textOn: (page: number) => Promise<string>) => {
  const { bookTextOf, findQuote } = await import('./find-quote.ts')
  const pages: string[] = []
  for (let page = 1; page <= pageCount; page++) pages.push(await textOn(page))
  return { text: bookTextOf(pages), findQuote }
}
