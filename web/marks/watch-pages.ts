import { markAt } from './draw-marks.ts'
import type { WatchOptions } from './marked-text.ts'
import { selectedAnchors } from './select-text.ts'

/** A selection that has not changed for this long is complete: handles on touch screens send no other event. */
const SETTLE_MS = 300

/** Calls `onTarget` for the text that is selected on the pages, and for the marks that are pressed there. */
export const watchPages = (container: HTMLElement, { open, onTarget }: WatchOptions) => {
  let isPressed = false
  let hadMark = false
  let timer: number | undefined
  const check = () => {
    const anchors = selectedAnchors(container, window.getSelection())
    if (anchors.length > 0) onTarget({ kind: 'selection', anchors })
    else if (open()?.kind === 'selection') onTarget(undefined)
  }
  const onSelection = () => {
    window.clearTimeout(timer)
    // The popover itself has the focus: its field changes the selection.
    if (document.activeElement?.closest('[data-mark-popover]')) return
    timer = window.setTimeout(() => !isPressed && check(), SETTLE_MS)
  }
  const onDown = ({ target: pressed, pointerType }: PointerEvent) => {
    isPressed = pointerType === 'mouse'
    hadMark = open()?.kind === 'mark'
    const isInside = pressed instanceof Element && pressed.closest('[data-mark-popover]')
    if (!isInside && open()?.kind === 'mark') onTarget(undefined)
  }
  const onUp = () => {
    isPressed = false
    onSelection()
  }
  /** A tap that opens or closes a mark does not turn the page. */
  const onTap = (event: Event) => {
    const [x, y] = (event as CustomEvent<[number, number]>).detail
    const page = document.elementFromPoint(x, y)?.closest('.page')
    if (hadMark || (page && markAt(page, x, y))) event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element ? event.target : null
    const focused = pressed?.closest<HTMLElement>('[data-mark]')
    const page = pressed?.closest('.page')
    if (!page || pressed?.closest('a') || window.getSelection()?.isCollapsed === false) return
    const id = focused ? focused.dataset.mark : markAt(page, event.clientX, event.clientY)
    if (id) onTarget({ kind: 'mark', id, hasFocus: focused !== undefined && focused !== null })
  }
  document.addEventListener('selectionchange', onSelection)
  // Text may be selected before the marks are loaded.
  if (window.getSelection()?.isCollapsed === false && !open()) onSelection()
  window.addEventListener('pointerdown', onDown)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onUp)
  container.addEventListener('click', onClick)
  container.addEventListener('pagetap', onTap)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('selectionchange', onSelection)
    window.removeEventListener('pointerdown', onDown)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', onUp)
    container.removeEventListener('click', onClick)
    container.removeEventListener('pagetap', onTap)
  }
}
