import { foldText, type FoldedText } from '#contract/shapes/fold-text.ts'

/** Scripts without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Korean nouns are found before their particles. */
const WITHIN_WORDS = new RegExp(`${UNSPACED.source}|\\p{sc=Hangul}`, 'u')
// Safari before version 16.4 can't look behind.
const UNSPACED_BOUNDARY = new RegExp(`(${UNSPACED.source}\\p{M}*) *(?=(?!\\p{M})${UNSPACED.source})`, 'gu')
const PUNCTUATION = /(\S) ?(\p{P}) ?(?=\S)/gu

/** A part of a text, from `start` to before `end`. */
export interface TextMatch {
  start: number
  end: number
}

/** Finds what a search looks for in texts: a text wherever it is, or any of several whole words and phrases; undefined without words. */
export const finderOf = (
  query: string | readonly string[],
): ((text: string | FoldedText) => TextMatch[]) | undefined => {
  const words = (typeof query === 'string' ? [query] : query).map(folded).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const isWhole = typeof query !== 'string' && !words.some((word) => WITHIN_WORDS.test(word))
  const any = words
    .toSorted((one, other) => other.length - one.length)
    .map(patternOf)
    .join('|')
  const pattern = new RegExp(
    isWhole ? `(^|[^\\p{L}\\p{M}\\p{N}])(${any})(?![\\p{L}\\p{M}\\p{N}])` : `()(${any})(?!\\p{M})`,
    'gu',
  )
  return (text) => {
    const { text: searched, starts } = typeof text === 'string' ? foldText(text) : text
    return [...searched.matchAll(pattern)].map(({ 1: before = '', 2: match = '', index }) => {
      const start = index + before.length
      return { start: starts[start] ?? 0, end: starts[start + match.length] ?? 0 }
    })
  }
}

const folded = (text: string) => foldText(text).text.trim()

/**
 * With any blanks between two words, and beside punctuation and between letters of scripts without blanks: PDFs have them where
 * they leave a gap or end a line.
 */
const patternOf = (words: string) =>
  words
    .replace(PUNCTUATION, '$1\n$2\n')
    .replace(UNSPACED_BOUNDARY, '$1\n')
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(/ +/g, ' +')
    .replaceAll(/\n+/g, ' *')
