import { writeRotation, writeZoom } from '#web/session/zoom.ts'
import type { PageZoom, Point } from './page-zoom.ts'
import type { Pages } from './show-pages.ts'

/** How pages are shown, with what gestures change. */
export const settingsOfPages = (bookId: string, { viewer, fit, zoom }: Pages) => {
  const change = async (action: () => unknown) => {
    await action()
    writeZoom(bookId, zoom.value)
  }
  return {
    zoomStep: (direction: 1 | -1) => void change(() => (direction === 1 ? zoom.in() : zoom.out())),
    /** The factor is that of a gesture, whose last zoom `saveZoom` stores. */
    zoomBy: (...by: Parameters<PageZoom['by']>) => zoom.by(...by),
    saveZoom: () => void change(() => undefined),
    setZoom: (value: string) => void change(() => zoom.setWhenMeasured(value)),
    toggleTextFit: (at?: Point) =>
      void change(() => zoom.setWhenMeasured(zoom.value === 'text' ? 'page-width' : 'text', at)),
    rotate: () => {
      const rotation = (viewer.pagesRotation + 90) % 360
      fit.forget()
      viewer.pagesRotation = rotation
      writeRotation(bookId, rotation)
      void zoom.setWhenMeasured(zoom.value)
    },
  }
}
