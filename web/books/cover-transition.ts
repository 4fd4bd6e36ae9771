/** The name under which a cover flies from its shelf to its page, where the browser can (book-header.module.css has it too). */
const FLYING = 'book-cover'

/** This cover is the one that flies, and no other, not the one that a book's own page has: of two the browser lets none. */
export const startCoverTransition = (cover: HTMLElement | null) => {
  for (const other of document.querySelectorAll<HTMLElement>('[data-flying]'))
    other.style.setProperty('view-transition-name', 'none')
  cover?.setAttribute('data-flying', '')
  cover?.style.setProperty('view-transition-name', FLYING)
}
