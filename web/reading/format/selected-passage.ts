import { wholeWords } from '#web/marks/whole-words.ts'
import type { Passage } from './book-view.ts'

/** The selected words in a container; undefined if none are. `pageOf` returns the page of an element, if it has one. */
export const selectedPassage = (
  container: HTMLElement,
  pageOf: (element: Element) => string | undefined,
): Passage | undefined => {
  const selection = document.getSelection()
  const start = selection && !selection.isCollapsed ? selection.getRangeAt(0).startContainer : null
  const page = start?.parentElement && container.contains(start) ? pageOf(start.parentElement) : undefined
  const quote = selection && page ? wholeWords(selection.toString().replace(/\s+/g, ' ').trim()) : ''
  return quote ? { page: Number(page), quote } : undefined
}

/** Calls `onChange` when words in a container are selected. A selection that was lost to a button or a menu still counts. */
export const followSelectionIn = (container: HTMLElement) => (onChange: () => void) => {
  const update = () => {
    const anchor = document.getSelection()?.anchorNode
    if (anchor && container.contains(anchor)) onChange()
  }
  document.addEventListener('selectionchange', update)
  return () => document.removeEventListener('selectionchange', update)
}
