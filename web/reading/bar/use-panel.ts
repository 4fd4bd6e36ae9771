import { useCallback, useRef, useState } from 'react'

const OVERLAY = '(max-width: 59.9rem)'

/** A panel beside the book with a toggle button. Closing it returns the focus to the button, or to the book. */
export const usePanel = (onFocusBook: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOn, setOn] = useState(false)
  const [openCount, setOpenCount] = useState(0)
  const open = useCallback(() => {
    setOn(true)
    setOpenCount((count) => count + 1)
  }, [])
  const close = useCallback(() => {
    setOn(false)
    // On phones the button of the search is not in the bar.
    if (button.current?.getClientRects().length) button.current.focus()
    else onFocusBook()
  }, [onFocusBook])
  const toggle = useCallback(() => (isOn ? close() : open()), [isOn, close, open])
  const closeIfOverlay = useCallback(() => {
    if (!window.matchMedia(OVERLAY).matches) return
    setOn(false)
    onFocusBook()
  }, [onFocusBook])
  return { isOn, openCount, button, open, close, toggle, closeIfOverlay }
}
