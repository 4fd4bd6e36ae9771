import { hasContent, type Part } from './parts.ts'

/** With more space above a heading that begins a page. */
export const opened = (parts: Part[]): Part[] => {
  let isAtStart = false
  return parts.map((part) => {
    if (typeof part === 'object' && part.k === 'chapter') isAtStart = true
    else if (isAtStart && isHeading(part)) {
      isAtStart = false
      return asOpening(part)
    } else if (hasContent(part)) isAtStart = false
    return part
  })
}

/** In another language too. */
export const isHeading = (part: Part | undefined): boolean =>
  typeof part === 'object' && (part.k === 'h' || (part.k === 'in' && isHeading(part.c[0])))

const asOpening = (part: Part | undefined): Part => {
  if (typeof part !== 'object') return part ?? ''
  if (part.k === 'in') return { ...part, c: [asOpening(part.c[0]), ...part.c.slice(1)] }
  return part.k === 'h' ? { ...part, opens: true } : part
}

/** Whether nothing but a heading is left. */
export const isHeadOrEmpty = (part: Part): boolean =>
  (typeof part === 'object' && (part.k === 'h' || (part.k === 'in' && part.c.every(isHeadOrEmpty)))) ||
  !hasContent(part)
