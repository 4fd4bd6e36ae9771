import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { ViewerState } from './use-viewer.ts'

interface Watch {
  signal: AbortSignal
  onChange: (state: ViewerState) => void
}

const NEW_TAB = 2
const NO_SCRIPTS = 1

/** Puts the pages into the container's only child, with their text and links, and tells of each change until the signal. */
export const showPages = async (
  pdf: PDFDocumentProxy,
  container: HTMLDivElement,
  { signal, onChange }: Watch,
): Promise<PDFViewer> => {
  if (import.meta.env.SSR) throw new Error('Pages are shown in the browser')
  // The viewer takes pdf.js from the global object, where importing it has put it.
  await import('pdfjs-dist')
  const [{ EventBus, PDFLinkService, PDFViewer }] = await Promise.all([
    import('pdfjs-dist/web/pdf_viewer.mjs'),
    import('pdfjs-dist/web/pdf_viewer.css'),
  ])
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: NEW_TAB,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const viewer = new PDFViewer({
    container,
    viewer: container.firstElementChild as HTMLDivElement,
    eventBus,
    linkService,
    annotationMode: NO_SCRIPTS,
    removePageBorders: true,
  })
  linkService.setViewer(viewer)
  const tell = () =>
    onChange({
      step: 'open',
      page: viewer.currentPageNumber,
      pages: pdf.numPages,
      percent: Math.round(viewer.currentScale * 100),
    })
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto'
    tell()
  })
  eventBus.on('pagechanging', tell)
  eventBus.on('scalechanging', tell)
  viewer.setDocument(pdf)
  linkService.setDocument(pdf)
  signal.addEventListener('abort', () => viewer.cleanup())
  keepFitting(viewer, container, signal)
  return viewer
}

/** A page that fits goes on fitting when the window changes. */
const keepFitting = (viewer: PDFViewer, container: HTMLElement, signal: AbortSignal) => {
  const watching = new ResizeObserver(() => {
    const value = viewer.currentScaleValue
    if (value === 'auto' || value === 'page-fit') viewer.currentScaleValue = value
  })
  watching.observe(container)
  signal.addEventListener('abort', () => watching.disconnect())
}
