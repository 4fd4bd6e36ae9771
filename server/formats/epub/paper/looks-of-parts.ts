import type { Looks } from '#server/formats/epub/simple-looks.ts'
import { withLineNumbers } from './line-numbers.ts'
import { type Edges, hasContent, type Part } from './parts.ts'

export interface Emphasis {
  isItalic: boolean
  isBold: boolean
  isSmallCaps: boolean
  /** Between letters, in units of their size. */
  spacing: number
}

export const UPRIGHT: Emphasis = { isItalic: false, isBold: false, isSmallCaps: false, spacing: 0 }

export const emphasized = (
  c: Part[],
  { isItalic, isBold, isSmallCaps, spacing }: Emphasis,
  around: Emphasis = UPRIGHT,
): Part[] => {
  if (!c.some(hasContent)) return c
  let out = c
  // Italics in italics stand upright.
  if (isItalic !== around.isItalic) out = [{ k: 'em', c: out }]
  if (isBold && !around.isBold) out = [{ k: 'strong', c: out }]
  if (isSmallCaps && !around.isSmallCaps) out = [{ k: 'caps', c: out }]
  return spacing === around.spacing ? out : [{ k: 'spaced', em: spacing, c: out }]
}

const [LEAST_SPACING, MIN_SPACING, MAX_SPACING] = [0.03, -0.05, 0.5]
/** Less is that of a screen, and connected letters have none. */
export const spacingOf = (em: number, dir: 'ltr' | 'rtl'): number =>
  Math.abs(em) < LEAST_SPACING || dir === 'rtl' ? 0 : Math.min(Math.max(em, MIN_SPACING), MAX_SPACING)

export type Letters = NonNullable<Looks['letters']>
/** Fonts lack its capitals, which its words do not begin with either. */
const GEORGIAN = /\p{Script=Georgian}/u
const FIRST = /(?<![\p{L}\p{M}\p{N}]['’]?)\p{L}/gu

/** Words in the letters that their style gives them. */
export const inLetters = (text: string, letters: Letters, language: string): string => {
  if (letters === 'typed') return text
  if (letters === 'lower') return text.toLocaleLowerCase(language)
  if (GEORGIAN.test(text)) return text
  if (letters === 'upper') return text.toLocaleUpperCase(language)
  return text.replace(FIRST, (letter) => letter.toLocaleUpperCase(language))
}

/** Less than this is the margin of a screen, and more than that would leave too little for words. */
const [LEAST_EDGE, MAX_EDGE, MAX_FIRST] = [0.75, 8, 8]
/** The first lines of paragraphs begin that far inside anyway. */
const USUAL_FIRST = 2
const edge = (em: number) => (em < LEAST_EDGE ? 0 : Math.min(em, MAX_EDGE))

/** The space at the sides of lines, of which those around have some. */
export const sidesIn = (looks: Looks, outer: { start: number; end: number }, isRightToLeft: boolean) => {
  const [left, right] = [(looks.left ?? 0) + (looks.padLeft ?? 0), (looks.right ?? 0) + (looks.padRight ?? 0)]
  const [start, end] = isRightToLeft ? [right, left] : [left, right]
  return { start: Math.min(MAX_EDGE, outer.start + edge(start)), end: Math.min(MAX_EDGE, outer.end + edge(end)) }
}

/** `isIndented` says that paragraphs of the chapter begin further inside, so that one that does not is meant. */
export const edgesOf = (
  { indent }: Looks,
  { start, end }: { start: number; end: number },
  isIndented: boolean,
): Edges => {
  const hang = indent === undefined ? 0 : edge(-indent)
  const isFirst = indent !== undefined && ((indent === 0 && isIndented) || indent > (start > 0 ? 0 : USUAL_FIRST))
  return {
    ...(start - hang > 0 && { start: start - hang }),
    ...(end > 0 && { end }),
    ...(hang > 0 ? { hang } : isFirst && { first: Math.min(indent, MAX_FIRST) }),
  }
}

/** Where paragraphs stand further inside, a block of its own each: those after the first are told from it. */
export const continued = (parts: Part[]): Part[] =>
  parts.map((part, at) => {
    const before = parts[at - 1]
    if (typeof part !== 'object' || part.k !== 'p' || typeof before !== 'object' || before.k !== 'p') return part
    const isSame = (part.start ?? 0) > 0 && part.start === before.start && part.end === before.end
    const isProse = part.align === null && !part.verse && !part.line && !before.verse && part.hang === undefined
    return isSame && isProse && part.first === undefined ? { ...part, first: CONTINUED_FIRST } : part
  })
const CONTINUED_FIRST = 1.3

const SCENE_EM = 1.5
/** Whether its style parts it from what is above or below as scenes are. */
export const isParted = (em: number | undefined): boolean => em !== undefined && em >= SCENE_EM

export type Align = Extract<Part, { k: 'p' }>['align']
export type Picture = Extract<Part, { k: 'inline-picture' }>

export const toParagraph = (c: Part[], align: Align, edges: Edges = {}): Part => {
  const [only, ...others] = c.filter((part) => typeof part !== 'string' || part.trim() !== '')
  if (others.length === 0 && typeof only === 'object' && only.k === 'inline-picture') return toPicture(only, [])
  return { k: 'p', align, verse: holdsBreak(c), ...edges, c: withLineNumbers(c, align === null) }
}

export const toPicture = ({ src, alt, width }: Picture, c: Part[]): Part => ({
  k: 'picture',
  src,
  alt,
  width,
  c,
})

const holdsBreak = (c: Part[]): boolean =>
  c.some(
    (part) => typeof part === 'object' && (part.k === 'br' || (part.k !== 'note' && 'c' in part && holdsBreak(part.c))),
  )
