import { diffArrays } from 'diff'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import type { WordDifference } from '#server/formats/book-format.ts'
import { areUnspaced } from './unspaced-scripts.ts'

/** A word, or one character of a script that has no blanks between words. */
const WORD =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]&&\p{L}]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]][[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]*/gv
/** Marks that stand within words of Markdown, and soft hyphens. */
const MARKS = /[*_~^`\u00AD]|==/g
const WORDS_BEFORE = 6
const MAX_WORDS_SHOWN = 40
const MAX_DIFFERENCES = 100
/** Words that are in one of the texts alone: beyond that, a comparison takes long and says little. */
const MAX_EDITS = 2_000
const MAX_CHARACTERS = 5_000_000

/** The same words are the same value: in scripts without blanks each character is one. */
const wordsOf = (text: string): string[] => {
  const known = new Map<string, string>()
  return Array.from(text.slice(0, MAX_CHARACTERS).replace(MARKS, '').matchAll(WORD), ([word]) => {
    const same = known.get(word)
    if (same === undefined) known.set(word, word)
    return same ?? word
  })
}

/**
 * Where the words of a manuscript and of the book that is made of it differ, in the order of the manuscript. What only stands in
 * another place, as notes do, is no difference. Empty where the texts have next to nothing in common.
 */
export const compareWords = (manuscript: string, book: string): WordDifference[] => {
  const changes = diffArrays(wordsOf(manuscript), wordsOf(book), { maxEditLength: MAX_EDITS })
  if (!changes) return []
  const all: { file: string[]; book: string[]; before: string[] }[] = []
  let before: string[] = []
  let isOpen = false
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      before = value.slice(-WORDS_BEFORE)
      isOpen = false
      continue
    }
    if (!isOpen) all.push({ file: [], book: [], before })
    isOpen = true
    all.at(-1)?.[added ? 'book' : 'file'].push(...value)
  }
  takeMoved(all)
  return all
    .filter((one) => one.file.length + one.book.length > 0)
    .slice(0, MAX_DIFFERENCES)
    .map((one) => ({ before: joined(one.before), file: shown(one.file), book: shown(one.book) }))
}

/** Takes what stands in both texts, but in other places, out of the differences: the longest first. */
const takeMoved = (all: readonly { file: string[]; book: string[] }[]): void => {
  const sides = (side: 'file' | 'book') =>
    all.filter((one) => one[side].length > 0).toSorted((a, b) => b[side].length - a[side].length)
  for (const [from, to] of [
    ['file', 'book'],
    ['book', 'file'],
  ] as const)
    for (const one of sides(from))
      for (const other of sides(to)) {
        const at = indexOfWords(other[to], one[from])
        if (at < 0) continue
        other[to].splice(at, one[from].length)
        one[from].length = 0
        break
      }
}

const indexOfWords = (all: readonly string[], words: readonly string[]): number => {
  if (words.length === 0 || words.length > all.length) return -1
  return all.findIndex((_, at) => words.every((word, after) => all[at + after] === word))
}

const shown = (words: string[]): string =>
  `${joined(words.slice(0, MAX_WORDS_SHOWN))}${words.length > MAX_WORDS_SHOWN ? ' …' : ''}`

const joined = (words: readonly string[]): string =>
  words.map((word, at) => (at === 0 || areUnspaced(words[at - 1] ?? '', word) ? word : ` ${word}`)).join('')

/** Some programs number the names of the parts of a Word file. */
const PARTS = [
  /^word\/document\d*\.xml$/,
  /^word\/footnotes\d*\.xml$/,
  /^word\/endnotes\d*\.xml$/,
  /^word\/diagrams\/data\d*\.xml$/,
  /^content\.xml$/,
]
const TEXT = /<[aw]:t(?:\s[^<>]*)?>([^<]*)<\/[aw]:t>|<(?:[aw]:p|w:tab|w:ptab|w:br|w:cr|w:noBreakHyphen)[\s/>]/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What Word writes once more for other programs, and readings. */
const LEFT_OUT = [
  ['<mc:Fallback>', '</mc:Fallback>'],
  ['<w:rt>', '</w:rt>'],
  ['<text:ruby-text', '</text:ruby-text>'],
  // Numbers of notes, and what is said of pictures, formulas and comments.
  ['<text:note-citation', '</text:note-citation>'],
  ['<svg:title', '</svg:title>'],
  ['<svg:desc', '</svg:desc>'],
  ['<math:math', '</math:math>'],
  ['<dc:creator', '</dc:creator>'],
  ['<dc:date', '</dc:date>'],
  ['<meta:creator-initials', '</meta:creator-initials>'],
] as const

/** A sign that Word has no text for but the one for other programs. */
const SIGN = /(<w16se:symEx\s[^<>]*\/><\/mc:Choice>)<mc:Fallback>/g

const withoutReadings = (xml: string): string =>
  LEFT_OUT.reduce(
    (text, [begin, end]) => {
      const [first = '', ...others] = text.split(begin)
      return first + others.map((part) => part.slice(Math.max(0, part.indexOf(end)))).join('')
    },
    xml.replace(SIGN, '$1'),
  )

/** The words of a Word or OpenDocument file as its XML has them, without its reader; undefined for any other archive. */
export const wordsOfDocument = (archive: Archive): string | undefined => {
  const paths = PARTS.flatMap((part) => archive.names.filter((name) => part.test(name)))
  const parts = paths.flatMap((path) => archive.read(path)?.toString() ?? []).map(withoutReadings)
  if (parts.length === 0) return undefined
  const text = parts
    .map((xml) =>
      archive.has('content.xml')
        ? xml
            .replace(
              /<(?:text:p|text:h|text:tab|text:line-break|text:s|\/text:note-body|\/draw:frame|\/office:annotation)[\s/>]/g,
              ' $&',
            )
            .replace(/<[^<>]*>/g, '')
        : [...xml.matchAll(TEXT)].map(([, words = ' ']) => words).join(''),
    )
    .join(' ')
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
}
