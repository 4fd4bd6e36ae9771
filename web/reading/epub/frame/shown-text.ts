import type { FlatText } from './flat-text.ts'

/** Positions of the flat text, from `at` on up to `end`. */
interface Part {
  at: number
  end: number
}

/** The letters of a chapter that are laid out: the style of a book may hide others, such as all of its notes. */
export class ShownText<Box> {
  readonly #parts: readonly Part[]
  readonly #boxAt: (position: number) => Box | undefined

  /** `parts` are those of the text that have boxes, in their order. Boxes follow each other as positions do. */
  constructor(parts: readonly Part[], boxAt: (position: number) => Box | undefined) {
    this.#parts = parts
    this.#boxAt = boxAt
  }

  /** The box at a position, or the nearest behind it, or else the nearest before it. */
  boxNear(position: number): Box | undefined {
    const behind = this.#from(position)
    if (behind) return behind.box
    for (let number = this.#parts.length - 1; number >= 0; number--) {
      const { at: first, end } = this.#parts[number] as Part
      for (let at = end - 1; at >= first; at--) {
        const box = this.#boxAt(at)
        if (box !== undefined) return box
      }
    }
    return undefined
  }

  /**
   * The first position with a box for which something is true, from which on it is true; undefined if there is none. Where
   * it is true of all boxes, it is so from the beginning, whatever is hidden there.
   */
  firstWhere(isTrue: (box: Box) => boolean): number | undefined {
    let [low, high] = [0, this.#parts.at(-1)?.end ?? 0]
    while (low < high) {
      const middle = (low + high) >> 1
      const shown = this.#from(middle)
      if (!shown || isTrue(shown.box)) high = middle
      else low = shown.at + 1
    }
    return low === 0 ? 0 : this.#from(low)?.at
  }

  /** The first position with a box, at a position or behind it. */
  #from(position: number): { at: number; box: Box } | undefined {
    let [low, high] = [0, this.#parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#parts[middle] as Part).end > position) high = middle
      else low = middle + 1
    }
    for (let number = low; number < this.#parts.length; number++) {
      const { at: first, end } = this.#parts[number] as Part
      for (let at = Math.max(first, position); at < end; at++) {
        const box = this.#boxAt(at)
        if (box !== undefined) return { at, box }
      }
    }
    return undefined
  }
}

/** What of a text is laid out now. */
export const shownTextOf = (text: FlatText): ShownText<DOMRect> => {
  const parts: Part[] = []
  const nodes = [...text.nodes()]
  const range = document.createRange()
  for (const [number, { node, at }] of nodes.entries()) {
    range.selectNodeContents(node)
    if (range.getClientRects().length === 0) continue
    const end = nodes[number + 1]?.at ?? text.length
    const last = parts.at(-1)
    if (last?.end === at) last.end = end
    else parts.push({ at, end })
  }
  return new ShownText(parts, (position) => text.rangeOf(position, position + 1)?.getClientRects()[0])
}
