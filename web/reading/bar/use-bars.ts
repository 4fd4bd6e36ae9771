import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import type { BookView } from '#web/reading/format/book-view.ts'

/** Devices that are used with a finger, where the bars lie over the book. */
const TOUCH = '(pointer: coarse)'
const BARS = 'header, [data-line]'
/** Scrolling by less than this is not reading on. */
const SCROLLED_PX = 24
/** A page that changes later than this after a touch was not turned by the reader. */
const TOUCHED_MS = 1500

/** On touch screens the bars hide when the reader reads on, and a tap shows them again. `page` is the visible one. */
export const useBars = (view: BookView | undefined, page: number | undefined) => {
  const [areHidden, setHidden] = useState(false)
  const touchedAt = useRef(-Infinity)
  const hide = useCallback(() => {
    if (performance.now() - touchedAt.current > TOUCHED_MS) return
    setHidden(true)
    // From a button of the bars, which would keep them.
    view?.container.focus({ preventScroll: true })
  }, [view])
  const isShown = page !== undefined
  useEffect(() => {
    if (!view || !isShown) return
    const { container } = view
    const unmount = new AbortController()
    const options = { passive: true, signal: unmount.signal }
    let shownAt = container.scrollTop
    const onTouch = () => (touchedAt.current = performance.now())
    const onScroll = () => {
      if (Math.abs(container.scrollTop - shownAt) < SCROLLED_PX) return
      shownAt = container.scrollTop
      hide()
    }
    // What a button changes is not reading on.
    const onPress = ({ target }: PointerEvent) => {
      if (!container.contains(target as Node)) touchedAt.current = -Infinity
    }
    window.addEventListener('pointerdown', onPress, options)
    container.addEventListener('touchmove', onTouch, options)
    container.addEventListener('touchend', onTouch, options)
    container.addEventListener('scroll', onScroll, options)
    return () => unmount.abort()
  }, [view, isShown, hide])
  useEffect(() => hide(), [page, hide])
  /** Where touches are not seen here: in a frame. */
  const readOn = useCallback(() => {
    touchedAt.current = performance.now()
    hide()
  }, [hide])
  const toggle = useCallback(() => setHidden((hidden) => window.matchMedia(TOUCH).matches && !hidden), [])
  const [haveFocus, setFocus] = useState(false)
  /** They stay while keys have brought the focus to them. */
  const onFocus = useCallback(({ type, target }: FocusEvent) => {
    setFocus(type === 'focus' && target.matches(':focus-visible') && target.closest(BARS) !== null)
  }, [])
  return { areHidden, haveFocus, onFocus, toggle, readOn }
}
