/**
 * A language that tests read instead of a real one: English whose words are 40 percent longer, each text between « and ».
 * It has the address, the direction and the `Intl` of the language whose place it takes: `ar-x-pseudo` reads from right
 * to left. Only a build that names it has it.
 */
import { type Language, languagesIn } from '#contract/shapes/languages.ts'
import { wordsAt, wordsIn } from './icu.ts'
import type { Texts } from './language-files.ts'

const SUFFIX = '-x-pseudo'
const LONGER = 0.4

export const isPseudo = (tag: string) => tag.endsWith(SUFFIX)

/** The tag of the language whose place it takes. */
export const realTagOf = (tag: string) => (isPseudo(tag) ? tag.slice(0, -SUFFIX.length) : tag)

/** The pseudo-languages in a list such as `de-x-pseudo, ar-x-pseudo`. */
export const pseudoLanguagesIn = (list: string): Language[] => {
  const tags = list.split(/[\s,]+/).filter(isPseudo)
  return languagesIn(tags.map(realTagOf).join(', ')).map((language) => ({ ...language, tag: language.tag + SUFFIX }))
}

export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]))

/** The text with longer words, marked at both ends; its arguments and forms stay, and what has no words. */
export const pseudoText = (text: string): string => {
  if (!wordsIn(text).some((part) => /\p{L}/u.test(part))) return text
  const parts: string[] = []
  let end = 0
  for (const { from, to } of wordsAt(text)) {
    parts.push(text.slice(end, from), text.slice(from, to).replaceAll(/[\p{L}\p{M}]+/gu, lengthened))
    end = to
  }
  return `«${parts.join('')}${text.slice(end)}»`
}

/** The last letters twice. */
const lengthened = (word: string) => {
  const letters = [...word]
  const from = letters.length - Math.round(letters.length * LONGER)
  return letters.map((letter, index) => (index < from ? letter : letter + letter)).join('')
}
