import type { MarkContent } from '#contract/marks.ts'
import type { Places, ShownMark } from './place-marks.ts'

/** A chapter and its first page. */
export interface Chapter {
  title: string
  page: number
}

/** A mark with the page it is on; undefined if its text is no longer in the file. */
export interface ListedMark extends ShownMark {
  page: number | undefined
}

/** In the order of the book, those without a place last. Marks that are still being looked for are left out. */
export const byPlace = (marks: readonly ShownMark[], places: Places): ListedMark[] =>
  marks
    .filter(({ id }) => places.has(id))
    .map(({ id, content }) => {
      const place = places.get(id)?.[0]
      return { id, content, page: place?.page, order: [place?.page ?? Infinity, place?.start ?? 0] as const }
    })
    .toSorted((one, other) => compare(one.order[0], other.order[0]) || compare(one.order[1], other.order[1]))
    .map(({ id, content, page }) => ({ id, content, page }))

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

/** The chapter that a page is in; undefined before the first. */
export const chapterOf = (chapters: readonly Chapter[], page: number | undefined): string | undefined =>
  page === undefined ? undefined : chapters.findLast((chapter) => chapter.page <= page)?.title

/** The marked words. */
export const quoteOf = ({ anchors }: MarkContent): string => anchors.map(({ exact }) => exact).join(' ')
