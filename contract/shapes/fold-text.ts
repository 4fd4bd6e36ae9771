import { plainLetters } from './plain-letters.ts'

/** A text as its words are compared. `starts` has the place in the text itself of each of its UTF-16 units, and of its end. */
export interface FoldedText {
  text: string
  starts: number[]
}

/** Letters with their signs, half-width kana too, and the parts of a Hangul syllable are folded together. */
const CLUSTER =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]+[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|[\uff66-\uff9d][\uff9e\uff9f]|[^\S ]\s*| \s+|\P{M}\p{M}+|[^\u0000-\u007f]/gu
/** Raised digits are marks of notes and powers, and no part of the word before them; so are raised letters. */
const RAISED = /^[\u00b2\u00b3\u00b9\u02b0-\u02ba\u02c0-\u02ff\u2070-\u207f]/
/** Other raised letters are such marks behind three small letters alone: in 'XIXᵉ' and 'Mᵐᵉ' they belong to the word. */
const RAISED_LETTER = /^[\u1d2c-\u1d6a\u1d9b-\u1dbf]/
const WORD_BEFORE = /\p{Ll}{3}[\u1d2c-\u1d6a\u1d9b-\u1dbf]{0,8}$/u
const MAX_BEFORE = 11
/** Fonts draw Thai and Lao am as two shapes, the first of which many files have before the mark of the tone. */
const AM_BEFORE_TONE = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/g
const WORD = /^[\p{L}\p{N}]/u
/** Signs that a text may have or lack: accents, points of vowels in Arabic and Hebrew, and a stroke that lengthens Arabic words. */
const OPTIONAL =
  /\u0640|[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|[\u08d3-\u08ff]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]/g
/** Marks of direction and width, and places where a word may be divided. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/g
/**
 * With the letters that the database compares as the same, `search_fold()`, and those that are written in two ways: heh in
 * Persian and Urdu, and the pure consonants of Malayalam.
 */
const SAME: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‛': "'",
  ʻ: "'",
  ʼ: "'",
  ʽ: "'",
  ʾ: "'",
  ʿ: "'",
  '״': '"',
  '׳': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '־': '-',
  '−': '-',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ŧ: 't',
  ŋ: 'n',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ɛ: 'e',
  ƒ: 'f',
  ɨ: 'i',
  ƙ: 'k',
  ɲ: 'n',
  ʋ: 'v',
  ƴ: 'y',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  ٱ: 'ا',
  ە: 'ه',
  ہ: 'ه',
  ۃ: 'ه',
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
}

/**
 * Folds what one person writes and another does not: case, accents, width, shapes of letters in a word, points of vowels in
 * Arabic and Hebrew, quotation marks and dashes. Hangul syllables, voiced kana and the signs of Indic scripts and of Thai,
 * which make other letters, stay. White space becomes one blank.
 */
export const foldText = (text: string): FoldedText => {
  const parts: string[] = []
  const starts: number[] = []
  const copy = (from: number, to: number) => {
    parts.push(text.slice(from, to).toLowerCase())
    for (let at = from; at < to; at += 1) starts.push(at)
  }
  let end = 0
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    copy(end, index)
    const isMark = RAISED_LETTER.test(cluster) && WORD_BEFORE.test(text.slice(Math.max(0, index - MAX_BEFORE), index))
    const folded = isMark ? ' ' : fold(cluster)
    parts.push(folded)
    for (let at = 0; at < folded.length; at += 1) starts.push(index)
    end = index + cluster.length
  }
  copy(end, text.length)
  starts.push(text.length)
  return { text: parts.join(''), starts }
}

const fold = (cluster: string): string => {
  if (/^\s/.test(cluster) || RAISED.test(cluster)) return ' '
  const plain = WORD.test(cluster) ? cluster.normalize('NFKC') : plainLetters(cluster)
  const bare = plain.normalize('NFD').replace(OPTIONAL, '').replace(UNSEEN, '').normalize('NFC').toLowerCase()
  const ordered = bare.replace(OPTIONAL, '').replace(AM_BEFORE_TONE, '$2$1')
  return [...ordered].map((character) => SAME[character] ?? character).join('')
}
