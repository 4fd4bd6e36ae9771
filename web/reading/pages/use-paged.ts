import { useEffect } from 'react'
import type { Pages } from './show-pages.ts'
import type { OpenPages } from './open-pdf.ts'

/** Values of pdf.js' ScrollMode. */
const VERTICAL = 0
const PAGE = 3
/** The wheel turns a page at most once in this time. */
const WHEEL_MS = 250

/** Shows one page, or one pair of pages, at a time if enabled, and turns them with the wheel. */
export const usePaged = (pages: OpenPages, isEnabled: boolean) => {
  useEffect(() => setPaged(pages, isEnabled), [pages, isEnabled])
  useEffect(() => {
    if (!isEnabled) return
    const { container, turn } = pages.view
    let turnedAt = 0
    const onWheel = ({ deltaY, ctrlKey, metaKey, timeStamp }: WheelEvent) => {
      if (ctrlKey || metaKey || !deltaY) return
      const { scrollTop, clientHeight, scrollHeight } = container
      const isAtEdge = deltaY > 0 ? scrollTop + clientHeight >= scrollHeight - 2 : scrollTop <= 2
      // Also while one long turn of the wheel goes on, or a touchpad glides.
      if (!isAtEdge || timeStamp - turnedAt < WHEEL_MS) return
      turnedAt = timeStamp
      turn(deltaY > 0 ? 1 : -1)
    }
    container.addEventListener('wheel', onWheel, { passive: true })
    return () => container.removeEventListener('wheel', onWheel)
  }, [pages, isEnabled])
}

const setPaged = ({ viewer, zoom }: Pages, isPaged: boolean) => {
  const mode = isPaged ? PAGE : VERTICAL
  if (viewer.scrollMode === mode) return
  viewer.scrollMode = mode
  zoom.refit()
}
