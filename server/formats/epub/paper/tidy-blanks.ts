import type { Part } from './parts.ts'

/** Without blanks at the ends, beside breaks and beside each other. */
export const tidyBlanks = (parts: Part[]): Part[] => {
  let isBlank = true
  let [isAtBreak, isBreakDue] = [true, false]
  /** The break that is due before words. */
  const due = (): Part[] => {
    const breaks: Part[] = isBreakDue && !isAtBreak ? [{ k: 'br' }] : []
    isAtBreak = isBreakDue = false
    return breaks
  }
  const visit = (list: Part[]): Part[] =>
    list.flatMap((part): Part[] => {
      if (typeof part === 'string') {
        let text = part.replace(/[ \t\r\n\f]+/g, ' ')
        if (isBlank) text = text.replace(/^ /, '')
        if (text === '') return []
        isBlank = text.endsWith(' ')
        return [...due(), text]
      }
      if (part.k === 'br') {
        isBlank = true
        if (part.soft) {
          isBreakDue = true
          return []
        }
        ;[isAtBreak, isBreakDue] = [true, false]
        return [part]
      }
      if ('c' in part && part.k !== 'note' && part.k !== 'ruby') {
        const c = visit(part.c)
        return c.length === 0 ? [] : [{ ...part, c }]
      }
      isBlank = part.k === 'space'
      return [...due(), part]
    })
  // A break at the ends of a paragraph parts nothing.
  const found = withoutBreak(visit(parts), 0)
  const out = withoutBreak(found, found.length - 1)
  const last = out.at(-1)
  return typeof last === 'string' ? [...out.slice(0, -1), last.trimEnd()].filter((part) => part !== '') : out
}

const withoutBreak = (parts: Part[], at: number): Part[] => {
  const part = parts[at]
  return typeof part === 'object' && part.k === 'br' ? parts.toSpliced(at, 1) : parts
}
