import type { TextLine } from './join-lines.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** The hyphen is found first: what is before it is looked at once. */
const HYPHENATED = /[-‐‑](?<=([\p{L}\p{M}\p{N}]+)[-‐‑])(?=([\p{L}\p{M}\p{N}]+))/gu
const LAST_WORD = /[\p{L}\p{M}\p{N}]+$/u
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]+/u
/** Before these a hyphen stands for the rest of a word that follows: 'short- and long-term', 'Haupt- und Nebenstraße'. */
const AND = /^(?:and|or|und|oder|bzw|sowie|en|och|og)(?=[.,]?(?:\s|$))/iu
/** Such an end of a word is no 'or' and no Dutch 'en': 'behavi-or', 'zee-en'. */
const LAST_SYLLABLE = /i-or$|[aeijouyëï]-en$/iu

/**
 * Joins words that are divided at the ends of lines. Of a hyphen that the line may have only because it ends there, the other
 * lines of the text tell: it is kept in 'mother-in-law' where they have it, before a digit, and before a capital behind a
 * small letter, as in 'Anglo-Saxon': words in capitals are divided as others are. It is kept with a blank behind it before an
 * 'and' of the text's language, which other lines have too.
 */
export const dividedWordsOf = (lines: Iterable<TextLine>): ((text: string, next: string) => string) => {
  const words = new Set<string>()
  const hyphenated = new Set<string>()
  let isRestOfWord = false
  for (const { text, isDivided } of lines) {
    const rest = isRestOfWord ? FIRST_WORD.exec(text)?.[0].length : undefined
    for (const [word] of text.slice(rest).matchAll(WORD)) words.add(word.toLowerCase())
    isRestOfWord = isDivided
    for (const [, one = '', other = ''] of text.matchAll(HYPHENATED)) hyphenated.add(`${one}-${other}`.toLowerCase())
  }
  return (text, next) => {
    const [one = '', other = ''] = [LAST_WORD.exec(text)?.[0].toLowerCase(), FIRST_WORD.exec(next)?.[0].toLowerCase()]
    const isOfNext = AND.test(next) && words.has(other) && (other !== 'en' || words.has('een'))
    if (isOfNext && !words.has(one + other) && !LAST_SYLLABLE.test(`${one}-${other}`)) return `${text}- ${next}`
    const isHyphenated = hyphenated.has(`${one}-${other}`) && !words.has(one + other)
    return text + (isHyphenated || keepsHyphen(text, next) ? '-' : '') + next
  }
}

const keepsHyphen = (text: string, next: string) =>
  /^\p{N}/u.test(next) || (/\p{Ll}$/u.test(text) && /^\p{Lu}/u.test(next))

/** Lines of one text differ less in their sizes, and are closer to each other, in parts of the size. */
const SAME_SIZE = 1.12
const NEAR = 2.5

/** Whether the word at the end of a line goes on in the next one; a foot of the page or a note may come between. */
const goesOn = (line: TextLine, next: TextLine) =>
  line.isAside === next.isAside &&
  next.size < line.size * SAME_SIZE &&
  next.size > line.size / SAME_SIZE &&
  line.up - next.up < line.size * NEAR

/** The lines of a page with the hyphens at their ends that belong to words, or to words that do not go on. */
export const withHyphens = (lines: TextLine[]): TextLine[] => {
  const join = dividedWordsOf(lines)
  return lines.map((line, at) => {
    const { text, words, isDivided } = line
    const [next, last] = [lines[at + 1], words.at(-1)]
    if (!isDivided || !next || !last) return line
    const isCut = !goesOn(line, next)
    const joined = join(text, next.text)
    if (!isCut && joined === text + next.text) return line
    const goesOnBehindHyphen = !isCut && joined === `${text}-${next.text}`
    return {
      ...line,
      text: `${text}-`,
      words: words.with(-1, { ...last, text: `${last.text}-` }),
      isDivided: goesOnBehindHyphen,
    }
  })
}
