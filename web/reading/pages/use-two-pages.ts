import { useEffect } from 'react'
import { savedZoom } from '#web/session/zoom.ts'
import { PageZoom } from './page-zoom.ts'
import type { Pages } from './show-pages.ts'

/** Values of pdf.js' SpreadMode. EVEN shows the cover alone, then pages 2 and 3. */
const SPREAD_NONE = 0
const SPREAD_EVEN = 2
const MIN_WIDTH = 640

/** Shows two pages side by side if enabled and if the container is wide enough. */
export const useTwoPages = (pages: Pages, { bookId, isEnabled }: { bookId: string; isEnabled: boolean }) => {
  useEffect(() => {
    const { container } = pages.viewer
    const update = () => setSpread(pages, bookId, isEnabled && container.clientWidth >= MIN_WIDTH)
    const observer = new ResizeObserver(update)
    observer.observe(container)
    update()
    return () => observer.disconnect()
  }, [pages, bookId, isEnabled])
}

const setSpread = ({ viewer, zoom }: Pages, bookId: string, isDouble: boolean) => {
  const mode = isDouble ? SPREAD_EVEN : SPREAD_NONE
  if (viewer.spreadMode === mode) return
  viewer.spreadMode = mode
  if (zoom.value.startsWith('text')) zoom.refit()
  else if (!(Number(zoom.value) > 0))
    void zoom.setWhenMeasured(isDouble ? 'page-fit' : (savedZoom(bookId) ?? PageZoom.initial(viewer.container)))
}
