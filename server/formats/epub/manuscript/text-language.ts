import { attributeOf } from '#server/formats/epub/xml-tree.ts'
import { withAttribute } from './content.ts'
import type { Piece } from './manuscript.ts'

/** Chinese is written in other letters in other places; of other languages, how they are spelled says little to a reader. */
const partsOf = (tag: string): string => (/^zh\b/i.test(tag) ? tag : (tag.split('-')[0] ?? '')).toLowerCase()

/** Whether two texts are read aloud in the same way. Undefined is any language. */
export const isSameLanguage = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || partsOf(one) === partsOf(other)

/** Leaves the language to what is around where that is in the same one; around all is the main language of the text. */
export const settleLanguages = (pieces: Piece[], around: string | undefined): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    const own = attributeOf(piece, 'lang')
    const children = settleLanguages(piece.children, own ?? around)
    if (own === undefined) return [{ ...piece, children }]
    if (around === undefined || !isSameLanguage(own, around)) return [{ ...piece, children }]
    if (piece.name === 'span' && piece.attributes.length === 1) return children
    return [withAttribute({ ...piece, children }, 'lang', undefined)]
  })
