import { type PdfiumModule, withMemory } from '#server/formats/pdf/pdfium-module.ts'

/** The line of a page. Places are measured along the text: `start` and `end` where it begins and ends, `up` is its baseline. */
export interface TextLine {
  text: string
  start: number
  end: number
  up: number
  size: number
  isRtl: boolean
  isFixedPitch: boolean
  /** It ends with a hyphen that divides a word. */
  isDivided: boolean
}

export interface PageLines {
  lines: TextLine[]
  characters: number
  /** Characters of which the file does not say what they are. */
  unmapped: number
}

const QUARTER = Math.PI / 2
const FIXED_PITCH_FLAG = 1
const FIXED_PITCH_NAME = /mono|courier|typewriter|consol|cmtt|ectt/i
/** What divides a word at the end of a line, as PDFium marks it. */
const DIVIDING = new Set([0x02, 0xfffe, 0xad])
const LINE_END = new Set([0x0a, 0x0d])
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTER = /\p{L}/gu
/** Characters on a baseline that differs by less, in parts of the size, are on one line: footnote marks, fractions. */
const SAME_LINE = 0.55
/** A wider gap, in parts of the size, divides columns and cells. */
const COLUMN_GAP = 3
const WORD_GAP = 0.18

interface Glyph {
  char: string
  x: number
  y: number
  size: number
  /** How many quarters the text is turned. */
  turned: number
  left: number
  right: number
  bottom: number
  top: number
  index: number
}

/** The lines of a page, counted from 0, in the order of the file; at most `limit` characters. */
export const readLines = (pdfium: PdfiumModule, document: number, index: number, limit: number): PageLines => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return { lines: [], characters: 0, unmapped: 0 }
  const text = pdfium._FPDFText_LoadPage(page)
  try {
    const count = Math.min(Math.max(0, text === 0 ? 0 : pdfium._FPDFText_CountChars(text)), limit)
    return withMemory(pdfium, 64, (memory) => linesOf(pdfium, text, count, memory))
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}

type Mark = 'line end' | 'divided'

const linesOf = (pdfium: PdfiumModule, text: number, count: number, memory: number): PageLines => {
  const glyphs: (Glyph | Mark)[] = []
  let unmapped = 0
  let characters = 0
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index)
    if (DIVIDING.has(code)) glyphs.push('divided')
    else if (LINE_END.has(code)) glyphs.push('line end')
    else if (pdfium._FPDFText_IsGenerated(text, index) !== 1) {
      const char = toText(code)
      const isBlank = char.trim() === ''
      if (!isBlank) characters += 1
      if (isUnmapped(code) || (!isBlank && pdfium._FPDFText_HasUnicodeMapError(text, index) === 1)) unmapped += 1
      const glyph = readGlyph(pdfium, text, index, memory)
      if (glyph && !isUnmapped(code)) glyphs.push({ ...glyph, char })
    }
  }
  const turned = mostFrequentTurn(glyphs)
  const lines = joinGlyphs(glyphs, turned).map(({ indexes, ...line }) => ({
    ...line,
    isFixedPitch: indexes.every((index) => isFixedPitch(pdfium, text, index, memory)),
  }))
  return { lines, characters, unmapped }
}

const toText = (code: number) =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

const isUnmapped = (code: number) => code === 0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)

const readGlyph = (
  pdfium: PdfiumModule,
  text: number,
  index: number,
  memory: number,
): Omit<Glyph, 'char'> | undefined => {
  if (!pdfium._FPDFText_GetLooseCharBox(text, index, memory)) return undefined
  const view = new DataView(pdfium.HEAPU8.buffer)
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(memory + at, true)) as [
    number,
    number,
    number,
    number,
  ]
  if (!pdfium._FPDFText_GetCharOrigin(text, index, memory, memory + 8)) return undefined
  const [x, y] = [view.getFloat64(memory, true), view.getFloat64(memory + 8, true)]
  if (!pdfium._FPDFText_GetMatrix(text, index, memory)) return undefined
  const [c, d] = [view.getFloat32(memory + 8, true), view.getFloat32(memory + 12, true)]
  const size = pdfium._FPDFText_GetFontSize(text, index) * Math.hypot(c, d)
  const turned = Math.round(pdfium._FPDFText_GetCharAngle(text, index) / QUARTER) & 3
  return [left, top, right, bottom, x, y, size].every(Number.isFinite) && size > 0
    ? { x, y, size, turned, left, right, bottom, top, index }
    : undefined
}

/** Text in vertical lines is read as if the page were turned by three quarters. */
const VERTICAL = 3

const mostFrequentTurn = (glyphs: (Glyph | Mark)[]): number => {
  const counts = [0, 0, 0, 0]
  let vertical = 0
  for (const [at, glyph] of glyphs.entries()) {
    if (typeof glyph === 'string') continue
    counts[glyph.turned] = (counts[glyph.turned] ?? 0) + 1
    const next = glyphs[at + 1]
    if (typeof next !== 'object') continue
    const isBelow = Math.abs(next.x - glyph.x) < glyph.size * 0.3 && glyph.y - next.y > glyph.size * 0.7
    if (isBelow && glyph.y - next.y < glyph.size * 2) vertical += 1
  }
  const most = counts.indexOf(Math.max(...counts))
  return most === 0 && vertical > (counts[0] ?? 0) / 2 ? VERTICAL : most
}

/** A place along and across the text of a page that is turned by these quarters. */
const PLACES: ((x: number, y: number) => [along: number, up: number])[] = [
  (x, y) => [x, y],
  (x, y) => [y, -x],
  (x, y) => [-x, -y],
  (x, y) => [-y, x],
]

interface OpenLine {
  text: string
  start: number
  end: number
  up: number
  sizes: number[]
  /** The characters of the page that are on it. */
  indexes: number[]
  isDivided: boolean
}

const joinGlyphs = (glyphs: (Glyph | Mark)[], turned: number) => {
  const place = PLACES[turned] ?? ((x, y) => [x, y])
  const isVertical = turned === VERTICAL && glyphs.some((glyph) => typeof glyph === 'object' && glyph.turned === 0)
  const lines: OpenLine[] = []
  let line: OpenLine | undefined
  for (const glyph of glyphs) {
    if (glyph === 'divided') {
      if (line) line.isDivided = true
      continue
    }
    if (glyph === 'line end' || glyph.turned !== (isVertical ? 0 : turned)) continue
    const [along, up] = place(glyph.x, glyph.y)
    const sides = [place(glyph.left, glyph.bottom)[0], place(glyph.right, glyph.top)[0]]
    const [start, end] = [Math.min(...sides), Math.max(...sides)]
    const size = Math.max(glyph.size, line?.sizes[0] ?? 0)
    const gap = line ? Math.max(start - line.end, line.start - end) : 0
    const continues = line && Math.abs(up - line.up) < size * SAME_LINE && gap < size * COLUMN_GAP
    if (line && continues) {
      const isApart = gap > glyph.size * WORD_GAP && !line.text.endsWith(' ') && glyph.char !== ' '
      if (line.isDivided) {
        // The hyphen was within a line after all.
        line.text += '-'
        line.isDivided = false
      }
      line.text += (isApart ? ' ' : '') + glyph.char
      line.start = Math.min(line.start, start)
      line.end = Math.max(line.end, end)
      if (glyph.char.trim()) {
        line.sizes.push(glyph.size)
        line.indexes.push(glyph.index)
      }
    } else if (glyph.char.trim()) {
      const from = Number.isFinite(start) ? start : along
      line = { text: glyph.char, start: from, end, up, sizes: [glyph.size], indexes: [glyph.index], isDivided: false }
      lines.push(line)
    }
  }
  return lines.map(({ sizes, indexes, text, ...rest }) => ({
    ...rest,
    // The font of a few characters is that of the line.
    indexes: [indexes[0], indexes[indexes.length >> 1], indexes.at(-1)].filter((index) => index !== undefined),
    text: text.trim().replace(/\s+/g, ' '),
    size: middle(sizes),
    isRtl: (text.match(RTL)?.length ?? 0) > (text.match(LETTER)?.length ?? 0) / 2,
  }))
}

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

const NAME_BYTES = 40

const isFixedPitch = (pdfium: PdfiumModule, text: number, index: number, memory: number): boolean => {
  const length = pdfium._FPDFText_GetFontInfo(text, index, memory, NAME_BYTES, memory + NAME_BYTES)
  const flags = new DataView(pdfium.HEAPU8.buffer).getInt32(memory + NAME_BYTES, true)
  const name =
    length > 0 && length <= NAME_BYTES
      ? Buffer.from(pdfium.HEAPU8.subarray(memory, memory + length - 1)).toString('latin1')
      : ''
  return (flags & FIXED_PITCH_FLAG) !== 0 || FIXED_PITCH_NAME.test(name)
}
