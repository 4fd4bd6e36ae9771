import { isBlock, isSilent } from '#contract/shapes/chapter-text.ts'

/** A text of the document, or the edge of a block. */
export type Piece = string | typeof EDGE
export const EDGE = Symbol('edge')

/** Where a part of the flat text comes from: `at` which position on, from which piece, and from which position in it. */
export interface Segment {
  at: number
  piece: number
  offset: number
}

const SPACE = /\s/
const INVISIBLE = '\u00ad\u2060'

/**
 * The text of a chapter out of its pieces, by the rule of `joinChapterText`, but with a space for each line feed: both are
 * one character, and positions are the same. With it, where each part of it comes from.
 */
export const flatten = (pieces: readonly Piece[]): { text: string; segments: Segment[] } => {
  const segments: Segment[] = []
  const parts: string[] = []
  let length = 0
  let gap: { piece: number; offset: number } | undefined
  const note = (piece: number, offset: number) => {
    const last = segments.at(-1)
    if (last?.piece !== piece || length - last.at !== offset - last.offset) segments.push({ at: length, piece, offset })
  }
  for (const [number, piece] of pieces.entries()) {
    if (piece === EDGE) {
      gap ??= { piece: number, offset: 0 }
      continue
    }
    let begun = -1
    const take = (end: number) => {
      if (begun < 0) return
      parts.push(piece.slice(begun, end))
      length += end - begun
      begun = -1
    }
    for (let offset = 0; offset < piece.length; offset++) {
      const character = piece[offset] ?? ''
      if (SPACE.test(character)) {
        take(offset)
        gap ??= { piece: number, offset }
      } else if (INVISIBLE.includes(character)) take(offset)
      else if (begun < 0) {
        if (gap && length > 0) {
          note(gap.piece, gap.offset)
          parts.push(' ')
          length += 1
        }
        gap = undefined
        note(number, offset)
        begun = offset
      }
    }
    take(piece.length)
  }
  return { text: parts.join(''), segments }
}

/** The last segment that begins at a position or before it. */
export const segmentAt = (segments: readonly Segment[], position: number): Segment | undefined => {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.at ?? Infinity) <= position) low = middle + 1
    else high = middle
  }
  return segments[low - 1]
}

/** The flat text of what is on show, and the way from its positions to the document and back. */
export class FlatText {
  readonly text: string
  readonly #segments: Segment[]
  /** The text nodes by the numbers of their pieces; undefined for the edge of a block. */
  readonly #nodes: (Text | undefined)[] = []
  /** Without the edges of blocks, which have no node. */
  readonly #inTexts: Segment[]

  constructor(body: Element) {
    const pieces: Piece[] = []
    const add = (piece: Piece, node?: Text) => {
      pieces.push(piece)
      this.#nodes.push(node)
    }
    const walk = (element: Element) => {
      if (isSilent(element.localName, element.hasAttribute('hidden'))) return
      const isEdge = isBlock(element.localName)
      if (isEdge) add(EDGE)
      for (let child = element.firstChild; child; child = child.nextSibling) {
        if (child instanceof Element) walk(child)
        else if (child instanceof Text) add(child.data, child)
      }
      if (isEdge) add(EDGE)
    }
    walk(body)
    const { text, segments } = flatten(pieces)
    this.text = text
    this.#segments = segments
    this.#inTexts = segments.filter(({ piece }) => this.#nodes[piece])
  }

  /** The range of a part of the text; undefined if there is none. */
  rangeOf(start: number, end: number): Range | undefined {
    if (start < 0 || end <= start || end > this.text.length) return undefined
    const [from, to] = [this.#pointAt(start), this.#pointAt(end - 1)]
    if (!from || !to) return undefined
    const range = document.createRange()
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, Math.min(to.offset + 1, to.node.length))
    return range
  }

  /** The character at a position, or the nearest behind it that stands in a text. */
  #pointAt(position: number): { node: Text; offset: number } | undefined {
    for (let at = position; at < this.text.length; at++) {
      const segment = segmentAt(this.#segments, at)
      const node = segment && this.#nodes[segment.piece]
      if (segment && node) return { node, offset: Math.min(segment.offset + at - segment.at, node.length) }
    }
    return undefined
  }

  /** The position that belongs to a boundary of a range. */
  positionOf(container: Node, offset: number): number {
    const boundary = document.createRange()
    boundary.setStart(container, offset)
    const isBehind = ({ piece, offset: at }: Segment) => {
      const node = this.#nodes[piece]
      return node !== undefined && boundary.comparePoint(node, Math.min(at, node.length)) >= 0
    }
    // They are in the order of the document, so the first one behind the boundary is found by halving.
    let [low, high] = [0, this.#inTexts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBehind(this.#inTexts[middle] as Segment)) high = middle
      else low = middle + 1
    }
    const next = this.#inTexts[low]?.at ?? this.text.length
    const before = this.#inTexts[low - 1]
    if (before && this.#nodes[before.piece] === container)
      return Math.min(before.at + Math.max(offset - before.offset, 0), next)
    return next
  }

  /** The text nodes that stand in the text, in their order, each with its first position. */
  *nodes(): Generator<{ node: Text; at: number }> {
    let last: Text | undefined
    for (const { piece, at } of this.#inTexts) {
      const node = this.#nodes[piece]
      if (!node || node === last) continue
      last = node
      yield { node, at }
    }
  }

  get length() {
    return this.text.length
  }
}
