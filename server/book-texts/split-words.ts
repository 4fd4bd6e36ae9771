import { foldText } from '#contract/shapes/fold-text.ts'

/** A word of a text as it is compared, with its place in the text. */
export interface Word {
  word: string
  start: number
  end: number
}

/** Longer words are cut. */
const WORD_MAX = 64

/** Scripts without spaces between words, as in `search_unspaced()` of the database. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
/** Korean has spaces, but its nouns are written with the particles behind them: each syllable is a word as well. */
const HANGUL = '\\uac00-\\ud7a3'
const ALONE = `${UNSPACED}${HANGUL}`
const WORD = new RegExp(
  `[${UNSPACED}]\\p{M}*|[${HANGUL}]+|[[\\p{L}\\p{N}]--[${ALONE}]][[\\p{L}\\p{N}\\p{M}]--[${ALONE}]]*`,
  'gv',
)
const IS_HANGUL = new RegExp(`^[${HANGUL}]`, 'v')
/** Stands behind the last syllable of a Korean word, so that no word is found over two. */
const WORD_END = '힣'

/** The words of a text, in order. Each letter of a script without spaces with its signs, and each syllable of Korean, is a word. */
export const splitWords = (text: string): Word[] => {
  const folded = foldText(text)
  const placed = (word: string, from: number, to: number) => ({
    word,
    start: folded.starts[from] ?? text.length,
    end: folded.starts[to] ?? text.length,
  })
  return [...folded.text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const end = index + found.length
    if (!IS_HANGUL.test(found)) return [placed([...found].slice(0, WORD_MAX).join(''), index, end)]
    const syllables = [...found].map((syllable, at) => placed(syllable, index + at, index + at + 1))
    return [...syllables, placed(WORD_END, end, end)]
  })
}

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/g

/**
 * The phrases of a query, each as words with spaces between: what is in quotes, and each of the other words. A word with
 * an apostrophe or hyphen, or in a script without spaces, is a phrase of several.
 */
export const splitPhrases = (query: string): string[] => {
  const phrases = [...query.matchAll(QUOTED)].map(([all, quoted]) => joinQuery(quoted ?? all))
  return [...new Set(phrases)].filter((phrase) => phrase !== '')
}

/** The words of a query, whose last one may go on in the text. */
export const joinQuery = (query: string): string => {
  const words = splitWords(query)
  return joinWords(words.at(-1)?.word === WORD_END ? words.slice(0, -1) : words)
}

export const joinWords = (words: Word[]) => words.map(({ word }) => word).join(' ')
