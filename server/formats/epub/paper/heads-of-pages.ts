import { hasContent, type Part } from './parts.ts'

/** With more space above a heading that begins a page. */
export const opened = (parts: Part[]): Part[] => {
  let isAtStart = false
  return parts.map((part) => {
    if (startsPage(part)) isAtStart = true
    else if (isAtStart && isHeading(part)) {
      isAtStart = false
      return asOpening(part)
    } else if (hasContent(part)) isAtStart = false
    return part
  })
}

/** Without those new pages that would be empty, and with what each begins with. */
export const tidyPages = (parts: Part[]): Part[] => {
  let next: Part | undefined
  const filled = parts.toReversed().flatMap((part): Part[] => {
    if (typeof part === 'string' || part.k !== 'page') {
      if (hasContent(part) || startsPage(part)) next = part
      return [part]
    }
    if (next === undefined || startsPage(next)) return []
    const opens = isHeading(next)
    next = part
    return [{ k: 'page', opens }]
  })
  let isAtStart = true
  const kept = filled.toReversed().filter((part) => {
    const isPage = typeof part === 'object' && part.k === 'page'
    const isKept = !isPage || !isAtStart
    if (startsPage(part)) isAtStart = true
    else if (hasContent(part)) isAtStart = false
    return isKept
  })
  return withWholePictures(kept)
}

/** Marks the pictures that have a page of their own. */
const withWholePictures = (parts: Part[]): Part[] => {
  const isBound = (part: Part | undefined) => part === undefined || startsPage(part)
  const solid = parts.filter((part) => hasContent(part) || startsPage(part) || isRule(part))
  const whole = new Set(solid.filter((part, at) => isPicture(part) && isBound(solid[at - 1]) && isBound(solid[at + 1])))
  return parts.map((part) =>
    whole.has(part) && typeof part === 'object' ? ({ ...part, isWhole: true } as Part) : part,
  )
}

const isPicture = (part: Part): boolean => typeof part === 'object' && part.k === 'picture' && part.c.length === 0
const isRule = (part: Part): boolean => typeof part === 'object' && part.k === 'rule'

const startsPage = (part: Part): boolean => typeof part === 'object' && (part.k === 'chapter' || part.k === 'page')

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
