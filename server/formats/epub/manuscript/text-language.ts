import { attributeOf } from '#server/formats/epub/xml-tree.ts'
import { words } from '#server/formats/epub/words.ts'
import { withAttribute } from './content.ts'
import type { Piece } from './manuscript.ts'

/** Letters of two kinds whose language and looks word processors say apart from those of all others. */
export const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
export const COMPLEX =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u

const IN_COMPLEX = words(
  'ar arc as bn bo ckb dv dz fa gu he hi km kn ks ku lo ml mr my ne or pa ps sa sd si syr ta te th ug ur yi',
)

/** Whether a language is written in letters of the second kind. */
export const isOfComplex = (tag: string): boolean => IN_COMPLEX.has((tag.split('-')[0] ?? '').toLowerCase())

const NO_ENGLISH = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}]/u

/** Whether it is said to be English, as libraries that write documents say of all text, in letters that English has not. */
export const isSaidEnglish = (value: string, tag: string): boolean =>
  /^en\b/i.test(tag) && NO_ENGLISH.test(value) && !/\p{Script=Latin}/u.test(value)

/** Chinese is written in other letters in other places; of other languages, how they are spelled says little to a reader. */
const partsOf = (tag: string): string => (/^zh\b/i.test(tag) ? tag : (tag.split('-')[0] ?? '')).toLowerCase()

/** Whether two texts are read aloud in the same way. */
export const isSameLanguage = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && partsOf(one) === partsOf(other))

/** Counts letters by their languages. Those that say none count as well: they may be most of a text. */
export const countLetters = (letters: Map<string, number>, value: string, language: string | undefined): void => {
  if (/\p{L}/u.test(value)) letters.set(language ?? '', (letters.get(language ?? '') ?? 0) + value.length)
}

/** The language of most letters; undefined where most say none. */
export const mainLanguage = (letters: ReadonlyMap<string, number>): string | undefined =>
  [...letters].toSorted(([, one], [, other]) => other - one)[0]?.[0] || undefined

/** Leaves the language to what is around where that is in the same one; around all is the main language of the text. */
export const settleLanguages = (pieces: Piece[], around: string | undefined): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    const own = attributeOf(piece, 'lang')
    const children = settleLanguages(piece.children, own ?? around)
    if (own === undefined) return [{ ...piece, children }]
    if (!isSameLanguage(own, around)) return [{ ...piece, children }]
    if (piece.name === 'span' && piece.attributes.length === 1) return children
    return [withAttribute({ ...piece, children }, 'lang', undefined)]
  })
