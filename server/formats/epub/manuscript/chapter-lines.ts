import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element, headingLevel } from './content.ts'
import type { Piece } from './manuscript.ts'

/** What is longer is no title. */
const MAX_TITLE = 80
/** One line by itself may be anything. */
const MIN_CHAPTERS = 2

const classesOf = (piece: XmlNode) => attributeOf(piece, 'class')?.split(' ') ?? []

const isBold = (piece: Piece): boolean =>
  typeof piece === 'string'
    ? piece.trim() === ''
    : piece.name === 'strong' || piece.name === 'br' || (piece.name === 'span' && piece.children.every(isBold))

/** A short paragraph that is centred or bold, as authors write titles who do not use the styles of headings. */
const looksLikeTitle = (piece: Piece): piece is XmlNode => {
  if (typeof piece === 'string' || piece.name !== 'p') return false
  const words = textOf(piece).trim()
  if (!/[\p{L}\p{N}]/u.test(words) || words.length > MAX_TITLE) return false
  return classesOf(piece).includes('center') || piece.children.every(isBold)
}

/**
 * The paragraphs that look like the titles of chapters in a text without headings: each begins a page, and a paragraph of text
 * follows on the same page.
 */
export const findChapterLines = (parts: readonly Piece[][]): ReadonlySet<Piece> => {
  const all = parts.flat().filter((piece) => typeof piece !== 'string' || piece.trim() !== '')
  if (all.some((piece) => headingLevel(piece) !== undefined)) return new Set()
  const beginsPage = (piece: Piece | undefined) => typeof piece === 'object' && classesOf(piece).includes('new-page')
  const found = all.filter((piece, at) => {
    if (!looksLikeTitle(piece) || (at > 0 && !beginsPage(piece))) return false
    const rest = all.slice(at + 1)
    const end = rest.findIndex(beginsPage)
    const page = end < 0 ? rest : rest.slice(0, end)
    return page.some((other) => typeof other === 'object' && other.name === 'p' && !looksLikeTitle(other))
  })
  return new Set(found.length < MIN_CHAPTERS ? [] : found)
}

/** Makes headings of these paragraphs, without what made them look like some. */
export const toHeadings = (parts: readonly Piece[][], lines: ReadonlySet<Piece>): Piece[][] =>
  parts.map((part) =>
    part.map((piece) =>
      typeof piece === 'object' && lines.has(piece)
        ? element(
            'h1',
            { id: attributeOf(piece, 'id'), lang: attributeOf(piece, 'lang') },
            piece.children.flatMap(withoutBold),
          )
        : piece,
    ),
  )

const withoutBold = (piece: Piece): Piece[] =>
  typeof piece === 'object' && piece.name === 'strong' ? piece.children : [piece]
