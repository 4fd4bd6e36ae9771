const ARABIC = /\p{Script=Arabic}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** For an element that holds words of a book: their direction, and their language where the letters tell it. */
export const textAttributes = (text: string) => ({ dir: 'auto', lang: langOf(text) }) as const

const langOf = (text: string) => {
  if (ARABIC.test(text)) return 'ar'
  return KANA.test(text) ? 'ja' : undefined
}
