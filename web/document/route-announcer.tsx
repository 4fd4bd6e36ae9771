import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** After navigation: focuses the new page's heading, unless a link named a field that has the focus, and announces the title. */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const left = document.activeElement
    const frame = requestAnimationFrame(() => {
      setTitle(document.title)
      const focused = document.activeElement
      // Somebody is already further.
      if (focused === left || focused === document.body) focusHeading()
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{title}</span>
    </VisuallyHidden>
  )
}

const focusHeading = () => {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  const focused = document.activeElement
  if (!target || target.contains(focused) || (focused?.id && `#${focused.id}` === location.hash)) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
