import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { BookPages } from './book-pages.ts'
import { type PageMark, drawMarks } from './draw-marks.ts'
import type { Places, ShownMark } from './place-marks.ts'

interface DrawnMarks {
  marks: readonly ShownMark[]
  places: Places
  onMisplaced: (ids: readonly string[]) => void
}

/** Draws the marks on the pages that are drawn, and on others when they are. */
export const useDrawnMarks = (
  { events }: BookPages,
  viewerContainer: RefObject<HTMLElement | null>,
  { marks, places, onMisplaced }: DrawnMarks,
) => {
  useEffect(() => {
    const byPage = marksByPage(marks, places)
    const draw = (page: HTMLElement) => {
      const wrong = drawMarks(page, byPage.get(Number(page.dataset.pageNumber)) ?? [])
      if (wrong.length > 0) onMisplaced(wrong)
    }
    // A text layer is hidden while its page is drawn at another size.
    const layers =
      viewerContainer.current?.querySelectorAll('.page .textLayer:not([hidden]):has(> .endOfContent)') ?? []
    for (const layer of layers) {
      const page = layer.closest<HTMLElement>('.page')
      if (page) draw(page)
    }
    const onRendered = ({ source }: { source: { div: HTMLElement } }) => draw(source.div)
    events.on('textlayerrendered', onRendered)
    return () => events.off('textlayerrendered', onRendered)
  }, [events, viewerContainer, marks, places, onMisplaced])
}

const marksByPage = (marks: readonly ShownMark[], places: Places) => {
  const byPage = new Map<number, PageMark[]>()
  for (const { id, content } of marks) {
    for (const anchor of places.get(id) ?? []) {
      const list = byPage.get(anchor.page)
      if (list) list.push({ id, content, anchor })
      else byPage.set(anchor.page, [{ id, content, anchor }])
    }
  }
  return byPage
}
