const ARABIC = /\p{Script=Arabic}/gu
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const LETTER = /\p{L}/gu
/** A text that mentions another one has fewer letters of its script. */
const LEAST_SHARE = 1 / 3

/**
 * `dir` and `lang` for an element with a book's text. The language is derived from the script where one language alone is
 * written in it; else it is what the book says, if that is known.
 */
export const textAttributes = (text: string, language?: string) =>
  ({ dir: 'auto', lang: langOf(text) ?? language }) as const

const langOf = (text: string) => {
  if (isWrittenIn(ARABIC, text)) return 'ar'
  return KANA.test(text) && isWrittenIn(JAPANESE, text) ? 'ja' : undefined
}

const isWrittenIn = (script: RegExp, text: string) => {
  const letters = text.match(script)?.length ?? 0
  return letters > 0 && letters >= (text.match(LETTER)?.length ?? 0) * LEAST_SHARE
}
