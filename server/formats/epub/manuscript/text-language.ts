import { attributeOf } from '#server/formats/epub/xml-tree.ts'
import { withAttribute } from './content.ts'
import type { Piece } from './manuscript.ts'

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
