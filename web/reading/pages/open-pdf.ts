import type { Jump, OpenOptions, OpenedBook } from '#web/reading/format/opened-book.ts'
import { marksOnPages } from '#web/marks/marks-on-pages.ts'
import { savedRotation, savedZoom } from '#web/session/zoom.ts'
import { isRtlBook, minutesPerPage } from './about-pages.ts'
import { loadPdf } from './load-pdf.ts'
import { type PageSettings, settingsOfPages } from './page-settings.ts'
import { readOutline } from './read-outline.ts'
import { type Pages, showPages } from './show-pages.ts'
import { viewOfPages } from './view-of-pages.ts'

/** The pages of an open PDF. */
export interface OpenPages extends Pages, OpenedBook {
  settings: PageSettings
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
  signal.addEventListener('abort', close)
  refusal.catch(onFailed)
  const pages = await showPages(pdf, container, {
    ...{ signal, onChange, page: likelyPlace?.page },
    ...{ zoom: savedZoom(bookId), rotation: savedRotation(bookId) },
  })
  const settings = settingsOfPages(bookId, pages)
  const { viewer, events } = pages
  return {
    ...pages,
    settings,
    view: viewOfPages(pages, settings),
    marks: marksOnPages(pages),
    pageCount: pdf.numPages,
    pageName: (page) =>
      (viewer.getPageView(page - 1) as { pageLabel: string | null } | undefined)?.pageLabel ?? String(page),
    pageNamed: (name) => viewer.pageLabelToPageNumber(name) ?? Number(name),
    outline: () => readOutline(pdf).catch(() => []),
    minutesPerPage: () => minutesPerPage(pages),
    isRtl: () => isRtlBook(pages),
    followJumps: (onJump) => {
      const listener = (jump: Jump) => onJump(jump)
      events.on('jump', listener)
      return () => events.off('jump', listener)
    },
  }
}
