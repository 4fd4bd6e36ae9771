import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** An open PDF and its pdf.js components. */
export interface Pages {
  pdf: PDFDocumentProxy
  viewer: PDFViewer
  links: PDFLinkService
  events: EventBus
}

/** The visible state of the viewer. */
export interface ViewState {
  page: number
  pages: number
  percent: number
}

interface ShowPagesOptions {
  signal: AbortSignal
  onChange: (view: ViewState) => void
}

const NEW_TAB = 2
const NO_SCRIPTS = 1
const FIT_SCALES = ['auto', 'page-fit']

/** Renders the pages, with text layer and links, into the container's only child. Calls `onChange` until `signal` aborts. */
export const showPages = async (
  pdf: PDFDocumentProxy,
  container: HTMLDivElement,
  { signal, onChange }: ShowPagesOptions,
): Promise<Pages> => {
  if (import.meta.env.SSR) throw new Error('Pages are shown in the browser only')
  // The viewer reads pdf.js from the global object, which this import sets.
  await import('pdfjs-dist')
  const [{ EventBus, PDFFindController, PDFLinkService, PDFViewer }] = await Promise.all([
    import('pdfjs-dist/web/pdf_viewer.mjs'),
    import('pdfjs-dist/web/pdf_viewer.css'),
  ])
  const events = new EventBus()
  const links = new PDFLinkService({
    eventBus: events,
    externalLinkTarget: NEW_TAB,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus: events, linkService: links })
  const viewer = new PDFViewer({
    container,
    viewer: container.firstElementChild as HTMLDivElement,
    eventBus: events,
    linkService: links,
    findController,
    annotationMode: NO_SCRIPTS,
    removePageBorders: true,
  })
  links.setViewer(viewer)
  const report = () =>
    onChange({
      page: viewer.currentPageNumber,
      pages: pdf.numPages,
      percent: Math.round(viewer.currentScale * 100),
    })
  const laidOut = new Promise<void>((resolve) => events.on('pagesinit', () => resolve()))
  events.on('pagechanging', report)
  events.on('scalechanging', report)
  viewer.setDocument(pdf)
  links.setDocument(pdf)
  await laidOut
  viewer.currentScaleValue = 'auto'
  report()
  signal.addEventListener('abort', () => viewer.cleanup())
  refitOnResize(viewer, container, signal)
  return { pdf, viewer, links, events }
}

/** Applies a fitting scale again when the container is resized. */
const refitOnResize = (viewer: PDFViewer, container: HTMLElement, signal: AbortSignal) => {
  const observer = new ResizeObserver(() => {
    const value = viewer.currentScaleValue
    if (FIT_SCALES.includes(value)) viewer.currentScaleValue = value
  })
  observer.observe(container)
  signal.addEventListener('abort', () => observer.disconnect())
}
