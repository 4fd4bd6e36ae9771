import { COUNTED_HITS } from '#contract/values/books.ts'

/** A search that found as many as are counted may have found more. */
export const isCapped = (words: string, total: number) => words !== '' && total >= COUNTED_HITS

/** After the row that had focus is gone. */
export const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  // After the dialog has tried to restore focus to an element that no longer exists.
  requestAnimationFrame(() => heading.focus({ preventScroll: true }))
}
