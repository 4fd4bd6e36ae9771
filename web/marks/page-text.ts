import type { PDFDocumentProxy } from 'pdfjs-dist'
import { plainLetters } from '#contract/shapes/plain-letters.ts'

/** A run of text of a page, as pdf.js has it. */
interface TextItem {
  text: string
  endsLine: boolean
}

/** What the server does not store as text of a book: control characters and marks of direction and width. */
const UNSEEN =
  /[\u{0}-\u{8}\u{E}-\u{1F}\u{7F}-\u{9F}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}]/u
const HYPHENATED = /\p{L}[-\u{2010}]$/u
/** A hyphen that its word has anywhere, as in 'Anglo-Saxon' and 'B-52'. */
const KEPT = /\p{Ll}[-\u{2010}]\p{Lu}|[-\u{2010}]\p{N}/u
const LONE_SURROGATE = /\p{Surrogate}/u

/** A character of a page's text: the item and the offset in it that it comes from. */
export interface Origin {
  item: number
  offset: number
  /** The number of UTF-16 units that it comes from. */
  length: number
}

/**
 * The text of a page as anchors count it: one space for any white space, no hyphen that divides a word at the end of
 * a line, ligatures as letters. A change of this rule moves all positions: marks are then found by
 * their quote.
 */
export const readPageText = (items: readonly TextItem[]): { text: string; origins: Origin[] } => {
  const parts: string[] = []
  const origins: Origin[] = []
  let last = ''
  let isDivided = false
  const endDivided = (next: string) => {
    if (isDivided && !KEPT.test(parts.slice(-2).join('') + next)) {
      parts.pop()
      origins.pop()
    }
    isDivided = false
  }
  const add = (text: string, origin: Origin) => {
    endDivided(text)
    parts.push(text)
    last = text
    for (let i = 0; i < text.length; i++) origins.push(origin)
  }
  const addSpace = (origin: Origin) => {
    if (origins.length > 0 && !last.endsWith(' ')) add(' ', origin)
  }
  for (const [item, { text, endsLine }] of items.entries()) {
    let offset = 0
    for (const character of text) {
      const origin = { item, offset, length: character.length }
      offset += character.length
      if (/\s/.test(character)) addSpace(origin)
      else if (LONE_SURROGATE.test(character)) add('\u{FFFD}', origin)
      else if (!UNSEEN.test(character)) add(plainLetters(character), origin)
    }
    if (!endsLine) continue
    if (HYPHENATED.test(parts.slice(-2).join(''))) isDivided = true
    else if (!isDivided) addSpace({ item, offset: text.length, length: 0 })
  }
  endDivided('')
  return { text: parts.join(''), origins }
}

/** The text of a page that may not be drawn yet: the same as that of its text layer. */
export const loadPageText = async (pdf: PDFDocumentProxy, page: number): Promise<string> => {
  const { items } = await (
    await pdf.getPage(page)
  ).getTextContent({ includeMarkedContent: true, disableNormalization: true })
  return readPageText(items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : []))).text
}

/** The text of a drawn page, with its text nodes: `items` of `origins` are their indexes. */
interface LayerText {
  text: string
  origins: Origin[]
  nodes: Text[]
}

/** The text of a page out of its text layer, where each `br` ends a line. */
export const readLayerText = (layer: Element): LayerText => {
  const nodes: Text[] = []
  const items: TextItem[] = []
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      nodes.push(node)
      items.push({ text: node.data, endsLine: false })
    } else if (node.nodeName === 'BR') {
      const last = items.at(-1)
      if (last) last.endsLine = true
    }
  }
  return { ...readPageText(items), nodes }
}

/** The range of a part of a page's text. */
export const rangeOf = ({ origins, nodes }: LayerText, start: number, end: number): Range | undefined => {
  const [first, last] = [origins[start], origins[end - 1]]
  const [from, to] = [nodes[first?.item ?? -1], nodes[last?.item ?? -1]]
  if (!first || !last || !from || !to || end <= start) return undefined
  const range = document.createRange()
  range.setStart(from, Math.min(first.offset, from.length))
  range.setEnd(to, Math.min(last.offset + last.length, to.length))
  return range
}

/** The position in a page's text that belongs to a boundary of a selection. */
export const positionOf = ({ origins, nodes, text }: LayerText, container: Node, offset: number): number => {
  const boundary = document.createRange()
  boundary.setStart(container, offset)
  const isBehind = ({ item, offset: at }: Origin) => {
    const node = nodes[item]
    return node !== undefined && boundary.comparePoint(node, Math.min(at, node.length)) >= 0
  }
  // The characters are in the order of the document, so the first one behind the boundary is found by halving.
  let [low, high] = [0, origins.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(origins[middle] as Origin)) high = middle
    else low = middle + 1
  }
  return Math.min(low, text.length)
}
