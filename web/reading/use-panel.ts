import { useCallback, useRef, useState } from 'react'
import type { RefObject } from 'react'

const OVERLAY = '(max-width: 59.9rem)'

/** A panel beside the pages with a toggle button. Closing it returns the focus to the button, or to the pages. */
export const usePanel = (viewerContainer: RefObject<HTMLElement | null>) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOn, setOn] = useState(false)
  const [openCount, setOpenCount] = useState(0)
  const open = useCallback(() => {
    setOn(true)
    setOpenCount((count) => count + 1)
  }, [])
  const close = useCallback(() => {
    setOn(false)
    button.current?.focus()
  }, [])
  const toggle = useCallback(() => (isOn ? close() : open()), [isOn, close, open])
  const closeIfOverlay = useCallback(() => {
    if (!window.matchMedia(OVERLAY).matches) return
    setOn(false)
    viewerContainer.current?.focus()
  }, [viewerContainer])
  return { isOn, openCount, button, open, close, toggle, closeIfOverlay }
}
