import type { Columns } from './book-rules.ts'

/** A fraction of a pixel is no reason to change a book. */
export const SLACK_PX = 1.5
/** What stands out of its column by less than the room beside it is seen. */
const KEPT_ROOM_PX = 6
/** Text in less than this share of a column may stand letter below letter. */
const THIN_SHARE = 0.35

export type Fault = 'long' | 'wide' | 'thin'
/** What is wrong with a box; its column is that of another one if that is given. */
export type IsOutside = (box: DOMRect, inColumnOf?: DOMRect) => Fault | undefined

/** The number of the column in which a box begins, which is that of its middle. */
export const columnOf = (box: DOMRect, { axis, pitch, length }: Columns): number => {
  const { scrollLeft, scrollTop } = document.documentElement
  if (!Number.isFinite(pitch)) return 0
  const [first, whole] = axis === 'x' ? [box.left + scrollLeft, box.width] : [box.top + scrollTop, box.height]
  return Math.floor((first + Math.min(whole, length) / 2) / pitch)
}

export const outsideOf = (columns: Columns): IsOutside => {
  const { axis, pitch, start, length, across } = columns
  const { scrollLeft, scrollTop } = document.documentElement
  const room = Math.max(0, start - KEPT_ROOM_PX)
  return (box, inColumnOf = box) => {
    if (box.width === 0 && box.height === 0) return undefined
    const [begin, extent, low, depth] =
      axis === 'x'
        ? [box.left + scrollLeft, box.width, box.top, box.height]
        : [box.top + scrollTop, box.height, box.left, box.width]
    const column = columnOf(inColumnOf, columns)
    const at = begin - (column === 0 ? 0 : column * pitch) - start
    if (depth > across.length + SLACK_PX) return 'long'
    if (Number.isFinite(across.length)) {
      const end = across.start + across.length + across.start
      // Firefox begins boxes of wrapped columns above the screen.
      if (low + depth > end || low < -SLACK_PX) return 'long'
    }
    if (at < -room - SLACK_PX || at + extent > length + room + SLACK_PX) return 'wide'
    return extent < THIN_SHARE * length && depth > 2 * extent ? 'thin' : undefined
  }
}
