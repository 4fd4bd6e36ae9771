import { useEffect, useRef } from 'react'

/**
 * For a list with a button that loads more. The button is gone while it does: once they are there, the focus is on the first
 * entry that is new, unless somebody is further. `expect` is called when the button is pressed; `isPressed` if the list begins
 * with that.
 */
export const useFocusOnNew = <List extends HTMLElement>(count: number, isPressed = false) => {
  const list = useRef<List>(null)
  const known = useRef(isPressed ? count : undefined)
  useEffect(() => {
    const entry = known.current === undefined ? undefined : list.current?.children[known.current]
    if (!(entry instanceof HTMLElement)) return
    known.current = undefined
    // Scripts alone focus what is no tab stop.
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.tabIndex >= 0) return
    entry.tabIndex = -1
    entry.focus({ preventScroll: true })
  }, [count])
  const expect = () => {
    known.current = count
  }
  return { list, expect }
}
