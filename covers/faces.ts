import { n } from './shapes.ts'
import type { Svg } from './shapes.ts'

/** The four typefaces of a cover: two of Literata, two of Instrument Sans. */
export type Face = 'display' | 'book' | 'narrow' | 'small'

type Cut = {
  family: 'Literata' | 'Instrument Sans'
  axes: { wght: number; opsz?: number; wdth?: number }
  tracking: number
  lead: number
}

export const FACES: Record<Face, Cut> = {
  display: { family: 'Literata', axes: { wght: 900, opsz: 72 }, tracking: -0.018, lead: 1.02 },
  book: { family: 'Literata', axes: { wght: 500, opsz: 72 }, tracking: -0.014, lead: 1.1 },
  narrow: { family: 'Instrument Sans', axes: { wght: 700, wdth: 75 }, tracking: -0.012, lead: 0.98 },
  small: { family: 'Instrument Sans', axes: { wght: 600, wdth: 75 }, tracking: 0.012, lead: 1.2 },
}

/** One line of text: `x` is its start (in Arabic its right end) or its centre, `y` its baseline. */
export type Line = {
  text: string
  x: number
  y: number
  size: number
  face: Face
  fill: string
  anchor: 'start' | 'middle'
  rtl: boolean
}

/** Renders one line: as text in the browser, which has the fonts, and as outlines on the server. */
export type SetText = (line: Line) => Svg

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const styleOf = (face: Face, rtl: boolean): string => {
  const { family, axes, tracking } = FACES[face]
  const generic = family === 'Literata' ? 'serif' : 'sans-serif'
  const rest = family === 'Literata' ? '' : 'Literata,'
  const settings = Object.entries(axes).map(([axis, value]) => `'${axis}' ${value}`)
  const spacing = rtl ? '' : `;letter-spacing:${tracking}em`
  return `font-family:'${family}',${rest}Amiri,'Noto Serif JP Variable',${generic};font-weight:${axes.wght};font-stretch:${axes.wdth ?? 100}%;font-variation-settings:${settings.join()}${spacing}`
}

export const textElement: SetText = ({ text, x, y, size, face, fill, anchor, rtl }) =>
  `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" fill="${fill}" text-anchor="${anchor}"${rtl ? ' direction="rtl"' : ''} style="${styleOf(face, rtl)}">${escaped(text)}</text>`
