import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/**
 * After navigation: focuses the new page's heading, unless a link named a field that has the focus, and announces the title.
 * Sets `data-path` of the document, as the server has for its first page: the path, by which style sheets know the reader,
 * the pages of staff and the library.
 */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [title, setTitle] = useState('')
  useLayoutEffect(() => {
    document.documentElement.dataset['path'] = pathname
    if (last.current === pathname) return
    last.current = pathname
    const left = document.activeElement
    const frame = requestAnimationFrame(() => {
      setTitle(document.title)
      focusHeading(left)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{title}</span>
    </VisuallyHidden>
  )
}

const focusHeading = (left: Element | null) => {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  const focused = document.activeElement
  // Somebody is already further if neither what had the focus has it nor the body, which gets it from what is gone.
  if (!target || ![left, document.body].includes(focused) || `#${focused?.id}` === location.hash) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
