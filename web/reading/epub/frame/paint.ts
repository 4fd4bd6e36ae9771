import type { FramePaint } from '#web/reading/epub/frame-messages.ts'
import type { FlatText } from './flat-text.ts'

/** Paints parts of the text without a change of the document: older browsers show the book without. */
const paint = (name: string, ranges: Iterable<Range>) => {
  if (!('highlights' in CSS)) return
  const list = [...ranges]
  if (list.length > 0) CSS.highlights.set(name, new Highlight(...list))
  else CSS.highlights.delete(name)
}

const nameOf = ({ color }: FramePaint) => `mark-${color}`

/** The marks that are painted, to be found again by a press. */
export class PaintedMarks {
  #painted: { mark: FramePaint; range: Range }[] = []
  #names = new Set<string>()

  draw(text: FlatText, marks: readonly FramePaint[]) {
    this.#painted = marks.flatMap((mark) => {
      const range = text.rangeOf(mark.start, Math.min(mark.end, text.length))
      return range ? [{ mark, range }] : []
    })
    const names = this.#painted.map(({ mark }) => nameOf(mark))
    for (const name of new Set([...this.#names, ...names]))
      paint(
        name,
        this.#painted.filter(({ mark }) => nameOf(mark) === name).map(({ range }) => range),
      )
    this.#names = new Set(names)
    paint(
      'note',
      this.#painted.filter(({ mark }) => mark.hasNote).map(({ range }) => range),
    )
  }

  /** The shortest mark at a point of the frame. */
  at(x: number, y: number): { id: string; box: DOMRect } | undefined {
    const hits = this.#painted
      .filter(({ range }) => {
        const { left, right, top, bottom } = range.getBoundingClientRect()
        if (x < left || x > right || y < top || y > bottom) return false
        return [...range.getClientRects()].some(
          (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
        )
      })
      // The frame has none of the polyfills, and the list is a new one.
      // oxlint-disable-next-line unicorn/no-array-sort -- old engines have no toSorted
      .sort((one, other) => one.mark.end - one.mark.start - (other.mark.end - other.mark.start))
    return hits[0] && { id: hits[0].mark.id, box: hits[0].range.getBoundingClientRect() }
  }

  boxOf(id: string): DOMRect | undefined {
    return this.#painted.find(({ mark }) => mark.id === id)?.range.getBoundingClientRect()
  }
}

export const paintMatches = (text: FlatText, matches: readonly [number, number][], current: number) => {
  const rangesOf = (list: readonly [number, number][]) => list.flatMap(([start, end]) => text.rangeOf(start, end) ?? [])
  paint('find', rangesOf(matches.filter((_, index) => index !== current)))
  paint('current', rangesOf(matches.slice(current, current + 1)))
}

export const paintSpoken = (range: Range | undefined) => paint('spoken', range ? [range] : [])
