import type { PDFDocumentProxy } from 'pdfjs-dist'
import { createElement } from 'react'
import type { Jump, OpenOptions, OpenedBook } from '#web/reading/format/opened-book.ts'
import { pageNamed } from '#web/reading/format/page-named.ts'
import { marksOnPages } from '#web/marks/marks-on-pages.ts'
import { savedRotation, savedZoom } from '#web/session/zoom.ts'
import { isRtlBook, letterSize, minutesPerPage } from './about-pages.ts'
import { loadPdf, preparePdfJs } from './load-pdf.ts'
import { loadReadings } from './load-readings.ts'
import { addReadings } from './page-readings.ts'
import { settingsOfPages } from './page-settings.ts'
import { PagesLayer } from './pages-layer.tsx'
import { readOutline } from './read-outline.ts'
import { loadViewer } from './pdf-js.ts'
import { type Pages, showPages } from './show-pages.ts'
import { viewOfPages } from './view-of-pages.ts'

/** The pages of an open PDF. */
export interface OpenPages extends Pages, OpenedBook {
  settings: ReturnType<typeof settingsOfPages>
}

/** Loads what shows PDFs, before the book itself is known. */
export const preparePdf = () => {
  preparePdfJs()
  loadViewer().catch(() => undefined)
}

/** Loads a PDF and shows it in the container, whose only child gets the pages. */
export const openPdf = async (
  container: HTMLDivElement,
  { bookId, source, likelyPlace, signal, onChange, onFailed }: OpenOptions,
): Promise<OpenPages> => {
  const { pdf, refusal, close } = await loadPdf({ url: source })
  if (signal.aborted) {
    close()
    throw signal.reason
  }
  const readings = loadReadings(bookId, { pageCount: pdf.numPages, isKept: source instanceof File })
  addReadings(pdf, readings.linesOf)
  signal.addEventListener('abort', close)
  refusal.catch(onFailed)
  const pages = await showPages(pdf, container, {
    signal,
    onChange,
    page: likelyPlace?.page,
    zoom: savedZoom(bookId),
    rotation: savedRotation(bookId),
  })
  const settings = settingsOfPages(bookId, pages)
  const { viewer, events } = pages
  const labelOf = (page: number) =>
    (viewer.getPageView(page - 1) as { pageLabel: string | null } | undefined)?.pageLabel ?? null
  const opened: OpenPages = {
    ...pages,
    settings,
    view: viewOfPages(pages, settings),
    shows: 'pages',
    layer: (props) => createElement(PagesLayer, { bookId, pages: opened, ...props }),
    marks: marksOnPages(pages),
    pageCount: pdf.numPages,
    pageName: (page) => labelOf(page) ?? String(page),
    pageNamed: (name) =>
      pageNamed(
        Array.from({ length: pdf.numPages }, (_, index) => ({ page: index + 1, label: labelOf(index + 1) })),
        name,
      ),
    outline: () => readOutline(pdf, readings.contents).catch(() => []),
    minutesPerPage: () => minutesPerPage(pages),
    isRtl: () => isRtlBook(pages),
    followJumps: (onJump) => {
      const listener = (jump: Jump) => onJump(jump)
      events.on('jump', listener)
      return () => events.off('jump', listener)
    },
    drawPage: (canvas, page, width) => drawPage(pdf, canvas, page, width),
    letterSize: (page) => letterSize(pages, page),
  }
  return opened
}

const drawPage = async (pdf: PDFDocumentProxy, canvas: HTMLCanvasElement, number: number, width: number) => {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`
  // While the viewer draws this page too, pdf.js frees it after that.
  await page.render({ canvas, viewport }).promise.finally(() => page.cleanup())
}
