import { type PdfiumModule, withMemory } from '#server/formats/pdf/pdfium-module.ts'
import { LAYER_BYTES, type Marked, marksReader, objectsOf } from './hidden-objects.ts'
import { isRtlLetter } from './kinds-of-characters.ts'
import { middle } from './text-of-line.ts'

interface Box {
  left: number
  right: number
  bottom: number
  top: number
}

/** A character as a page draws it, in points of the page; `x` and `y` are where its baseline begins. */
export interface Glyph extends Box {
  char: string
  x: number
  y: number
  size: number
  /** How many quarters the text is turned clockwise. */
  turned: number
  index: number
  /** Where its shape is. */
  ink: Box
  /** It has the origin of the character before it: both are drawn by the same letters, as in a ligature. */
  sharesOrigin: boolean
  /** A tagged file calls it no part of its text. */
  isArtifact: boolean
}

/** The end of a line, a hyphen that divides a word at the end of a line, or a blank that PDFium takes from a gap. */
export type Mark = 'line end' | 'divided' | 'gap'

export interface PageGlyphs {
  glyphs: (Glyph | Mark)[]
  characters: number
  /** Characters of which the file does not say what they are. */
  unmapped: number
  /** Blanks that the file draws, also those that PDFium leaves out. */
  blanks: Blank[]
  /** Characters of lines that are neither level nor upright, with what is between them: stamps across a page, labels. */
  slanted: (Glyph | Mark)[]
}

/** Where a blank begins, in points of the page. */
export type Blank = Pick<Glyph, 'x' | 'y'>

const QUARTER = Math.PI / 2
/** In quarters: pages are scanned with less of a slope, stamps across a page have more. */
const SLANT = 0.11
/** What divides a word at the end of a line, as PDFium marks it. */
const DIVIDING = new Set([0x02, 0xfffe, 0xad])
/** It is not drawn where a shape stands for it and the letter before it. */
const SOFT_HYPHEN = 0xad
const LINE_END = new Set([0x0a, 0x0d])
const LATIN = /^\p{sc=Latin}$/u
/** Origins that differ by less, in points, are the same. */
const SAME_ORIGIN = 0.01

/** The first `count` characters of the text of a page, in the order of the file; none that the page does not show. */
export const readGlyphs = (
  pdfium: PdfiumModule,
  { page, text, count }: { page: number; text: number; count: number },
): PageGlyphs =>
  withMemory(pdfium, 64 + LAYER_BYTES, (memory) => {
    const shown = shownBox(pdfium, page, memory)
    const marks = marksReader(pdfium, memory + 64)
    const drawingOf = drawingReader(pdfium, { page, text, memory, marks })
    const readPlace = placeReader(pdfium, text, memory)
    const found: PageGlyphs = { glyphs: [], characters: 0, unmapped: 0, blanks: [], slanted: [] }
    let isSlanted = false
    const add = (glyph: Glyph | Mark) => (isSlanted ? found.slanted : found.glyphs).push(glyph)
    const overLigatures: Blank[] = []
    let isComplex = false
    let before: Glyph | undefined
    let units = 1
    for (let index = 0; index < count; index += units) {
      const unit = pdfium._FPDFText_GetUnicode(text, index)
      const next = isHighSurrogate(unit) && index + 1 < count ? pdfium._FPDFText_GetUnicode(text, index + 1) : 0
      units = isLowSurrogate(next) ? 2 : 1
      const code = units === 2 ? toCode(unit, next) : unit
      if (DIVIDING.has(code)) {
        if (code !== SOFT_HYPHEN || !isSameOrigin(before, readPlace(index, false))) add('divided')
      } else if (LINE_END.has(code)) add('line end')
      // Only blanks are left here of what PDFium adds itself.
      else if (code <= 0x20 && isGenerated(pdfium, text, index)) add('gap')
      else {
        const char = characterOf(code)
        const drawing = drawingOf(index)
        if (drawing?.isHidden) continue
        const place = drawing && readPlace(index, isRtlLetter(char))
        if (place && !(isSeen(place, shown) && isSeen(place, drawing.clip))) continue
        const isBlank = char.trim() === ''
        if (!isBlank) found.characters += 1
        const isUnknown = !isBlank && pdfium._FPDFText_HasUnicodeMapError(text, index) === 1
        if (isUnmapped(code) || isUnknown) found.unmapped += 1
        if (!place || isUnmapped(code)) continue
        const sharesOrigin = isSameOrigin(before, place)
        // An office program gives signs that it draws apart from their letters a blank without a width.
        if (isBlank && sharesOrigin && place.right - place.left < SAME_ORIGIN) continue
        if (isBlank && before && isOverLigature(before, place)) {
          overLigatures.push(place)
          continue
        }
        const { x, y, left, right, bottom, top, ink } = place
        const { size, turned, isArtifact } = drawing
        before = { char, x, y, size, turned, left, right, bottom, top, index, ink, sharesOrigin, isArtifact }
        ;({ isSlanted } = drawing)
        add(before)
        isComplex ||= sharesOrigin || isRtlLetter(char)
        if (isBlank) found.blanks.push({ x: place.x, y: place.y })
      }
    }
    correctSizes([...found.glyphs, ...found.slanted])
    if (isComplex) {
      const drawn = drawnBlanks(pdfium, page, memory)
      found.blanks.push(...drawn.filter((blank) => !overLigatures.some((other) => isSameOrigin(blank, other))))
    }
    return found
  })

/** Letters that are both longer and higher than this, in parts of their size, have another one: in most fonts they are half as long as it. */
const LARGEST = 2
const MIDDLE_WIDTH = 0.5

/** Fonts of drawn shapes may be scaled by a matrix of their own: what the page calls their size is none of their letters. */
const correctSizes = (found: (Glyph | Mark)[]) => {
  const bySize = new Map<number, Glyph[]>()
  for (const glyph of found) {
    if (typeof glyph === 'string' || glyph.char.trim() === '') continue
    const same = bySize.get(glyph.size)
    if (same) same.push(glyph)
    else bySize.set(glyph.size, [glyph])
  }
  for (const [size, glyphs] of bySize) {
    // The width of letters that are turned by a quarter is their height on the page.
    const widths = glyphs.map(({ turned, left, right, bottom, top }) => (turned & 1 ? top - bottom : right - left))
    const heights = glyphs.map(({ turned, ink }) => (turned & 1 ? ink.right - ink.left : ink.top - ink.bottom))
    const width = middle(widths)
    if (width < size * LARGEST || middle(heights) < size * LARGEST) continue
    for (const glyph of glyphs) glyph.size = width / MIDDLE_WIDTH
  }
}

/** Some programs draw a blank over each ligature, in place of its second letter, so far from its end, in parts of the size. */
const WITHIN_LIGATURE = 0.15

const isOverLigature = ({ char, x, y, right, size, turned, sharesOrigin }: Glyph, blank: Blank) =>
  sharesOrigin &&
  turned === 0 &&
  LATIN.test(char) &&
  blank.x > x &&
  blank.x < right - size * WITHIN_LIGATURE &&
  Math.abs(blank.y - y) < SAME_ORIGIN

const isSameOrigin = (before: Blank | undefined, place: Blank | undefined) =>
  before !== undefined &&
  place !== undefined &&
  Math.abs(before.x - place.x) < SAME_ORIGIN &&
  Math.abs(before.y - place.y) < SAME_ORIGIN

/** In lines that it turns around, PDFium does not call its own blanks generated. */
const isGenerated = (pdfium: PdfiumModule, text: number, index: number) =>
  pdfium._FPDFText_IsGenerated(text, index) === 1 || pdfium._FPDFText_GetTextObject(text, index) === 0

const TEXT_OBJECT = 1

/** Blanks that are drawn by themselves: texts without ink. PDFium leaves them out, and guesses from gaps. */
const drawnBlanks = (pdfium: PdfiumModule, page: number, memory: number): Blank[] => {
  const blanks: Blank[] = []
  for (const object of objectsOf(pdfium, page)) {
    if (pdfium._FPDFPageObj_GetType(object) !== TEXT_OBJECT) continue
    if (!pdfium._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersAt(pdfium, memory).floats
    if (right - left > SAME_ORIGIN && top - bottom > SAME_ORIGIN) continue
    if (!pdfium._FPDFPageObj_GetMatrix(object, memory)) continue
    const [, , , , x = NaN, y = NaN] = new Float32Array(pdfium.HEAPU8.buffer, memory, 6)
    if (Number.isFinite(x + y)) blanks.push({ x, y })
  }
  return blanks
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000
/** PDFium has characters beyond the first plane as two: letters of formulas, rare Han. */
const toCode = (high: number, low: number) => 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff)

/** The character of a code as PDFium gives it; empty for one that is of no character, or negative. */
export const characterOf = (code: number): string =>
  code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

const isUnmapped = (code: number) => code === 0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)

/** What a viewer shows of the page: its crop box, unless that is empty. */
const shownBox = (pdfium: PdfiumModule, page: number, memory: number): Box | undefined => {
  if (!pdfium._FPDF_GetPageBoundingBox(page, memory)) return undefined
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = numbersAt(pdfium, memory).floats
  return right > left && top > bottom ? { left, right, bottom, top } : undefined
}

/** Paths of more corners are shapes that text is cut out of. */
const CORNERS = 8

/** What the characters that are drawn by one operator have in common. */
interface Drawing extends Marked {
  size: number
  turned: number
  /** Its lines are neither level nor upright. */
  isSlanted: boolean
  /** To which box they are clipped; undefined for a whole page, and for text in a form, whose clip is in its own coordinates. */
  clip: Box | undefined
}

/** Reads how a character is drawn; undefined for one that has no size. */
const drawingReader = (
  pdfium: PdfiumModule,
  { page, text, memory, marks }: { page: number; text: number; memory: number; marks: ReturnType<typeof marksReader> },
) => {
  let ofPage: Set<number> | undefined
  let known: { object: number; drawing: Drawing | undefined } | undefined
  const read = (index: number, object: number): Drawing | undefined => {
    if (!pdfium._FPDFText_GetMatrix(text, index, memory)) return undefined
    const [a = NaN, b = NaN, c = NaN, d = NaN] = numbersAt(pdfium, memory).floats
    const fontSize = pdfium._FPDFText_GetFontSize(text, index)
    const size = Math.abs(fontSize) * Math.hypot(c, d)
    if (!(size > 0)) return undefined
    // A negative size turns letters by two quarters more.
    const quarters = Math.round(pdfium._FPDFText_GetCharAngle(text, index) / QUARTER) + (fontSize < 0 ? 2 : 0)
    const turned = quarters & 3
    const slope = Math.atan2(b, a) / QUARTER
    const isSlanted = Math.abs(slope - Math.round(slope)) > SLANT
    if (object === 0) return { size, turned, isSlanted, clip: undefined, isHidden: false, isArtifact: false }
    if (!ofPage) {
      ofPage = new Set(objectsOf(pdfium, page))
      marks.addForms(ofPage)
    }
    const clip = ofPage.has(object) ? readClip(pdfium, object, memory) : undefined
    return { size, turned, isSlanted, clip, ...marks.read(object) }
  }
  return (index: number) => {
    const object = pdfium._FPDFText_GetTextObject(text, index)
    if (object === 0 || known?.object !== object) known = { object, drawing: read(index, object) }
    return known.drawing
  }
}

const readClip = (pdfium: PdfiumModule, object: number, memory: number): Box | undefined => {
  const clip = pdfium._FPDFPageObj_GetClipPath(object)
  const paths = clip === 0 ? 0 : pdfium._FPDFClipPath_CountPaths(clip)
  const box = { left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity }
  for (let path = 0; path < paths; path += 1) {
    const corners = pdfium._FPDFClipPath_CountPathSegments(clip, path)
    if (corners < 3 || corners > CORNERS) continue
    const [xs, ys]: [number[], number[]] = [[], []]
    for (let at = 0; at < corners; at += 1) {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, at)
      if (!pdfium._FPDFPathSegment_GetPoint(segment, memory, memory + 4)) continue
      const [x = NaN, y = NaN] = numbersAt(pdfium, memory).floats
      xs.push(x)
      ys.push(y)
    }
    box.left = Math.max(box.left, Math.min(...xs))
    box.right = Math.min(box.right, Math.max(...xs))
    box.bottom = Math.max(box.bottom, Math.min(...ys))
    box.top = Math.min(box.top, Math.max(...ys))
  }
  return box
}

/** Some fonts tell of heights that no letter has: then the shape is looked at. */
const isSeen = (place: Box & Pick<Glyph, 'ink'>, shown: Box | undefined) =>
  isWithin(place, shown) || isWithin(place.ink, shown)

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
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, memory)) return undefined
    let left = floats[0] ?? NaN
    let top = floats[1] ?? NaN
    let right = floats[2] ?? NaN
    let bottom = floats[3] ?? NaN
    if (!pdfium._FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return undefined
    const ink = {
      left: doubles[0] ?? NaN,
      right: doubles[1] ?? NaN,
      bottom: doubles[2] ?? NaN,
      top: doubles[3] ?? NaN,
    }
    // The widths that files tell of Arabic letters and of letters without one are not those of their shapes.
    if (isByShape || left === right || bottom === top) {
      ;({ left, right } = ink)
      bottom = Math.min(bottom, ink.bottom)
      top = Math.max(top, ink.top)
    }
    if (!pdfium._FPDFText_GetCharOrigin(text, index, memory, memory + 8)) return undefined
    const x = doubles[0] ?? NaN
    const y = doubles[1] ?? NaN
    return Number.isFinite(left + top + right + bottom + x + y) ? { x, y, left, right, bottom, top, ink } : undefined
  }
}

const FIXED_PITCH_FLAG = 1
const FIXED_PITCH_NAME = /mono(?!type)|nimbusmon|courier|(?<!american)typewriter|consol|(?:cm|ec|sf|tx)tt/i
const BOLD_FLAG = 1 << 18
const BOLD_NAME =
  /bold|black|heavy|(?:^|[-,+])(?:bd|hv)\b|(?:cm|sf|ec)(?:ss)?bx|(?:sf|ec)sx|-(?:medi|demi)(?:ital|oblique|obli|$)/i
const NAME_BYTES = 64

/** Reads of a character whether its font has letters of one width, and whether it is bold. */
export const fontReader = (pdfium: PdfiumModule, text: number, memory: number) => {
  const known = new Map<number, ReturnType<typeof readFont>>()
  return (index: number) => {
    const object = pdfium._FPDFText_GetTextObject(text, index)
    const font = object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object)
    const read = known.get(font) ?? readFont(pdfium, text, index, memory)
    if (font !== 0) known.set(font, read)
    return read
  }
}

const readFont = (pdfium: PdfiumModule, text: number, index: number, memory: number) => {
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

/** Bytes that `fontReader` needs. */
export const FONT_BYTES = NAME_BYTES + 8
