import type { Place } from '#contract/shapes/place.ts'
import type { TextBlock } from '#contract/text-view.ts'
import { resizeText } from '#web/session/text-settings.ts'
import type { BookView } from '#web/reading/format/book-view.ts'
import { followSelectionIn, selectedPassage } from '#web/reading/format/selected-passage.ts'
import type { TextPlace } from './text-place.ts'

interface ShownText {
  place: TextPlace
  goTo: (place: Place) => void
  /** The blocks of the part that has a page. */
  blocksAt: (page: number) => Promise<TextBlock[]>
}

/** A screen down leaves a few lines of the last one. */
const SCREEN_SHARE = 0.9

/** The text of a book as the reader knows it: its pages are those on which its blocks begin. */
export const viewOfText = (container: HTMLElement, { place, goTo, blocksAt }: ShownText): BookView => ({
  container,
  place: () => ({ page: place.page }),
  goTo,
  jumpTo: goTo,
  goToChapter: goTo,
  goBy: (count) => goTo({ page: place.page + count }),
  turn: (direction) => container.scrollBy({ top: direction * container.clientHeight * SCREEN_SHARE }),
  isWide: () => container.scrollWidth > container.clientWidth + 1,
  resize: resizeText,
  scroll: (pixels) => container.scrollBy({ top: pixels }),
  followSelection: followSelectionIn(container),
  selected: () => selectedPassage(container, (element) => element.closest<HTMLElement>('[data-page]')?.dataset['page']),
  reported: async () => ({ page: place.page }),
  search: undefined,
  textOf: async (page) => (await blocksAt(page)).filter((block) => block.page === page).map(({ text }) => text),
  rangeOf: (page, { block = 0, start, end, text }) => {
    const node = container.querySelectorAll(`[data-page="${page}"] > :first-child`)[block]?.firstChild
    if (!(node instanceof Text) || node.data.slice(start, end) !== text) return undefined
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return range
  },
})
