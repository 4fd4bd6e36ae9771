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

/** Finds marks of other versions in this one. It reads the whole text of the book, so it runs only if there are such marks. */
export const createPlacer = (pdf: PDFDocumentProxy) => {
  const file = fileOf(pdf)
  const found = new Map<string, MarkAnchor[] | null>()
  let book: ReturnType<typeof loadBook> | undefined
  const keyOf = ({ anchors }: MarkContent) => JSON.stringify(anchors)

  const find = async (content: MarkContent): Promise<MarkAnchor[] | null> => {
    const { text, findQuote } = await (book ??= loadBook(pdf))
    return findQuote(text, content.anchors) ?? onPage(content, pdf.numPages)
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

const loadBook = async (pdf: PDFDocumentProxy) => {
  const { bookTextOf, findQuote } = await import('./find-quote.ts')
  const pages: string[] = []
  for (let page = 1; page <= pdf.numPages; page++) pages.push(await loadPageText(pdf, page))
  return { text: bookTextOf(pages), findQuote }
}

/** A page without text, such as a picture, has only its number. */
const onPage = ({ anchors }: MarkContent, pages: number): MarkAnchor[] | null =>
  anchors.every(({ exact, page }) => exact === '' && page <= pages) ? anchors : null
