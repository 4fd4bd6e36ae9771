/** A word of a text, with its place in it. */
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
/** Raised letters, and raised digits, which are marks of notes and powers: they are no part of the word before them. */
const RAISED = '\\u02b0-\\u02ff\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079'
const WORD = new RegExp(
  `[${UNSPACED}]|[[\\p{L}\\p{N}]--[${UNSPACED}${RAISED}]][[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}${RAISED}]]*`,
  'gv',
)

/** The words of a text, in order. Each character of a script without spaces is a word. */
export const splitWords = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: found, index }) => ({
    // Some characters are several words in compatibility form.
    word: [...found.normalize('NFKC').replace(/\s+/g, '')].slice(0, WORD_MAX).join(''),
    start: index,
    end: index + found.length,
  }))

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/g

/**
 * The phrases of a query, each as words with spaces between: what is in quotes, and each of the other words. A word with
 * an apostrophe or hyphen, or in a script without spaces, is a phrase of several.
 */
export const splitPhrases = (query: string): string[] => {
  const phrases = [...query.matchAll(QUOTED)].map(([all, quoted]) => joinWords(splitWords(quoted ?? all)))
  return [...new Set(phrases)].filter((phrase) => phrase !== '')
}

export const joinWords = (words: Word[]) => words.map(({ word }) => word).join(' ')
