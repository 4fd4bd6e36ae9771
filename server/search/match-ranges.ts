import type { Reading, Term } from './read-words.ts'

/** A part of a text, in UTF-16 code units; the end is exclusive. */
export interface Range {
  start: number
  end: number
}

/** What to mark in the title and the author of a book. */
export interface Mark {
  text: string
  /** What of a word the text is; or a text that may have spaces and symbols. */
  is: 'word' | 'beginning' | 'part' | 'text'
}

/** What a book has of a query: a corrected word as a whole, any other as far as it was typed. */
export const marksOf = (query: string, terms: Term[], readings: (Reading | undefined)[]): Mark[] =>
  terms.length === 0
    ? [{ text: query, is: 'text' }]
    : terms.flatMap(({ term }, i): Mark[] => {
        const { words, cost, isPrefix, isCorrection } = readings[i] ?? { words: [] }
        if (isPrefix) return [{ text: term, is: 'beginning' }]
        if (cost && !isCorrection) return [{ text: term, is: 'part' }]
        return words.map((text) => ({ text, is: UNSPACED.test(text) ? 'part' : 'word' }))
      })

/** Where a text has the marks, in order and without overlaps. Letters are compared without case and accents. */
export const matchRanges = (text: string, marks: Mark[]): Range[] => {
  const letters = lettersOf(text)
  const wanted = marks.map(({ text: mark, is }) => ({ is, mark: textOf(lettersOf(mark.trim())) }))
  const words = JOINED.flatMap((joined, i) => (i === 0 || joined.test(text) ? wordsOf(letters, joined) : []))
  const ranges = wanted.flatMap(({ is, mark }) => {
    if (mark === '') return []
    return (is === 'text' ? [letters] : words).flatMap((word) => rangesIn(word, mark, is))
  })
  return merge(ranges)
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Khmer}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〇]/u
const LETTER = /[\p{L}\p{M}\p{N}]/u
/** What is left out between letters, because "don't" is also a word, and so is "spiderman" for "Spider-Man". */
const JOINED = [/(?!)/, /['’‘ʼʹ`´]/, /['’‘ʼʹ`´.‐‑-]/]
/** Accents, vowel points and invisible characters. */
const IGNORED = /(?![\u3099\u309a])(?=\p{M})[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]|\p{Cf}|\u0640/gu
/** Letters that are compared as others and do not decompose into them. */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
}

/** A code unit of the folded text with the place of its character. */
interface Letter extends Range {
  letter: string
}

const lettersOf = (text: string): Letter[] => {
  const letters: Letter[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = fold(character)
    const last = letters.at(-1)
    if (folded === '' && last) last.end = end
    for (const letter of folded.split('')) letters.push({ letter, start, end })
    start = end
  }
  return letters
}

const fold = (character: string) => {
  if (character < '\u0080') return character.toLowerCase()
  const folded = character.normalize('NFKD').replace(IGNORED, '').normalize('NFC').toLowerCase()
  return FOLDED[folded] ?? folded
}

const textOf = (letters: Letter[]) => letters.map(({ letter }) => letter).join('')

/** The words of a text; what is joined is left out. A run of an unspaced script is one word. */
const wordsOf = (letters: Letter[], joined: RegExp): Letter[][] => {
  const words: Letter[][] = [[]]
  for (const letter of letters) {
    const word = words.at(-1) ?? []
    const before = word.at(-1)
    if (!isInWord(letter.letter)) {
      if (!joined.test(letter.letter)) words.push([])
    } else if (before && UNSPACED.test(before.letter) !== UNSPACED.test(letter.letter)) words.push([letter])
    else word.push(letter)
  }
  return words.filter((word) => word.length > 0)
}

/** Half of a character counts as a letter. */
const isInWord = (letter: string) => LETTER.test(letter) || /\p{Surrogate}/u.test(letter)

const rangesIn = (word: Letter[], mark: string, is: Mark['is']): Range[] => {
  const text = textOf(word)
  if (is === 'word' && text !== mark) return []
  const ranges: Range[] = []
  for (let i = text.indexOf(mark); i !== -1; i = text.indexOf(mark, i + 1)) {
    if (is === 'beginning' && i > 0) break
    const { start = 0 } = word[i] ?? {}
    const { end = start } = word[i + mark.length - 1] ?? {}
    ranges.push({ start, end })
  }
  return ranges
}

const merge = (ranges: Range[]): Range[] => {
  const merged: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
