import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { nameLinks } from './name-links.ts'

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

/** The event 'jump' of `events`: the reader followed a link or went to a match of the search. */
export interface Jump {
  from: number
  to: number
  isMatch: boolean
}

interface ShowPagesOptions {
  signal: AbortSignal
  /** A scale or the name of a fit. */
  zoom: string
  onChange: (view: ViewState) => void
}

const NEW_TAB = 2
const NO_SCRIPTS = 1
const FIT_SCALES = ['auto', 'page-fit']

/** Whether a scale follows the size of the window, and was not set by the reader. */
export const isFit = (scale: string) => FIT_SCALES.includes(scale)

/** Renders the pages, with text layer and links, into the container's only child. Calls `onChange` until `signal` aborts. */
export const showPages = async (
  pdf: PDFDocumentProxy,
  container: HTMLDivElement,
  { signal, zoom, onChange }: ShowPagesOptions,
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
    // A link changes the page, not the zoom.
    ignoreDestinationZoom: true,
  })
  const jump = (to: number, isMatch = false) => {
    const from = viewer.currentPageNumber
    if (from !== to) events.dispatch('jump', { from, to, isMatch } satisfies Jump)
  }
  links.setHistory({
    pushCurrentPosition: () => undefined,
    push: ({ pageNumber }: { pageNumber: number }) => jump(pageNumber),
    pushPage: (to: number) => jump(to),
  })
  const findController = new PDFFindController({
    eventBus: events,
    linkService: withJumps(links, (to) => jump(to, true)),
  })
  const viewer = new PDFViewer({
    container,
    viewer: container.firstElementChild as HTMLDivElement,
    eventBus: events,
    linkService: links,
    findController,
    annotationMode: NO_SCRIPTS,
    removePageBorders: true,
    // Records where the pictures of a page are.
    imagesRightClickMinSize: 1,
  })
  links.setViewer(viewer)
  const report = () =>
    onChange({
      page: viewer.currentPageNumber,
      pages: pdf.numPages,
      percent: Math.round(viewer.currentScale * 100),
    })
  const laidOut = new Promise<void>((resolve) => events.on('pagesinit', () => resolve()))
  nameLinks(events)
  events.on('pagechanging', report)
  events.on('scalechanging', report)
  signal.throwIfAborted()
  // Removes the pages too: another viewer may fill the container next, and this one may not add any later.
  signal.addEventListener('abort', () => viewer.setDocument(null as unknown as PDFDocumentProxy))
  viewer.setDocument(pdf)
  links.setDocument(pdf)
  await laidOut
  viewer.currentScaleValue = zoom
  report()
  refitOnResize(viewer, container, signal)
  return { pdf, viewer, links, events }
}

/** The link service as the search uses it, with a report of each page that it goes to. */
const withJumps = (links: PDFLinkService, onGo: (page: number) => void): PDFLinkService =>
  Object.create(links, {
    page: {
      get: () => links.page,
      set: (page: number) => {
        onGo(page)
        links.page = page
      },
    },
  }) as PDFLinkService

/** Applies a fitting scale again when the container is resized. */
const refitOnResize = (viewer: PDFViewer, container: HTMLElement, signal: AbortSignal) => {
  const observer = new ResizeObserver(() => {
    const value = viewer.currentScaleValue
    if (isFit(value)) viewer.currentScaleValue = value
  })
  observer.observe(container)
  signal.addEventListener('abort', () => observer.disconnect())
}
