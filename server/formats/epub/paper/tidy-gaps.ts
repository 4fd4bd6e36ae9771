import { isHeading } from './heads-of-pages.ts'
import { hasContent, type Part } from './parts.ts'

/** With gaps between what has content alone, of several one, and none beside headings, which have space of their own. */
export const tidyGaps = (parts: Part[]): Part[] => {
  const tidy: Part[] = []
  let mayPart = false
  let isParted = false
  for (const part of parts) {
    if (typeof part === 'object' && part.k === 'gap') {
      isParted = mayPart
      continue
    }
    if (hasContent(part)) {
      if (isParted && !isHeading(part)) tidy.push({ k: 'gap' })
      isParted = false
      mayPart = !isHeading(part)
    } else if (typeof part === 'object' && (part.k === 'chapter' || part.k === 'page')) mayPart = isParted = false
    tidy.push(part)
  }
  return tidy
}
