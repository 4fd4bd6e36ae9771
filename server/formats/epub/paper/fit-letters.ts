/** Stands for letters that no font has, in place of empty boxes. */
export const NO_LETTERS = '[…]'

/** More than this share of a book's letters can not be left out. */
const MAX_LACKING = 0.05

/** Whether a book can not be set, because too many of its letters are in no font. */
export const isUnreadable = (text: string, lacking: ReadonlySet<string>): boolean => {
  if (lacking.size === 0) return false
  let [all, lost] = [0, 0]
  for (const letter of text)
    if (/\p{L}/u.test(letter)) {
      all += 1
      if (lacking.has(letter)) lost += 1
    }
  return lost > all * MAX_LACKING
}

/** What is written in place of signs that few fonts have, such as the box of a task that is to be done. */
const SIGNS = new Map([['☐', '[ ]']])

/** Changes texts so that fonts have all of their letters: ligatures and the like become the letters that they are made of. */
export const fitLetters = (lacking: ReadonlySet<string>): ((text: string) => string) => {
  if (lacking.size === 0) return (text) => text
  const letters = `[${[...lacking].map((letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`).join('')}]`
  const alone = new RegExp(letters, 'gu')
  // With the marks, signs and blanks among them.
  const run = new RegExp(`${letters}(?:[\\p{M}\\p{Cf}\\p{P}\\s]*${letters})*[\\p{M}\\p{Cf}]*`, 'gu')
  return (text) =>
    text.replace(alone, (letter) => SIGNS.get(letter) ?? letter.normalize('NFKC')).replace(run, NO_LETTERS)
}
