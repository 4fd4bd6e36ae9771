import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Pages } from './show-pages.ts'

const ONE_PAGE = 0
/** The cover stands alone, then 2 beside 3. */
const TWO_PAGES = 2
const WIDE_ENOUGH = 640

/** Lays pages side by side where somebody likes it so and there is room for it. */
export const useTwoPages = (desk: RefObject<HTMLElement | null>, pages: Pages | undefined, wanted: boolean) => {
  useEffect(() => {
    const container = desk.current
    if (!pages || !container) return
    const lay = () => layOut(pages.viewer, wanted && container.clientWidth >= WIDE_ENOUGH)
    const watching = new ResizeObserver(lay)
    watching.observe(container)
    lay()
    return () => watching.disconnect()
  }, [desk, pages, wanted])
}

const layOut = (viewer: Pages['viewer'], isDouble: boolean) => {
  const mode = isDouble ? TWO_PAGES : ONE_PAGE
  if (viewer.spreadMode === mode) return
  viewer.spreadMode = mode
  viewer.currentScaleValue = isDouble ? 'page-fit' : 'auto'
}
