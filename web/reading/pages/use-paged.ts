import { useEffect } from 'react'
import { turnOnceInGesture } from '#web/reading/format/wheel-turns.ts'
import type { Pages } from './show-pages.ts'
import type { OpenPages } from './open-pdf.ts'
import { hasMore } from './view-of-pages.ts'

/** Values of pdf.js' ScrollMode. */
const VERTICAL = 0
const PAGE = 3

/** Shows one page, or one pair of pages, at a time if enabled, and turns them with the wheel. */
export const usePaged = (pages: OpenPages, isEnabled: boolean) => {
  useEffect(() => setPaged(pages, isEnabled), [pages, isEnabled])
  useEffect(() => {
    if (!isEnabled) return
    const { container, turn } = pages.view
    const turnOnce = turnOnceInGesture()
    const onWheel = ({ deltaY, ctrlKey, metaKey, timeStamp }: WheelEvent) => {
      if (ctrlKey || metaKey || !deltaY) return
      turnOnce(deltaY, timeStamp, (by) => {
        const isAtEdge = !hasMore(container, by)
        if (isAtEdge) turn(by)
        return isAtEdge
      })
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
