import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** An open book on the screen, and what its parts talk through. */
export interface Pages {
  pdf: PDFDocumentProxy
  viewer: PDFViewer
  links: PDFLinkService
  events: EventBus
}

/** What a reader sees of the pages. */
export interface Shown {
  page: number
  pages: number
  percent: number
}

interface Watch {
  signal: AbortSignal
  onChange: (shown: Shown) => void
}

const NEW_TAB = 2
const NO_SCRIPTS = 1
const FITTING = ['auto', 'page-fit']

/** Puts the pages into the container's only child, with their text and links, and tells of each change until the signal. */
export const showPages = async (
  pdf: PDFDocumentProxy,
  container: HTMLDivElement,
  { signal, onChange }: Watch,
): Promise<Pages> => {
  if (import.meta.env.SSR) throw new Error('Pages are shown in the browser')
  // The viewer takes pdf.js from the global object, where importing it has put it.
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
  const tell = () =>
    onChange({
      page: viewer.currentPageNumber,
      pages: pdf.numPages,
      percent: Math.round(viewer.currentScale * 100),
    })
  const laidOut = new Promise<void>((resolve) => events.on('pagesinit', () => resolve()))
  events.on('pagechanging', tell)
  events.on('scalechanging', tell)
  viewer.setDocument(pdf)
  links.setDocument(pdf)
  await laidOut
  viewer.currentScaleValue = 'auto'
  tell()
  signal.addEventListener('abort', () => viewer.cleanup())
  keepFitting(viewer, container, signal)
  return { pdf, viewer, links, events }
}

/** A page that fits goes on fitting when the window changes. */
const keepFitting = (viewer: PDFViewer, container: HTMLElement, signal: AbortSignal) => {
  const watching = new ResizeObserver(() => {
    const value = viewer.currentScaleValue
    if (FITTING.includes(value)) viewer.currentScaleValue = value
  })
  watching.observe(container)
  signal.addEventListener('abort', () => watching.disconnect())
}
