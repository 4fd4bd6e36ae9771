import type { KeyboardEvent } from 'react'
import { BACK_KEY, ON_KEY } from './reading-direction.ts'

/** For links and buttons that are one tab stop together: the arrows along the line, Home and End move the focus between them. */
export const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const targets: Record<string, HTMLElement | undefined> = {
    [ON_KEY]: items[(at + 1) % items.length],
    [BACK_KEY]: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}
