import { writeRotation, writeZoom } from '#web/session/zoom.ts'
import type { Point } from './page-zoom.ts'
import type { Pages } from './show-pages.ts'

/** How pages are shown, and only they: fit, zoom and rotation, each remembered for the book. */
export interface PageSettings {
  zoomStep: (direction: 1 | -1) => void
  /** The factor is that of a gesture, whose last zoom `saveZoom` stores. */
  zoomBy: (factor: number, at: Point, pan?: [number, number]) => void
  saveZoom: () => void
  setZoom: (zoom: string) => void
  /** Fits the text, or the width if the text is fitted already. */
  toggleTextFit: (at?: Point) => void
  rotate: () => void
}

export const settingsOfPages = (bookId: string, { viewer, fit, zoom }: Pages): PageSettings => {
  const change = async (action: () => unknown) => {
    await action()
    writeZoom(bookId, zoom.value)
  }
  return {
    zoomStep: (direction) => void change(() => (direction === 1 ? zoom.in() : zoom.out())),
    zoomBy: (...by) => zoom.by(...by),
    saveZoom: () => void change(() => undefined),
    setZoom: (value) => void change(() => zoom.setWhenMeasured(value)),
    toggleTextFit: (at) => void change(() => zoom.setWhenMeasured(zoom.value === 'text' ? 'page-width' : 'text', at)),
    rotate: () => {
      const rotation = (viewer.pagesRotation + 90) % 360
      fit.forget()
      viewer.pagesRotation = rotation
      writeRotation(bookId, rotation)
      void zoom.setWhenMeasured(zoom.value)
    },
  }
}
