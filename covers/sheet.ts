import type { Roll } from './dice.ts'
import type { Face, SetText } from './faces.ts'
import { fitText, heightOf } from './fit-text.ts'
import type { Fitted } from './fit-text.ts'
import { isArabic } from './measure-text.ts'
import type { Inks } from './motif.ts'
import type { Colourway } from './palettes.ts'
import type { Svg } from './shapes.ts'

/** The input of every composition. */
export type Sheet = {
  title: string
  main: string
  sub: string
  author: string
  colours: Colourway
  roll: Roll
  setText: SetText
  /** The inks of the cloth that contrast with a background. */
  inksOn: (ground: string) => Inks
  /** The genre's motif, 100 x 100, always the same on one cover. */
  motif: (inks: Inks) => Svg
}

export type Composition = (sheet: Sheet) => Svg

/** The text-free margin on every side of the 200 x 300 cover. */
export const MARGIN = 14
export const MEASURE = 200 - 2 * MARGIN

type Block = {
  face: Face
  x: number
  y: number
  width: number
  height: number
  max: number
  min: number
  fill: string
  align?: 'start' | 'middle'
  verticalAlign?: 'top' | 'middle' | 'bottom'
}

/** A text with its size and position; it can be drawn with a vertical offset. */
export type Set = { top: number; bottom: number; size: number; draw: (down?: number) => Svg }

const SHARE = { top: 0, middle: 0.5, bottom: 1 }

const setLines = (sheet: Sheet, fitted: Fitted, top: number, { x, width, face, fill, align = 'start' }: Block): Svg => {
  const { lines, size, lead, rise } = fitted
  return lines
    .map((text, at) => {
      const rtl = isArabic(text)
      const from = align === 'middle' ? x + width / 2 : rtl ? x + width : x
      return sheet.setText({ text, x: from, y: top + size * (rise + at * lead), size, face, fill, anchor: align, rtl })
    })
    .join('')
}

/** Arabic is set in a bolder face and a larger size, because Amiri is lighter and smaller than Literata. */
const ARABIC_CUT: Partial<Record<Face, { face: Face }>> = { book: { face: 'display' } }

/** Sets a text as large as its box allows, and returns its position. */
export const setBlock = (sheet: Sheet, text: string, asked: Block): Set => {
  const block = isArabic(text) ? { ...asked, ...ARABIC_CUT[asked.face], max: asked.max * 1.35 } : asked
  const fitted = fitText(text, block.face, block)
  const height = heightOf(fitted)
  const top = block.y + Math.max(0, block.height - height) * SHARE[block.verticalAlign ?? 'top']
  return {
    top,
    bottom: top + height,
    size: fitted.size,
    draw: (down = 0) => setLines(sheet, fitted, top + down, block),
  }
}

/** The title, and below it the subtitle in a smaller size. */
export const setTitle = (sheet: Sheet, block: Block): Set => {
  if (!sheet.sub) return setBlock(sheet, sheet.main, block)
  const main = setBlock(sheet, sheet.main, { ...block, verticalAlign: 'top', height: block.height * MAIN_SHARE })
  const y = main.bottom + GAP
  const max = Math.max(8, Math.min(15, main.size * 0.56))
  const room = { y, height: block.y + block.height - y, max, min: Math.min(block.min, 7) }
  const sub = setBlock(sheet, sheet.sub, { ...block, ...room, face: 'book', verticalAlign: 'top' })
  const spare = Math.max(0, block.y + block.height - sub.bottom) * SHARE[block.verticalAlign ?? 'top']
  const draw = (down = 0) => main.draw(spare + down) + sub.draw(spare + down)
  return { top: block.y + spare, bottom: sub.bottom + spare, size: main.size, draw }
}

const GAP = 6
const MAIN_SHARE = 0.68

type AuthorLine = {
  fill: string
  x?: number
  y?: number
  width?: number
  height?: number
  align?: 'start' | 'middle'
  verticalAlign?: 'top' | 'middle' | 'bottom'
}

/** The author's name as on most covers: small, at the top, at most two lines. */
export const setAuthor = (sheet: Sheet, line: AuthorLine): Set =>
  setBlock(sheet, sheet.author, {
    face: 'small',
    x: MARGIN,
    y: MARGIN,
    width: MEASURE,
    height: 26,
    max: 11.5,
    min: 6.5,
    ...line,
  })
