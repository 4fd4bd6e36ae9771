import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { textLayerOf } from '#web/marks/book-pages.ts'
import { loadPageText, rangeOf, readLayerText } from '#web/marks/page-text.ts'
import type { Place } from '#contract/shapes/place.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import type { PageSettings } from '#web/reading/format/opened-book.ts'
import { followSelectionIn, selectedPassage } from '#web/reading/format/selected-passage.ts'
import { searchOfPages } from './search-pages.ts'
import type { Pages } from './show-pages.ts'

const SCROLL_MODE_PAGE = 3
/** A screen down leaves a few lines of the last one. */
const SCREEN_SHARE = 0.9

/** The pages of a PDF as the reader knows a book. */
export const viewOfPages = (pages: Pages, settings: PageSettings): BookView => {
  const { pdf, viewer, links, zoom } = pages
  const { container } = viewer
  const goTo = ({ page }: Place) => {
    viewer.currentPageNumber = inRange(page, pdf.numPages)
  }
  const goBy = (count: number) => goTo({ page: viewer.currentPageNumber + count * (viewer.spreadMode > 0 ? 2 : 1) })
  return {
    container,
    place: () => ({ page: viewer.currentPageNumber }),
    goTo,
    jumpTo: ({ page }) => links.goToPage(inRange(page, pdf.numPages)),
    goToChapter: ({ destination, page }) =>
      destination === undefined ? links.goToPage(page) : void links.goToDestination(destination),
    goBy,
    turn: (direction) => {
      if (viewer.scrollMode !== SCROLL_MODE_PAGE || hasMore(container, direction))
        return container.scrollBy({ top: direction * container.clientHeight * SCREEN_SHARE })
      const before = viewer.currentPageNumber
      goBy(direction)
      // Backwards, a page that is higher than the screen is read from its end.
      if (direction === 1 || viewer.currentPageNumber === before) return
      zoom.refitToPage()
      container.scrollTop = container.scrollHeight
    },
    isWide: () => {
      const { left } = container.getBoundingClientRect()
      return pagesBeside(viewer).some((page) => {
        const box = page.getBoundingClientRect()
        return box.left < left - 1 || box.right > left + container.clientWidth + 1
      })
    },
    resize: settings.zoomStep,
    scroll: (pixels) => container.scrollBy({ top: pixels }),
    followSelection: followSelectionIn(container),
    selected: () =>
      selectedPassage(
        container,
        (element) => element.closest('.textLayer')?.closest<HTMLElement>('.page')?.dataset['pageNumber'],
      ),
    reported: async () => ({ page: viewer.currentPageNumber }),
    search: searchOfPages(pages),
    textOf: async (page) => [await loadPageText(pdf, page)],
    rangeOf: (page, { start, end, text }) => {
      const layer = textLayerOf(container, page)
      const drawn = layer && readLayerText(layer)
      return drawn?.text.slice(start, end) === text ? rangeOf(drawn, start, end) : undefined
    },
  }
}

/** The visible page, with the other one of its pair. Elsewhere in the book there may be wider ones. */
const pagesBeside = (viewer: PDFViewer): Element[] => {
  const { div } = viewer.getPageView(viewer.currentPageNumber - 1) as { div: HTMLElement }
  return [...(div.closest('.spread')?.children ?? [div])]
}

/** pdf.js leaves some room below a page, also below one that is fitted to the window. */
const ROOM_PX = 12

/** Whether there is more of the page in a direction. */
export const hasMore = (
  { scrollTop, clientHeight, scrollHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
  direction: 1 | -1,
): boolean => (direction === 1 ? scrollTop + clientHeight < scrollHeight - ROOM_PX : scrollTop > ROOM_PX)

const inRange = (page: number, count: number) => Math.min(Math.max(Math.round(page) || 1, 1), count)
