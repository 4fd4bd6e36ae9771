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
  drawnLayers(container, `.page[data-page-number="${page}"] .textLayer`)[0]

/** The text layers of a selector that pdf.js has drawn: it adds an end to each. */
export const drawnLayers = (container: HTMLElement, selector: string): Element[] =>
  [...container.querySelectorAll(selector)].filter((layer) => layer.querySelector(':scope > .endOfContent'))
