import { readXml, type XmlTag } from './read-xml.ts'

export interface XmlNode {
  namespace: string
  name: string
  attributes: readonly { namespace: string; name: string; value: string }[]
  children: (XmlNode | string)[]
}

/** Reads a whole document; for the small ones of a package. Throws `XmlError`. */
export const readTree = (source: string, read = readXml): XmlNode => {
  const top = newNode('', '')
  const open = [top]
  read(source, {
    open: (tag) => {
      const node = newNode(tag.uri, tag.local, attributesOf(tag))
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    close: () => open.pop(),
    text: (text) => open.at(-1)?.children.push(text),
  })
  return elementsOf(top)[0] ?? top
}

const newNode = (namespace: string, name: string, attributes: XmlNode['attributes'] = []): XmlNode => ({
  namespace,
  name,
  attributes,
  children: [],
})

const attributesOf = (tag: XmlTag) =>
  Object.values(tag.attributes).map(({ uri, local, value }) => ({ namespace: uri, name: local, value }))

export const elementsOf = (node: XmlNode | undefined): XmlNode[] =>
  (node?.children ?? []).filter((child) => typeof child !== 'string')

/** The value of an attribute, trimmed; undefined for an empty one. */
export const attributeOf = (node: XmlNode | undefined, name: string, namespace = ''): string | undefined =>
  node?.attributes.find((one) => one.name === name && one.namespace === namespace)?.value.trim() || undefined

/** The elements of this name below a node, in any namespace and at any depth, in order. */
export const descendantsOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  elementsOf(node).flatMap((child) => [...(child.name === name ? [child] : []), ...descendantsOf(child, name)])

/** Without the words of the elements that are left out. */
export const textOf = (node: XmlNode | undefined, isLeftOut: (child: XmlNode) => boolean = () => false): string =>
  (node?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : isLeftOut(child) ? '' : textOf(child, isLeftOut)))
    .join('')
