import { foldText, type FoldedText } from '#contract/fold-text.ts'

/** Scripts without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Korean nouns are found before their particles. */
const WITHIN_WORDS = new RegExp(`${UNSPACED.source}|\\p{sc=Hangul}`, 'u')
const UNSPACED_BOUNDARY = new RegExp(`(?<=${UNSPACED.source}\\p{M}*)(?=(?!\\p{M})${UNSPACED.source})`, 'gu')
const PUNCTUATION = /(?<=\S) ?(\p{P}) ?(?=\S)/gu

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
    isWhole ? `(?<![\\p{L}\\p{N}]\\p{M}*)(?:${any})(?![\\p{L}\\p{M}\\p{N}])` : `(?:${any})(?!\\p{M})`,
    'gu',
  )
  return (text) => {
    const { text: searched, starts } = typeof text === 'string' ? foldText(text) : text
    return [...searched.matchAll(pattern)].map(({ 0: match, index }) => ({
      start: starts[index] ?? 0,
      end: starts[index + match.length] ?? 0,
    }))
  }
}

const folded = (text: string) => foldText(text).text.trim()

/**
 * With any blanks between two words, and beside punctuation and between letters of scripts without blanks: PDFs have them where
 * they leave a gap or end a line.
 */
const patternOf = (words: string) =>
  words
    .replace(PUNCTUATION, '\n$1\n')
    .replace(UNSPACED_BOUNDARY, '\n')
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(/ +/g, ' +')
    .replaceAll(/\n+/g, ' *')
