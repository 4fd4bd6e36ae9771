import type { ReadGlyph } from './logical-order.ts'

const PAIRS = ['()', '[]', '{}', '«»', '‹›', '“”']
const OPENING = new Map(PAIRS.map((pair) => [pair[0] ?? '', pair[1] ?? '']))
const CLOSING = new Map(PAIRS.map((pair) => [pair[1] ?? '', pair[0] ?? '']))
/** In parts of the text's size: the least difference of the gaps on both sides of a bracket, and the least of the wider one. */
const SAME_GAP = 0.08
const BLANK = 0.15

/**
 * Brackets of a line that is read from the right. A file may name the bracket that is drawn or the one that is meant, and
 * PDFium exchanges some of them; an opening bracket is the one that stands apart from what is before it.
 */
export const fixBrackets = (glyphs: ReadGlyph[]): ReadGlyph[] => {
  const open: string[] = []
  return glyphs.map((read, at) => {
    const { glyph, gap } = read
    const opening = OPENING.has(glyph.text) ? glyph.text : CLOSING.get(glyph.text)
    const closing = opening && OPENING.get(opening)
    if (!opening || !closing) return read
    const after = glyphs[at + 1]?.gap ?? Number.POSITIVE_INFINITY
    const hasBlank = Math.abs(gap - after) > glyph.size * SAME_GAP && Math.max(gap, after) > glyph.size * BLANK
    const isOpening = hasBlank ? gap > after : !open.includes(opening)
    if (isOpening) open.push(opening)
    else if (open.includes(opening)) open.splice(open.lastIndexOf(opening), 1)
    return { ...read, glyph: { ...glyph, text: isOpening ? opening : closing } }
  })
}
