import type { EpubChapterSummary } from '#contract/shapes/epub.ts'

/** The chapters that are shown at once: two pages of a fixed layout side by side, in the order of the book, or one. */
export type Spread = readonly [number] | readonly [number, number]

type Page = Pick<EpubChapterSummary, 'layout' | 'spread' | 'side'>

const isPaired = ({ layout, spread, side }: Page) =>
  layout === 'pre-paginated' && spread !== 'none' && side !== 'center'

/** How the chapters of a book are shown on a wide screen. A first page without a side, such as the cover, stands alone. */
export const spreadsOf = (chapters: readonly Page[], isRtl: boolean): Spread[] => {
  const firstSide = isRtl ? 'right' : 'left'
  const spreads: Spread[] = []
  let open: number | undefined
  const close = () => {
    if (open !== undefined) spreads.push([open])
    open = undefined
  }
  for (const [number, page] of chapters.entries()) {
    const isSecond = page.side !== null && page.side !== 'center' && page.side !== firstSide
    if (!isPaired(page)) {
      close()
      spreads.push([number])
    } else if (open !== undefined && page.side !== firstSide) {
      spreads.push([open, number])
      open = undefined
    } else {
      close()
      const isAlone = isSecond || (number === 0 && page.side === null)
      if (isAlone) spreads.push([number])
      else open = number
    }
  }
  close()
  return spreads
}
