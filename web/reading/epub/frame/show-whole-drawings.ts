import { addWord, hasWord, takeWords } from './reader-words.ts'

/** How far a drawing may reach beyond its box, in pixels: so much is the breadth of a line. */
const SLACK_PX = 2
/** How much more than the drawing is shown, as smaller letters are a little wider than their share. */
const ROOM = 1.03
/**
 * How many times as large as its box a drawing may be. One with a background that reaches farther is left as it is: made
 * smaller, nothing of it could be seen.
 */
const MAX_TIMES = 8

/**
 * A drawing without a view box, whose size is that of the letters or a share of the column, may be larger than its box,
 * which would cut it off: it is drawn smaller.
 */
export const showWholeDrawings = () => {
  for (const drawing of document.querySelectorAll('svg'))
    if (hasWord(drawing, 'smaller')) drawing.removeAttribute('viewBox')
  takeWords(['smaller'])
  for (const drawing of document.querySelectorAll<SVGSVGElement>('svg:not([viewBox], svg svg)')) {
    if (drawing.getClientRects().length === 0) continue
    const { x, y, width, height } = drawing.getBBox()
    const shown = drawing.getBoundingClientRect()
    const [right, bottom] = [x + width, y + height]
    const times = Math.max(right / shown.width, bottom / shown.height)
    if ((right <= shown.width + SLACK_PX && bottom <= shown.height + SLACK_PX) || times > MAX_TIMES) continue
    const sides = [Math.max(ROOM * right, shown.width), Math.max(ROOM * bottom, shown.height)]
    drawing.setAttribute('viewBox', `0 0 ${sides.join(' ')}`)
    addWord(drawing, 'smaller')
  }
}
