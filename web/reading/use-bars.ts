import { useCallback, useEffect, useState } from 'react'
import type { Pages } from './show-pages.ts'

/** Devices that are used with a finger, where the bars lie over the pages. */
const TOUCH = '(pointer: coarse)'
/** Scrolling by less than this is not reading on. */
const SCROLLED_PX = 24
/** A page that changes later than this after a touch was not turned by the reader. */
const TOUCHED_MS = 1500

/** On touch screens the bars hide when the reader reads on, and a tap shows them again. */
export const useBars = (pages: Pages | undefined, isShown: boolean) => {
  const [areHidden, setHidden] = useState(false)
  useEffect(() => {
    if (!pages || !isShown) return
    const { container } = pages.viewer
    const unmount = new AbortController()
    const options = { passive: true, signal: unmount.signal }
    let shownAt = container.scrollTop
    let touchedAt = -Infinity
    const isTurning = () => performance.now() - touchedAt < TOUCHED_MS
    const onTouch = () => (touchedAt = performance.now())
    const hide = () => {
      setHidden(true)
      // From a button of the bars, which would keep them.
      container.focus({ preventScroll: true })
    }
    const onScroll = () => {
      if (!isTurning() || Math.abs(container.scrollTop - shownAt) < SCROLLED_PX) return
      shownAt = container.scrollTop
      hide()
    }
    container.addEventListener('touchmove', onTouch, options)
    container.addEventListener('touchend', onTouch, options)
    container.addEventListener('scroll', onScroll, options)
    pages.events.on('pagechanging', () => isTurning() && hide(), options)
    return () => unmount.abort()
  }, [pages, isShown])
  const toggle = useCallback(() => setHidden((hidden) => window.matchMedia(TOUCH).matches && !hidden), [])
  return { areHidden, toggle }
}
