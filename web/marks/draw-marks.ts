import { labelOfComment } from './label-of-comment.ts'
import { labelOfMark } from './label-of-mark.ts'
import css from './draw-marks.module.css'
import type { PageMark } from './page-mark.ts'
import { rangeOf, readLayerText } from './page-text.ts'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Draws the marks of a page between its canvas and its text, in place of those drawn before. Returns the ids of marks whose
 * text is not where it should be.
 */
export const drawMarks = (page: HTMLElement, marks: readonly PageMark[]): string[] => {
  performance.mark('draw-marks')
  page.querySelector(`:scope > .${css.marks}`)?.remove()
  const layer = page.querySelector('.textLayer')
  if (!layer || marks.length === 0) return []
  const text = readLayerText(layer)
  const wrong: string[] = []
  const overlay = document.createElement('div')
  overlay.className = css.marks ?? ''
  layer.before(overlay)
  // As large as the whole page, of which a cropped one shows a part.
  const frame = overlay.getBoundingClientRect()
  // All boxes are measured before anything is added, so that the page is laid out once.
  const drawn = marks.map((mark) => {
    const { start, end, exact } = mark.anchor
    if (text.text.slice(start, end) !== exact) {
      wrong.push(mark.id)
      return undefined
    }
    const range = mark.content.color && rangeOf(text, start, end)
    return { mark, lines: range ? linesOf(range.getClientRects()) : [] }
  })
  for (const one of drawn) if (one) overlay.append(elementOf(one.mark, one.lines, frame))
  performance.measure('draw-marks', 'draw-marks')
  return wrong
}

/** The boxes of a range, one for each line. */
const linesOf = (boxes: Iterable<DOMRect>): Box[] => {
  const lines: Box[] = []
  for (const { left, top, right, bottom, width, height } of boxes) {
    if (width === 0) continue
    const line = lines.find((one) => Math.abs(one.top - top) < height / 2 && left - one.right < height)
    if (!line) lines.push({ left, top, right, bottom })
    else {
      line.right = Math.max(line.right, right)
      line.left = Math.min(line.left, left)
      line.top = Math.min(line.top, top)
      line.bottom = Math.max(line.bottom, bottom)
    }
  }
  return lines
}

const elementOf = ({ id, content, comment }: PageMark, lines: readonly Box[], frame: DOMRect): HTMLElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.mark = id
  button.dataset.color = comment ? 'comment' : (content.color ?? 'bookmark')
  button.className = css.mark ?? ''
  button.setAttribute('aria-label', comment ? labelOfComment(comment) : labelOfMark(content))
  button.append(
    ...lines.map((line) => {
      const box = document.createElement('span')
      box.style.left = percent(line.left - frame.left, frame.width)
      box.style.top = percent(line.top - frame.top, frame.height)
      box.style.width = percent(line.right - line.left, frame.width)
      box.style.height = percent(line.bottom - line.top, frame.height)
      return box
    }),
  )
  if (content.color && content.note) button.dataset.note = ''
  return button
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`

/** The mark of a page at a point of the window; the smallest if there are several. */
export const markAt = (page: Element, x: number, y: number): string | undefined => {
  let best: { id: string | undefined; area: number } | undefined
  for (const button of page.querySelectorAll<HTMLElement>(`.${css.mark}`)) {
    const boxes = [...button.children].map((child) => child.getBoundingClientRect())
    if (!boxes.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)) continue
    const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0)
    if (!best || area < best.area) best = { id: button.dataset.mark, area }
  }
  return best?.id
}
