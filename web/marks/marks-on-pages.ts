import { anchorOn } from './anchor-on.ts'
import { type BookPages, drawnLayers, textLayerOf } from './book-pages.ts'
import { drawMarks } from './draw-marks.ts'
import type { MarkedText } from './marked-text.ts'
import { loadPageText, rangeOf, readLayerText } from './page-text.ts'
import { selectedAnchors } from './select-text.ts'
import type { Passage } from './sentences.ts'
import { watchPages } from './watch-pages.ts'

/** The pages of a PDF as marks know a book. */
export const marksOnPages = ({ pdf, viewer, links, events }: BookPages): MarkedText => {
  const { container } = viewer
  let wanted: { page: number; passage: Passage } | undefined
  const selectWanted = () => {
    const layer = wanted && textLayerOf(container, wanted.page)
    const range = wanted && layer && rangeOf(readLayerText(layer), wanted.passage.start, wanted.passage.end)
    const selection = window.getSelection()
    selection?.removeAllRanges()
    if (!range) return
    selection?.addRange(range)
    range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    wanted = undefined
  }
  events.on('textlayerrendered', () => wanted && selectWanted())
  return {
    container,
    file: [...pdf.fingerprints, pdf.numPages].filter(Boolean).join('-').slice(0, 200),
    pageCount: pdf.numPages,
    textOf: (page) => loadPageText(pdf, page),
    jumpTo: ({ page }) => links.goToPage(page),
    goToPage: (page) => {
      viewer.currentPageNumber = page
    },
    anchorOn: async (...part) => anchorOn(...part),
    draw: (marks, onMisplaced) => {
      const byPage = Map.groupBy(marks, ({ anchor }) => anchor.page)
      const draw = (page: HTMLElement) => {
        const wrong = drawMarks(page, byPage.get(Number(page.dataset.pageNumber)) ?? [])
        if (wrong.length > 0) onMisplaced(wrong)
      }
      // A text layer is hidden while its page is drawn at another size.
      for (const layer of drawnLayers(container, '.page .textLayer:not([hidden])')) {
        const page = layer.closest<HTMLElement>('.page')
        if (page) draw(page)
      }
      const onRendered = ({ source }: { source: { div: HTMLElement } }) => draw(source.div)
      events.on('textlayerrendered', onRendered)
      return () => events.off('textlayerrendered', onRendered)
    },
    selected: () => selectedAnchors(container, window.getSelection()),
    select: (page, passage) => {
      wanted = passage && { page, passage }
      selectWanted()
    },
    watch: (options) => watchPages(container, options),
    boxOf: (id) => {
      if (id) return elementOf(container, id)?.getBoundingClientRect()
      const selection = window.getSelection()
      return selection?.rangeCount ? selection.getRangeAt(0).getBoundingClientRect() : undefined
    },
    show: (id) => {
      const mark = elementOf(container, id)
      mark?.scrollIntoView({ block: 'nearest' })
      return mark !== undefined
    },
    followBoxes: (onChange) => {
      events.on('textlayerrendered', onChange)
      container.addEventListener('scroll', onChange, { passive: true })
      return () => {
        events.off('textlayerrendered', onChange)
        container.removeEventListener('scroll', onChange)
      }
    },
  }
}

/** The first line of a mark, or the ribbon of a bookmark. */
const elementOf = (container: HTMLElement, id: string): Element | undefined => {
  const button = container.querySelector(`[data-mark="${id}"]`)
  return button?.firstElementChild ?? button ?? undefined
}
