import { openZip } from '#server/formats/epub/open-zip.ts'
import { attributeOf, descendantsOf, readTree, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import type { ReadableBook } from './words-of-book.ts'

/** The pages of an EPUB as its file has them, without the product's reader. */
export const readEpubFile = async (bytes: Buffer): Promise<ReadableBook> => {
  const zip = await openZip(bytes)
  const opfPath = zip.names.find((name) => name.endsWith('.opf')) ?? ''
  const opf = readTree(zip.read(opfPath)?.toString() ?? '')
  const folder = opfPath.includes('/') ? opfPath.slice(0, opfPath.lastIndexOf('/') + 1) : ''
  const items = new Map(descendantsOf(opf, 'item').map((item) => [attributeOf(item, 'id'), attributeOf(item, 'href')]))
  const paths = descendantsOf(opf, 'itemref').map(
    (item) => folder + decodeURI(items.get(attributeOf(item, 'idref')) ?? ''),
  )
  return {
    manifest: {
      direction: 'ltr',
      metadata: { languages: [textOf(descendantsOf(opf, 'language')[0])] },
    },
    chapters: paths.map((path) => ({ path, tree: absolute(readTree(zip.read(path)?.toString() ?? ''), path) })),
  }
}

/** With the addresses of links and the boxes of tasks as the product writes them. */
const absolute = (node: XmlNode, path: string): XmlNode => {
  const href = node.name === 'a' ? attributeOf(node, 'href') : undefined
  const address = href === undefined ? undefined : new URL(href, `https://book.invalid/${path}`)
  const value = address?.href.replace('https://book.invalid/', '') ?? ''
  const isWithin = address?.hostname === 'book.invalid'
  return {
    ...node,
    attributes: [
      ...node.attributes,
      ...(address ? [{ namespace: '', name: isWithin ? 'data-book-to' : 'data-book-out', value }] : []),
    ],
    children: node.children.map((child) =>
      typeof child === 'string' ? child : (boxOf(child) ?? absolute(child, path)),
    ),
  }
}

const boxOf = (node: XmlNode): string | undefined => {
  if (node.name !== 'input' || attributeOf(node, 'type') !== 'checkbox') return undefined
  return node.attributes.some(({ name }) => name === 'checked') ? '☑' : '☐'
}
