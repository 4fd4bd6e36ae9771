const ARABIC = /\p{Script=Arabic}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * `dir` and `lang` for an element with a book's text. The language is derived from the script where that is written in one
 * alone; else it is what the book says, if that is known.
 */
export const textAttributes = (text: string, language?: string) =>
  ({ dir: 'auto', lang: langOf(text) ?? language }) as const

const langOf = (text: string) => {
  if (ARABIC.test(text)) return 'ar'
  return KANA.test(text) ? 'ja' : undefined
}
