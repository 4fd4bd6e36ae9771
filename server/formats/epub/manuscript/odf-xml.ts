import { readTree } from '#server/formats/epub/xml-tree.ts'
import { toNamed, type WordNode } from './word-xml.ts'

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:'

/** The namespaces of OpenDocument by the prefixes that LibreOffice writes. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [`${ODF}office:1.0`]: 'office',
    [`${ODF}style:1.0`]: 'style',
    [`${ODF}text:1.0`]: 'text',
    [`${ODF}table:1.0`]: 'table',
    [`${ODF}drawing:1.0`]: 'draw',
    [`${ODF}xsl-fo-compatible:1.0`]: 'fo',
    [`${ODF}svg-compatible:1.0`]: 'svg',
    [`${ODF}meta:1.0`]: 'meta',
    [`${ODF}manifest:1.0`]: 'manifest',
    [`${ODF}form:1.0`]: 'form',
    'http://www.w3.org/1999/xlink': 'xlink',
    'http://purl.org/dc/elements/1.1/': 'dc',
    'http://www.w3.org/1998/Math/MathML': 'math',
    'http://www.w3.org/XML/1998/namespace': 'xml',
    'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0': 'loext',
  }),
)

/** An element of an OpenDocument file by its name as LibreOffice writes it, such as `text:p`. */
export type OdfNode = WordNode

/** Reads a part of an OpenDocument file. Throws `XmlError`. */
export const readOdfXml = (bytes: Buffer): OdfNode =>
  toNamed(readTree(bytes.toString('utf8').replace(/^\uFEFF/, '')), PREFIXES)

/** All text below a node, without what it holds beside words. */
export const plainTextOf = (node: OdfNode | undefined): string =>
  (node?.children ?? []).map((child) => (typeof child === 'string' ? child : plainTextOf(child))).join('')

export const lineOf = (node: OdfNode | undefined): string => plainTextOf(node).replace(/\s+/g, ' ').trim()

export const numberOf = (value: string | undefined, otherwise: number, max = 1000): number =>
  value !== undefined && /^\d{1,6}$/.test(value) ? Math.min(Number(value), max) : otherwise

export { childOf, childrenOf } from './word-xml.ts'
