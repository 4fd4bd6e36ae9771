import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { Jump, ViewState } from '#web/reading/format/opened-book.ts'
import { haveNames } from '#web/reading/format/page-named.ts'
import { openFindController } from './find-controller.ts'
import { nameLinks } from './name-links.ts'
import { isOnScreen } from './on-screen.ts'
import { PageZoom } from './page-zoom.ts'
import { sizePages } from './page-sizes.ts'
import { loadViewer } from './pdf-js.ts'
import { readLabels } from './read-labels.ts'
import { releasePages } from './release-pages.ts'
import { TextFit } from './text-fit.ts'

/** An open PDF and its pdf.js components. */
export interface Pages {
  pdf: PDFDocumentProxy
  viewer: PDFViewer
  links: PDFLinkService
  /** Has an event 'jump', with a `Jump`. */
  events: EventBus
  fit: TextFit
  zoom: PageZoom
}

interface ShowPagesOptions {
  signal: AbortSignal
  /** The page that is most likely read next, so that no other is drawn first. */
  page: number | undefined
  /** The zoom that was set for this book, if one was. */
  zoom: string | undefined
  /** In degrees. */
  rotation: number
  onChange: (view: ViewState) => void
}

const NEW_TAB = 2
const NO_SCRIPTS = 1
/** The first page is not kept back for longer than this while the text is measured. */
const MEASURE_TIMEOUT_MS = 1500

/** Renders the pages, with text layer and links, into the container's only child. Calls `onChange` until `signal` aborts. */
export const showPages = async (
  pdf: PDFDocumentProxy,
  container: HTMLDivElement,
  { signal, page, zoom: savedZoom, rotation, onChange }: ShowPagesOptions,
): Promise<Pages> => {
  const { EventBus, PDFFindController, PDFLinkService, PDFViewer } = await loadViewer()
  const events = new EventBus()
  const links = new PDFLinkService({
    // A bus of its own: else pdf.js would scroll back to the page of a link once its text is drawn, wherever the reader is.
    eventBus: new EventBus(),
    externalLinkTarget: NEW_TAB,
    externalLinkRel: 'noopener noreferrer nofollow',
    // A link changes the page, not the zoom.
    ignoreDestinationZoom: true,
  })
  const jump = (to: number, isMatch = false) => {
    const from = viewer.currentPageNumber
    if (from !== to) events.dispatch('jump', { from, to, isMatch } satisfies Jump)
    focusWhenDrawn(undefined)
    // pdf.js scrolls next, and looks with the next frame where it is: a key before that would go on from the old page.
    queueMicrotask(() => viewer.update())
  }
  links.setHistory({
    pushCurrentPosition: () => undefined,
    push: ({ pageNumber }: { pageNumber: number }) => {
      jump(pageNumber)
      const { textLayer } = viewer.getPageView(pageNumber - 1) as { textLayer: unknown }
      if (!textLayer) focusWhenDrawn(pageNumber)
    },
    pushPage: (to: number) => jump(to),
  })
  const searched = { eventBus: events, linkService: withJumps(links, (to) => jump(to, true)) }
  const findController = openFindController(PDFFindController, searched, container)
  const sheets = container.firstElementChild as HTMLDivElement
  sizePages(sheets, events, signal)
  const viewer = new PDFViewer({
    container,
    viewer: sheets,
    eventBus: events,
    linkService: links,
    findController,
    annotationMode: NO_SCRIPTS,
    // Its expression has the flag `v`, which Chromium 106, Firefox 115 and Safari 15.6 do not know.
    enableAutoLinking: 'unicodeSets' in RegExp.prototype,
    removePageBorders: true,
    // Records where the pictures of a page are.
    imagesRightClickMinSize: 1,
  })
  links.setViewer(viewer)
  const focusWhenDrawn = focusOfText(viewer, events, signal)
  let hasNames = false
  const report = () =>
    onChange({
      page: viewer.currentPageNumber,
      pages: pdf.numPages,
      zoom: { value: zoom.value, percent: Math.round(viewer.currentScale * 100) },
      label: viewer.currentPageLabel,
      hasNames,
    })
  const fit = new TextFit(pdf, viewer, events, signal)
  const zoom = new PageZoom({ viewer, fit, onChange: report })
  const opensAt = savedZoom ?? PageZoom.initial(container)
  const isFitted = opensAt.startsWith('text')
  const laidOut = new Promise<void>((resolve) => {
    events.on('pagesinit', () => {
      // Here, because pdf.js draws what is visible when this listener returns.
      if (page) viewer.currentPageNumber = Math.min(page, pdf.numPages)
      // No page is drawn at a size that changes when the text is measured.
      sheets.hidden = isFitted
      viewer.pagesRotation = rotation
      if (!isFitted) zoom.set(opensAt)
      resolve()
    })
  })
  nameLinks(events)
  releasePages(pdf, viewer, events, signal)
  signal.throwIfAborted()
  sheets.hidden = false
  // Removes the pages too: another viewer may fill the container next, and this one may not add any later.
  signal.addEventListener('abort', () => viewer.setDocument(null as unknown as PDFDocumentProxy))
  viewer.setDocument(pdf)
  links.setDocument(pdf)
  await laidOut
  const show = (value: string) => {
    const number = viewer.currentPageNumber
    sheets.hidden = false
    // Hidden pages have lost their place, and the pages above get another height.
    viewer.scrollPageIntoView({ pageNumber: number })
    zoom.set(value)
    viewer.scrollPageIntoView({ pageNumber: number })
  }
  if (isFitted) await showAtZoom(zoom, opensAt, show)
  events.on('pagechanging', report)
  events.on('scalechanging', report)
  // Once pdf.js has put the page on the screen, and once it knows the size of a page that it was not sure of.
  for (const event of ['pagechanging', 'pagerender'])
    events.on(event, () => queueMicrotask(() => signal.aborted || zoom.refitToPage()), { signal })
  report()
  void readLabels(pdf).then((labels) => {
    if (!labels) return
    hasNames = haveNames(labels)
    // pdf.js takes null for a page without a name, although its type does not say so.
    viewer.setPageLabels(labels as string[])
    report()
  })
  refitOnResize(zoom, container, signal)
  return { pdf, viewer, links, events, fit, zoom }
}

/** If measuring the text takes long, as on a slow network, the pages are shown at their width until it is done. */
const showAtZoom = async (zoom: PageZoom, value: string, show: (value: string) => void) => {
  const measured = zoom.prepare(value).then(() => true)
  const timeout = new Promise<false>((resolve) => window.setTimeout(() => resolve(false), MEASURE_TIMEOUT_MS))
  const isMeasured = await Promise.race([measured, timeout])
  show(isMeasured ? value : 'page-width')
  if (!isMeasured) void zoom.setWhenMeasured(value)
}

/** Gives the focus to the text of the page that was set last, once it is drawn, if the page is still on the screen then. */
const focusOfText = ({ container }: PDFViewer, events: EventBus, signal: AbortSignal) => {
  let awaited: number | undefined
  const onDrawn = ({ pageNumber, source }: { pageNumber: number; source: { textLayer: { div: HTMLElement } } }) => {
    if (pageNumber !== awaited) return
    awaited = undefined
    const { div } = source.textLayer
    if (isOnScreen(div, container)) div.focus({ preventScroll: true })
  }
  events.on('textlayerrendered', onDrawn, { signal })
  return (page: number | undefined) => {
    awaited = page
  }
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

/** Applies a fit again when the container is resized. */
const refitOnResize = (zoom: PageZoom, container: HTMLElement, signal: AbortSignal) => {
  let size = ''
  const observer = new ResizeObserver(() => {
    const now = `${container.clientWidth} ${container.clientHeight}`
    // A container that was just removed has no size, and pages without a place can't be scrolled to.
    if (size && size !== now && container.isConnected) zoom.refit()
    size = now
  })
  observer.observe(container)
  signal.addEventListener('abort', () => observer.disconnect())
}
