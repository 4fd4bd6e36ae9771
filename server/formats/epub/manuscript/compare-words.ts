import { diffArrays } from 'diff'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import type { WordDifference } from '#server/formats/book-format.ts'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
/** Marks that stand within words of Markdown. */
const MARKS = /[*_~^`]|==/g
const WORDS_BEFORE = 6
const MAX_WORDS_SHOWN = 40
const MAX_DIFFERENCES = 100
/** Words that are in one of the texts alone: beyond that, a comparison takes long and says little. */
const MAX_EDITS = 2_000
const MAX_CHARACTERS = 5_000_000

const wordsOf = (text: string): string[] => text.slice(0, MAX_CHARACTERS).replace(MARKS, '').match(WORD) ?? []

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
  const keyOf = (words: string[]) => words.join(' ')
  const gone = new Set(all.filter((one) => one.book.length === 0).map((one) => keyOf(one.file)))
  const come = new Set(all.filter((one) => one.file.length === 0).map((one) => keyOf(one.book)))
  const isMoved = (one: (typeof all)[number]) =>
    (one.book.length === 0 && come.has(keyOf(one.file))) || (one.file.length === 0 && gone.has(keyOf(one.book)))
  return all
    .filter((one) => !isMoved(one))
    .slice(0, MAX_DIFFERENCES)
    .map((one) => ({ before: one.before.join(' '), file: shown(one.file), book: shown(one.book) }))
}

const shown = (words: string[]): string =>
  `${words.slice(0, MAX_WORDS_SHOWN).join(' ')}${words.length > MAX_WORDS_SHOWN ? ' …' : ''}`

/** The words of Markdown without addresses, tags, names of notes and of characters, which no book shows. */
export const wordsOfMarkdown = (text: string): string =>
  text
    .replace(/\]\([^()\n]{0,2000}\)/g, ']')
    .replace(/<\/?[a-z][^<>\n]{0,2000}>/gi, ' ')
    .replace(/\[\^[^\]\s]{1,100}\]|&#?\w{1,10};/g, ' ')

const PARTS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml', 'content.xml']
const TEXT = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<(?:w:p|w:tab|w:br|text:p|text:h|text:tab|text:line-break|text:s)[\s/>]/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const [FALLBACK, FALLBACK_END] = ['<mc:Fallback>', '</mc:Fallback>']

/** Without what Word writes once more for other programs. */
const withoutFallbacks = (xml: string): string => {
  const [first = '', ...others] = xml.split(FALLBACK)
  return first + others.map((part) => part.slice(Math.max(0, part.indexOf(FALLBACK_END)))).join('')
}

/** The words of a Word or OpenDocument file as its XML has them, without its reader; undefined for any other archive. */
export const wordsOfDocument = (archive: Archive): string | undefined => {
  const parts = PARTS.flatMap((path) => archive.read(path)?.toString() ?? []).map(withoutFallbacks)
  if (parts.length === 0) return undefined
  const text = parts
    .map((xml) =>
      archive.has('content.xml')
        ? xml.replace(/<(?:text:p|text:h|text:tab|text:line-break|text:s)[\s/>]/g, ' $&').replace(/<[^<>]*>/g, '')
        : [...xml.matchAll(TEXT)].map(([, words = ' ']) => words).join(''),
    )
    .join(' ')
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
}
