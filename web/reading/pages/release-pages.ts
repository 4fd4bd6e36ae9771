import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** The parts of pdf.js' page view that releasing uses. */
interface PageView {
  id: number
  div: HTMLElement
  textLayer: { highlighter: Highlighter } | null
  destroy: () => void
}
interface Highlighter {
  setTextMapping: (elements: HTMLElement[] | null, texts: string[] | null) => void
}

/** After this many pages the fonts, pictures and parsed parts of the file are freed too. The pages on screen stay drawn. */
const FILE_CLEANUP_PAGES = 20
/** Pages this far from the visible one stay drawn, so that turning back is immediate; more of them in pairs. */
const NEARBY = { single: 1, pairs: 3 }

/** Frees the memory of pages that are no longer near the visible one. pdf.js would keep ten of them, and the text of all. */
export const releasePages = (pdf: PDFDocumentProxy, viewer: PDFViewer, events: EventBus, signal: AbortSignal) => {
  let released = 0
  const drawn = new Map<PageView, Highlighter>()
  const onRendered = ({ source }: { source: PageView }) => {
    for (const [view, highlighter] of drawn) {
      if (view.textLayer && isFar(view, viewer)) view.destroy()
      // The highlighter of a page would hold its text until the book is closed.
      if (view.textLayer) continue
      highlighter.setTextMapping(null, null)
      drawn.delete(view)
      released += 1
    }
    if (source.textLayer) drawn.set(source, source.textLayer.highlighter)
    if (released < FILE_CLEANUP_PAGES) return
    released = 0
    // Refused while a page is being drawn: it is tried again after the next one.
    pdf.cleanup().catch(() => (released = FILE_CLEANUP_PAGES))
  }
  events.on('textlayerrendered', onRendered, { signal })
}

const isFar = ({ id, div }: PageView, { container, currentPageNumber, spreadMode }: PDFViewer) => {
  if (Math.abs(id - currentPageNumber) <= (spreadMode > 0 ? NEARBY.pairs : NEARBY.single)) return false
  if (!div.isConnected) return true
  const { top, bottom } = div.getBoundingClientRect()
  const screen = container.getBoundingClientRect()
  return bottom < screen.top - screen.height || top > screen.bottom + screen.height
}
