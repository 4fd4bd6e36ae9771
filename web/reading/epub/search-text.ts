import { foldText } from '#contract/fold-text.ts'

/** Scripts without spaces between words; Korean nouns are found before their particles. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** A part of a text, from `start` to before `end`. */
export interface TextMatch {
  start: number
  end: number
}

/** Finds what a search looks for in texts: a text wherever it is, or any of several whole words and phrases; undefined without words. */
export const finderOf = (query: string | readonly string[]): ((text: string) => TextMatch[]) | undefined => {
  const words = (typeof query === 'string' ? [query] : query).map(folded).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const isWhole = typeof query !== 'string' && !words.some((word) => UNSPACED.test(word))
  const any = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
  const pattern = new RegExp(isWhole ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])` : `(?:${any})(?!\\p{M})`, 'gu')
  return (text) => {
    const { text: searched, starts } = foldText(text)
    return [...searched.matchAll(pattern)].map(({ 0: match, index }) => ({
      start: starts[index] ?? 0,
      end: starts[index + match.length] ?? text.length,
    }))
  }
}

const folded = (text: string) => foldText(text).text.trim()
