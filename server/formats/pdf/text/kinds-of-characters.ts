/** Whether a character is of a kind that begins at `first`: most characters come before it, and are not looked at further. */
const kindFrom =
  (first: number, pattern: RegExp) =>
  (char: string): boolean =>
    char.charCodeAt(0) >= first && pattern.test(char)

/** A letter of a script that is read from the right; its digits are read from the left. */
export const isRtlLetter = kindFrom(
  0x590,
  /(?!\p{Nd})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u,
)
export const isMark = kindFrom(0x300, /^\p{M}/u)
export const isNonspacing = kindFrom(0x300, /^\p{Mn}/u)
/** The sign of a vowel that is seen to the left of its consonant, and written behind it. */
export const isSignBefore = kindFrom(
  0x93f,
  /^[\u093f\u09bf\u09c7\u09c8\u0a3f\u0abf\u0b47\u0bc6-\u0bc8\u0d46-\u0d48\u0dd9-\u0ddb\u1031\u17c1-\u17c3]$/u,
)
/** A letter of a script whose letters are drawn in other shapes, places and orders than they are written. */
export const isComplex = kindFrom(
  0x900,
  /^[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]$/u,
)
/** Han and kana: they fill a square, and stand without blanks. */
export const isHanOrKana = kindFrom(0xb7, /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u)
export const isSquare = kindFrom(0xb7, /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}]$/u)

export const isDigit = kindFrom(0x30, /^\p{Nd}/u)

/** The value of a digit: the ten of each script follow each other. */
export const digitOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1
  return code - zero
}
