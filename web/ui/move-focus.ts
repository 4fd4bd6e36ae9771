import type { KeyboardEvent } from 'react'

/** For links and buttons that are one tab stop together: left and right arrows, Home and End move the focus between them. */
export const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowRight: items[(at + 1) % items.length],
    ArrowLeft: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}
