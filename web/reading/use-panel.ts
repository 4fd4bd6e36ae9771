import { useCallback, useRef, useState } from 'react'
import type { RefObject } from 'react'

const LIES_OVER = '(max-width: 59.9rem)'

/** Something beside the pages that a button opens and closes; the focus goes back to the button, or on to the pages. */
export const usePanel = (desk: RefObject<HTMLElement | null>) => {
  const button = useRef<HTMLButtonElement>(null)
  const [is, setIs] = useState(false)
  const [asked, setAsked] = useState(0)
  const open = useCallback(() => {
    setIs(true)
    setAsked((times) => times + 1)
  }, [])
  const close = useCallback(() => {
    setIs(false)
    button.current?.focus()
  }, [])
  const toggle = useCallback(() => (is ? close() : open()), [is, close, open])
  const leaveIfOver = useCallback(() => {
    if (!window.matchMedia(LIES_OVER).matches) return
    setIs(false)
    desk.current?.focus()
  }, [desk])
  return { is, asked, button, open, close, toggle, leaveIfOver }
}
