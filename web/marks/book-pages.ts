import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** An open book, as the reader shows it. */
export interface BookPages {
  pdf: PDFDocumentProxy
  viewer: PDFViewer
  links: PDFLinkService
  events: EventBus
}

/** The drawn text of a page; undefined until pdf.js has drawn it. */
export const textLayerOf = (container: HTMLElement, page: number): Element | undefined =>
  container.querySelector(`.page[data-page-number="${page}"] .textLayer:has(> .endOfContent)`) ?? undefined
