import { readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'

/** The namespaces of Word files, of both of its standards, by the prefixes that Word itself writes. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    w: [
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    ],
    r: [
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    ],
    m: ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'http://purl.oclc.org/ooxml/officeDocument/math'],
    wp: [
      'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
      'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing',
    ],
    a: ['http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main'],
    dgm: ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'http://purl.oclc.org/ooxml/drawingml/diagram'],
    v: ['urn:schemas-microsoft-com:vml'],
    mc: ['http://schemas.openxmlformats.org/markup-compatibility/2006'],
    xml: ['http://www.w3.org/XML/1998/namespace'],
  }).flatMap(([prefix, namespaces]) => namespaces.map((namespace) => [namespace, prefix])),
)

/** An element of a Word file by its name as Word writes it, such as `w:p`. Those of other namespaces have a bare name. */
export interface WordNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (WordNode | string)[]
}

/** Reads a part of a Word file. Throws `XmlError`. */
export const readWordXml = (bytes: Buffer): WordNode =>
  toNamed(readTree(new TextDecoder(encodingOf(bytes)).decode(bytes)), PREFIXES)

/** XML parts are in UTF-8 or UTF-16, told by their first bytes. */
const encodingOf = ([first, second]: Buffer): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Names elements and attributes by the prefixes of their namespaces; those of others by their bare names. */
export const toNamed = (
  { namespace, name, attributes, children }: XmlNode,
  prefixes: ReadonlyMap<string, string>,
): WordNode => {
  const nameOf = (of: string, local: string) => {
    const prefix = prefixes.get(of)
    return prefix === undefined ? local : `${prefix}:${local}`
  }
  return {
    name: nameOf(namespace, name),
    attributes: Object.fromEntries(attributes.map((one) => [nameOf(one.namespace, one.name), one.value])),
    children: children.map((child) => (typeof child === 'string' ? child : toNamed(child, prefixes))),
  }
}

export const childrenOf = (node: WordNode | undefined): WordNode[] =>
  (node?.children ?? []).filter((child) => typeof child !== 'string')

/** The first element of this name in a node, or at the end of a path of names in it. */
export const childOf = (node: WordNode | undefined, ...path: string[]): WordNode | undefined =>
  path.reduce<WordNode | undefined>((at, name) => childrenOf(at).find((child) => child.name === name), node)

/** The elements of this name below a node, at any depth, in order. */
export const below = (node: WordNode | undefined, name: string): WordNode[] =>
  childrenOf(node).flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)])

export const valueOf = (node: WordNode | undefined): string | undefined => node?.attributes['w:val']

const OFF = new Set(['0', 'false', 'off', 'none'])

/** Whether a property such as `w:vanish` is there and not switched off. */
export const isOn = (node: WordNode | undefined): boolean => node !== undefined && !OFF.has(valueOf(node) ?? '')

/** Whether an attribute is there and does not say no: programs write `1`, `true` or `on`. */
export const isSet = (value: string | undefined): boolean => value !== undefined && !OFF.has(value)

const WORDLESS = new Set(['w:del', 'w:moveFrom', 'w:rt', 'w:pPr', 'w:txbxContent'])
const BREAKS = new Set(['w:br', 'w:cr', 'w:tab'])

/** The words below a node, on one line, without readings and what is in text boxes. */
export const wordsIn = (node: WordNode | undefined): string =>
  (node?.children ?? [])
    .map((child) => {
      if (typeof child === 'string') return node?.name === 'w:t' || node?.name === 'm:t' ? child : ''
      if (BREAKS.has(child.name)) return ' '
      return WORDLESS.has(child.name) ? '' : wordsIn(child)
    })
    .join('')
