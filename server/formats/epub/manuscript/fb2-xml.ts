import { decodeText } from '#server/formats/epub/decode-text.ts'
import { NAMESPACES, XmlError } from '#server/formats/epub/read-xml.ts'
import { attributeOf, elementsOf, readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { withoutControls } from './content.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'

const ROOT = 'FictionBook'

/** Reads a FictionBook in the encoding that it declares. Throws `ManuscriptRejectedError`, and `XmlError` for one beyond the limits. */
export const readFictionBook = (bytes: Buffer): XmlNode => {
  try {
    const root = readRepaired(withLinkPrefix(withoutControls(decodeText(bytes)).trimStart()))
    if (root.name === ROOT) return root
  } catch (error) {
    if (error instanceof XmlError && error.message.includes(' too ')) throw error
    // `TextDecoder` throws a `RangeError` for an encoding that nobody knows.
    if (!(error instanceof XmlError || error instanceof RangeError)) throw error
  }
  throw new ManuscriptRejectedError('damaged_fictionbook')
}

/** Signs that begin nothing, as in 'Smith & Sons' and '<…>', which many programs leave as they are, and readers take as words. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});)/gi, '&amp;'],
  [/<(?![a-z_/!?])/gi, '&lt;'],
]

const readRepaired = (xml: string): XmlNode => {
  try {
    return readTree(xml)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const repaired = SIGNS.reduce((text, [sign, words]) => text.replace(sign, words), xml)
    if (repaired === xml) throw error
    return readTree(repaired)
  }
}

const LINK = /\s([a-z_][\w.-]{0,20}):href\s*=/gi

/** Many programs write links with a prefix that they do not declare, and every reader takes them. */
const withLinkPrefix = (xml: string): string => {
  const declared = new Set([...xml.matchAll(/\sxmlns:([\w.-]{1,21})\s*=/g)].map(([, prefix]) => prefix))
  const missing = new Set([...xml.matchAll(LINK)].flatMap(([, prefix]) => (declared.has(prefix) ? [] : prefix)))
  const declarations = [...missing].map((prefix) => ` xmlns:${prefix}="${NAMESPACES.xlink}"`).join('')
  return declarations === '' ? xml : xml.replace(/<FictionBook(?=[\s>])/, (tag) => tag + declarations)
}

export const childOf = (node: XmlNode | undefined, ...path: string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => elementsOf(at).find((child) => child.name === name), node)

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  elementsOf(node).filter((child) => child.name === name)

/** All words below a node on one line, with a blank between its elements. */
export const lineOf = (node: XmlNode | undefined): string => wordsOf(node).replace(/\s+/g, ' ').trim()

/** What stands among words. */
export const INLINE = ['strong', 'emphasis', 'style', 'a', 'strikethrough', 'sub', 'sup', 'code']

const wordsOf = (node: XmlNode | undefined): string =>
  (node?.children ?? [])
    .map((child) => {
      if (typeof child === 'string') return child
      return INLINE.includes(child.name) ? wordsOf(child) : ` ${wordsOf(child)} `
    })
    .join('')

/** The id that an image or a link leads to; undefined for an address outside of the file. */
export const targetOf = (node: XmlNode | undefined): string | undefined => {
  const href = hrefOf(node)
  return href?.startsWith('#') ? href.slice(1) : undefined
}

/** The id of the picture that an image shows: some programs leave out the sign before it. */
export const pictureIdOf = (image: XmlNode): string | undefined => targetOf(image) ?? hrefOf(image)

export const hrefOf = (node: XmlNode | undefined): string | undefined =>
  attributeOf(node, 'href', NAMESPACES.xlink) ?? attributeOf(node, 'href')
