import type { TextRange } from '#contract/books.ts'
import type { Snippet } from '#contract/search-inside.ts'
import type { FoundPage } from './find-pages.ts'
import { splitWords, type Word } from '#server/book-texts/split-words.ts'

/** About the length of a snippet. */
const LENGTH = 240
/** A snippet begins with a sentence if that begins not further before the words. */
const SENTENCE_WITHIN = 120

type PhraseRange = TextRange & { phrase: string }

/** The part of a page where most of its found words are close together. */
export const cutSnippet = ({ content, words: folded, phrases }: Omit<FoundPage, 'bookId' | 'page'>): Snippet => {
  const words = splitWords(content)
  const found = findRanges(words, folded.slice(1, -1).split(' '), phrases)
  const best = closest(found)
  const from = startBefore(content, words, best)
  const to = endAfter(content, words, from, best)
  const text = (from > 0 ? '… ' : '') + content.slice(from, to) + (to < content.length ? ' …' : '')
  const moved = from > 0 ? 2 - from : 0
  const ranges = found
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start + moved, end: end + moved }))
  return { text, ranges }
}

/** Where the phrases are in the text, without those that are part of another; `folded` are its words as they are compared. */
const findRanges = (words: Word[], folded: string[], phrases: string[]): PhraseRange[] => {
  const byFirst = Map.groupBy(
    phrases.map((phrase) => phrase.split(' ')),
    ([first]) => first,
  )
  let lastEnd = 0
  return words.flatMap(({ start }, at) => {
    if (start < lastEnd) return []
    const here = byFirst.get(folded[at])?.filter((parts) => parts.every((part, n) => folded[at + n] === part)) ?? []
    const longest = here.toSorted((a, b) => b.length - a.length)[0]
    const end = longest && words[at + longest.length - 1]?.end
    if (!longest || end === undefined) return []
    lastEnd = end
    return [{ start, end, phrase: longest.join(' ') }]
  })
}

/** The ranges within the length of a snippet that have the most phrases, and are the nearest to each other. */
const closest = (found: PhraseRange[]): TextRange => {
  let best = { start: 0, end: 0, count: 0 }
  for (const [at, { start }] of found.entries()) {
    const phrases = new Set<string>()
    for (let next = at; next < found.length; next += 1) {
      const { phrase, end } = found[next] ?? { phrase: '', end: Infinity }
      if (end - start > LENGTH && next > at) break
      if (phrases.has(phrase)) continue
      phrases.add(phrase)
      const isCloser = phrases.size === best.count && end - start < best.end - best.start
      if (phrases.size > best.count || isCloser) best = { start, end, count: phrases.size }
    }
  }
  return best
}

/** The beginning of the sentence, or of a word as far before as there is room. */
const startBefore = (content: string, words: Word[], { start, end }: TextRange) => {
  const before = content.slice(Math.max(0, start - SENTENCE_WITHIN), start)
  const sentence = [...before.matchAll(/[.!?…]["'”’»)]*\s+|[。！？؟۔]\s*/gu)].at(-1)
  if (sentence) return start - before.length + sentence.index + sentence[0].length
  const room = Math.max(0, LENGTH - (end - start)) / 3
  return start <= room ? 0 : (words.find((word) => word.start >= start - room)?.start ?? start)
}

const endAfter = (content: string, words: Word[], from: number, { end }: TextRange) => {
  const limit = Math.max(end, from + LENGTH)
  if (limit >= content.length) return content.length
  return Math.max(end, words.findLast((word) => word.end <= limit)?.end ?? end)
}
