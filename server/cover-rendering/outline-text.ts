import type { Font, GlyphRun } from 'fontkit'
import { FACES } from '#covers/faces.ts'
import type { Face, Line, SetText } from '#covers/faces.ts'
import { n } from '#covers/shapes.ts'
import { openCoverFonts } from './cover-fonts.ts'
import type { PickFont } from './cover-fonts.ts'

/** A sequence of characters with the same direction and font. */
type Run = { text: string; font: Font; rtl: boolean }

const RTL = /[\u0600-\u065f\u066a-\u06ef\u06fa-\u06ff\u200c]/
const LTR = /[\p{L}\p{N}]/u
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
}

/** Letters have a direction. Characters between two letters of one direction have the same, others the line's. */
const directionsOf = (characters: string[], base: boolean): boolean[] => {
  const strong = characters.map((character) => (RTL.test(character) ? true : LTR.test(character) ? false : undefined))
  const after = (at: number) => strong.slice(at).find((rtl) => rtl !== undefined) ?? base
  const before = (at: number) => strong.slice(0, at).findLast((rtl) => rtl !== undefined) ?? base
  return strong.map((rtl, at) => rtl ?? (before(at) === after(at) ? before(at) : base))
}

const runsOf = ({ text, face, rtl: base }: Line, pick: PickFont): Run[] => {
  const characters = [...text]
  const directions = directionsOf(characters, base)
  const runs: Run[] = []
  characters.forEach((character, at) => {
    const rtl = directions[at] ?? base
    const shown = rtl ? (MIRRORED[character] ?? character) : character
    const last = runs.at(-1)
    const font = pick(shown, face) ?? (/\p{M}|\u200c/u.test(character) ? last?.font : undefined)
    if (!font) return
    if (last?.font === font && last.rtl === rtl) last.text += shown
    else runs.push({ text: shown, font, rtl })
  })
  return runs
}

/** The runs in visual order, left to right: runs against the line's direction are reversed among themselves. */
const inVisualOrder = (runs: Run[], base: boolean): Run[] => {
  const groups: Run[][] = []
  for (const run of runs) {
    if (groups.at(-1)?.[0]?.rtl === run.rtl) groups.at(-1)?.push(run)
    else groups.push([run])
  }
  const ordered = groups.map((group) => (group[0]?.rtl ? group.toReversed() : group))
  return (base ? ordered.toReversed() : ordered).flat()
}

/** Without ligatures, as the browser sets text with letter spacing. */
const layOut = ({ text, font, rtl }: Run): GlyphRun =>
  font.layout(text, rtl ? {} : { liga: false, clig: false }, undefined, undefined, rtl ? 'rtl' : 'ltr')

const drawRun = (run: GlyphRun, scale: number, tracking: number, x: number, y: number): { d: string; end: number } => {
  let pen = x
  let d = ''
  run.glyphs.forEach((glyph, at) => {
    const position = run.positions[at]
    const [left, base] = [pen + (position?.xOffset ?? 0) * scale, y - (position?.yOffset ?? 0) * scale]
    for (const { command, args } of glyph.path.commands) {
      const points = args.map((value, place) => n(place % 2 ? base - value * scale : left + value * scale)).join(' ')
      d += LETTER_OF[command] + points
    }
    pen += (position?.xAdvance ?? 0) * scale + tracking
  })
  return { d, end: pen }
}

const LETTER_OF = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

/** The width of a line, and its outlines from `x`. */
const drawLine = (line: Line, pick: PickFont, x: number) => {
  const tracking = line.rtl ? 0 : FACES[line.face].tracking * line.size
  let [end, d] = [x, '']
  for (const run of inVisualOrder(runsOf(line, pick), line.rtl)) {
    const drawn = drawRun(layOut(run), line.size / run.font.unitsPerEm, tracking, end, line.y)
    d += drawn.d
    end = drawn.end
  }
  return { d, width: end - x }
}

const startOf = ({ x, anchor, rtl }: Line, width: number) => (anchor === 'middle' ? x - width / 2 : rtl ? x - width : x)

/** The width of a text at size 1. */
export const drawnWidth = (pick: PickFont, text: string, face: Face, rtl: boolean): number =>
  drawLine({ text, face, rtl, x: 0, y: 0, size: 1, fill: '', anchor: 'start' }, pick, 0).width

/** Draws text as outlines, which need no installed fonts. Supports the characters of `text` and those that covers add. */
export const outlineSetter = async (text: string): Promise<SetText> => {
  const pick = await openCoverFonts(`${text}${text.toLocaleUpperCase('en')}-…()[]{}«»<>`.normalize('NFC'))
  return (line) => {
    const { width } = drawLine(line, pick, 0)
    const { d } = drawLine(line, pick, startOf(line, width))
    return d && `<path d="${d}" fill="${line.fill}"/>`
  }
}
