import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { attributeOf, readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { attribute, createXmlWriter } from '#server/formats/epub/write-xml.ts'
import type { Piece } from './manuscript.ts'

/** An element of XHTML. Attributes without a value are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: Piece[],
): XmlNode => ({ namespace: NAMESPACES.xhtml, name, attributes: toAttributes(attributes), children })

export const toAttributes = (attributes: Readonly<Record<string, string | undefined>>): XmlNode['attributes'] =>
  Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [{ namespace: '', name, value }]))

/** With one attribute changed, or taken away if it has no value. */
export const withAttribute = (node: XmlNode, name: string, value: string | undefined): XmlNode => ({
  ...node,
  attributes: [...node.attributes.filter((one) => one.name !== name), ...toAttributes({ [name]: value })],
})

/** Characters that XML can't hold. */
const NO_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g

export const withoutControls = (text: string): string => text.toWellFormed().replace(NO_XML, '')

/** Reads the content of a body. Throws `XmlError`. */
export const readContent = (xhtml: string): Piece[] =>
  readTree(`<body xmlns="${NAMESPACES.xhtml}">${withoutControls(xhtml)}</body>`).children

/** Writes a document around its body, in its language and direction. */
export const writeDocument = (root: XmlNode): string => {
  const writer = createXmlWriter()
  const write = (piece: Piece) => {
    if (typeof piece === 'string') return writer.text(piece)
    const attributes = piece.attributes.map(({ name, value }) => attribute(name, value)).join('')
    writer.open(piece.namespace, piece.name, attributes)
    piece.children.forEach(write)
    writer.close()
  }
  write(root)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writer.end()}\n`
}

const HEADING = /^h([1-6])$/

/** From 1 to 6; undefined for what is no heading. */
export const headingLevel = (piece: Piece): number | undefined => {
  if (typeof piece === 'string') return undefined
  const level = HEADING.exec(piece.name)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** The content of notes by their ids. */
type Notes = ReadonlyMap<string, Piece[]>

/** The id of the note that a link leads to. */
export const noteOf = (node: XmlNode, notes: Notes): string | undefined => {
  const id = node.name === 'a' ? attributeOf(node, 'href')?.slice(1) : undefined
  return id !== undefined && notes.has(id) ? id : undefined
}

export const holdsNote = (piece: Piece, notes: Notes): boolean =>
  typeof piece !== 'string' &&
  (noteOf(piece, notes) !== undefined || piece.children.some((child) => holdsNote(child, notes)))

/** The words of a heading, without readings and the numbers of its notes. */
export const labelOf = (piece: Piece, notes: Notes): string => {
  if (typeof piece === 'string') return piece
  if (piece.name === 'br') return ' '
  const isReference = attributeOf(piece, 'epub:type') === 'noteref' || noteOf(piece, notes) !== undefined
  if (isReference || piece.name === 'rt' || piece.name === 'rp') return ''
  return piece.children.map((child) => labelOf(child, notes)).join('')
}

const INLINE = /^(?:a|abbr|b|bdi|bdo|code|del|em|i|ins|mark|q|ruby|s|small|span|strong|sub|sup|u)$/

/** The words that an author wrote in a piece, with a blank between its blocks; formulas and the signs of items are none. */
export const shownWordsOf = (piece: Piece, notes: Notes, descriptions: 'with' | 'without' = 'without'): string => {
  if (typeof piece === 'string') return piece
  if (piece.name === 'img') return descriptions === 'with' ? ` ${attributeOf(piece, 'alt') ?? ''} ` : ''
  if (piece.name === 'figure' && descriptions === 'with') {
    // What describes a picture may be its caption too.
    const words = piece.children.map((child) => shownWordsOf(child, notes, descriptions).trim())
    return ` ${[...new Set(words)].join(' ')} `
  }
  if (piece.name === 'math' || attributeOf(piece, 'class') === 'label') return ' '
  if (INLINE.test(piece.name) && piece.children.every((child) => typeof child === 'string'))
    return labelOf(piece, notes)
  if (labelOf({ ...piece, children: ['x'] }, notes) === '') return ''
  const words = piece.children.map((child) => shownWordsOf(child, notes, descriptions)).join('')
  return INLINE.test(piece.name) ? words : ` ${words} `
}
