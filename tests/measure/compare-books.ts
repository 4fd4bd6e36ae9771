import { diffArrays } from 'diff'
import { ASPECTS, type Word } from './annotated-words.ts'

const MAX_EXAMPLES = 60

/** Where a book differs from its source: words lost or added, and what is said otherwise of the same words. */
export const compareBooks = (source: readonly Word[], book: readonly Word[]): string[] => {
  const found: string[] = []
  const changes = diffArrays(
    source.map(({ text }) => text),
    book.map(({ text }) => text),
  )
  let [from, to] = [0, 0]
  for (const { added, removed, value } of changes) {
    const shown = value.slice(0, MAX_EXAMPLES).join(' ')
    if (removed) {
      found.push(`lost: ${shown} (after ${source[from - 1]?.text})`)
      from += value.length
    } else if (added) {
      found.push(`added: ${shown} (after ${book[to - 1]?.text})`)
      to += value.length
    } else
      for (const text of value) {
        const [one, other] = [source[from++]?.said, book[to++]?.said]
        for (const aspect of ASPECTS)
          if (one?.[aspect] !== other?.[aspect])
            found.push(`${aspect}: ${text}: “${one?.[aspect]}” became “${other?.[aspect]}”`)
      }
  }
  return found
}
