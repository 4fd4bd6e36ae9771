import { hasContent, type Part } from './parts.ts'

export interface Emphasis {
  isItalic: boolean
  isBold: boolean
}

export const UPRIGHT: Emphasis = { isItalic: false, isBold: false }

export const emphasized = (c: Part[], { isItalic, isBold }: Emphasis): Part[] => {
  if (!c.some(hasContent)) return c
  const slanted: Part[] = isItalic ? [{ k: 'em', c }] : c
  return isBold ? [{ k: 'strong', c: slanted }] : slanted
}

export type Align = Extract<Part, { k: 'p' }>['align']
export type Picture = Extract<Part, { k: 'inline-picture' }>

export const toParagraph = (c: Part[], align: Align): Part => {
  const [only, ...others] = c.filter((part) => typeof part !== 'string' || part.trim() !== '')
  if (others.length === 0 && typeof only === 'object' && only.k === 'inline-picture') return toPicture(only, [])
  return { k: 'p', align, verse: holdsBreak(c), c }
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
