import { type PdfiumModule, withMemory } from '#server/formats/pdf/pdfium-module.ts'
import { RTL } from './logical-order.ts'

/** A character as a page draws it, in points of the page; `x` and `y` are where its baseline begins. */
export interface Glyph {
  char: string
  x: number
  y: number
  size: number
  /** How many quarters the text is turned clockwise. */
  turned: number
  left: number
  right: number
  bottom: number
  top: number
  index: number
  /** Where its shape begins and ends. */
  ink: { left: number; right: number }
  /** It has the origin of the character before it: both are drawn by the same letters, as in a ligature. */
  sharesOrigin: boolean
}

/** The end of a line, a hyphen that divides a word at the end of a line, or a blank that PDFium takes from a gap. */
export type Mark = 'line end' | 'divided' | 'gap'

export interface PageGlyphs {
  glyphs: (Glyph | Mark)[]
  characters: number
  /** Characters of which the file does not say what they are. */
  unmapped: number
}

type Box = Pick<Glyph, 'left' | 'right' | 'bottom' | 'top'>

const QUARTER = Math.PI / 2
/** What divides a word at the end of a line, as PDFium marks it. */
const DIVIDING = new Set([0x02, 0xfffe, 0xad])
const LINE_END = new Set([0x0a, 0x0d])
/** Origins that differ by less, in points, are the same. */
const SAME_ORIGIN = 0.01

/** The first `count` characters of the text of a page, in the order of the file; none that the page does not show. */
export const readGlyphs = (
  pdfium: PdfiumModule,
  { page, text, count }: { page: number; text: number; count: number },
): PageGlyphs =>
  withMemory(pdfium, 64, (memory) => {
    const shown = shownBox(pdfium, page, memory)
    const readPlace = placeReader(pdfium, text, memory)
    const found: PageGlyphs = { glyphs: [], characters: 0, unmapped: 0 }
    let before: Glyph | undefined
    for (let index = 0; index < count; index += 1) {
      const code = pdfium._FPDFText_GetUnicode(text, index)
      if (DIVIDING.has(code)) found.glyphs.push('divided')
      else if (LINE_END.has(code)) found.glyphs.push('line end')
      // Of what PDFium adds itself, only blanks are left here.
      else if (code <= 0x20 && pdfium._FPDFText_IsGenerated(text, index) === 1) found.glyphs.push('gap')
      else {
        const char = toText(code)
        const place = readPlace(index, RTL.test(char))
        if (place && !isWithin(place, shown)) continue
        const isBlank = char.trim() === ''
        if (!isBlank) found.characters += 1
        const isUnknown = !isBlank && pdfium._FPDFText_HasUnicodeMapError(text, index) === 1
        if (isUnmapped(code) || isUnknown) found.unmapped += 1
        if (!place || isUnmapped(code)) continue
        const sharesOrigin =
          before !== undefined &&
          Math.abs(before.x - place.x) < SAME_ORIGIN &&
          Math.abs(before.y - place.y) < SAME_ORIGIN
        before = { ...place, char, index, sharesOrigin }
        found.glyphs.push(before)
      }
    }
    return found
  })

const toText = (code: number) =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

const isUnmapped = (code: number) => code === 0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)

/** What a viewer shows of the page: its crop box. */
const shownBox = (pdfium: PdfiumModule, page: number, memory: number): Box | undefined => {
  if (!pdfium._FPDF_GetPageBoundingBox(page, memory)) return undefined
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = numbersAt(pdfium, memory).floats
  return { left, right, bottom, top }
}

const isWithin = ({ left, right, bottom, top }: Box, shown: Box | undefined) => {
  if (!shown) return true
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  return x >= shown.left && x <= shown.right && y >= shown.bottom && y <= shown.top
}

/** Numbers that PDFium writes to its memory. The memory moves when it grows, which reading a text does seldom. */
const numbersAt = (pdfium: PdfiumModule, memory: number) => {
  const { buffer } = pdfium.HEAPU8
  return { buffer, floats: new Float32Array(buffer, memory, 4), doubles: new Float64Array(buffer, memory, 4) }
}

/** Reads where characters of a page are; undefined for those without a place. */
const placeReader = (pdfium: PdfiumModule, text: number, memory: number) => {
  let numbers = numbersAt(pdfium, memory)
  return (index: number, isByShape: boolean) => {
    if (numbers.buffer !== pdfium.HEAPU8.buffer) numbers = numbersAt(pdfium, memory)
    const { floats, doubles } = numbers
    if (!pdfium._FPDFText_GetMatrix(text, index, memory)) return undefined
    const size = pdfium._FPDFText_GetFontSize(text, index) * Math.hypot(floats[2] ?? 0, floats[3] ?? 0)
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, memory)) return undefined
    let [left = NaN, top = NaN, right = NaN, bottom = NaN] = floats
    if (!pdfium._FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return undefined
    const ink = { left: doubles[0] ?? NaN, right: doubles[1] ?? NaN }
    // The widths that files tell of Arabic letters and of letters without one are not those of their shapes.
    if (isByShape || left === right || bottom === top) {
      ;({ left, right } = ink)
      bottom = Math.min(bottom, doubles[2] ?? NaN)
      top = Math.max(top, doubles[3] ?? NaN)
    }
    if (!pdfium._FPDFText_GetCharOrigin(text, index, memory, memory + 8)) return undefined
    const [x = NaN, y = NaN] = doubles
    const turned = Math.round(pdfium._FPDFText_GetCharAngle(text, index) / QUARTER) & 3
    return Number.isFinite(left + top + right + bottom + x + y) && size > 0
      ? { x, y, size, turned, left, right, bottom, top, ink }
      : undefined
  }
}

const FIXED_PITCH_FLAG = 1
const FIXED_PITCH_NAME = /mono|courier|typewriter|consol|cmtt|ectt/i
const BOLD_FLAG = 1 << 18
const BOLD_NAME = /bold|black|heavy|(?:^|[-,+])(?:bd|hv)\b|cmbx|sfbx|ecbx/i
const NAME_BYTES = 64

/** Whether the font of a character has letters of one width, and whether it is bold. */
export const readFont = (pdfium: PdfiumModule, text: number, index: number, memory: number) => {
  const length = pdfium._FPDFText_GetFontInfo(text, index, memory, NAME_BYTES, memory + NAME_BYTES)
  const flags = new DataView(pdfium.HEAPU8.buffer).getInt32(memory + NAME_BYTES, true)
  const name =
    length > 0 && length <= NAME_BYTES
      ? Buffer.from(pdfium.HEAPU8.subarray(memory, memory + length - 1)).toString('latin1')
      : ''
  return {
    isFixedPitch: (flags & FIXED_PITCH_FLAG) !== 0 || FIXED_PITCH_NAME.test(name),
    isBold: (flags & BOLD_FLAG) !== 0 || BOLD_NAME.test(name),
  }
}

/** Bytes that `readFont` needs. */
export const FONT_BYTES = NAME_BYTES + 8
