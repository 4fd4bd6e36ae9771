const ARABIC = /\p{Script=Arabic}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** `dir` and `lang` for an element with a book's text; the language is derived from the script where possible. */
export const textAttributes = (text: string) => ({ dir: 'auto', lang: langOf(text) }) as const

const langOf = (text: string) => {
  if (ARABIC.test(text)) return 'ar'
  return KANA.test(text) ? 'ja' : undefined
}
