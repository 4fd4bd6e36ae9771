import { readHtml } from '#server/formats/epub/html/read-html.ts'
import { isLikeHtml } from '#server/formats/epub/read-chapter.ts'
import { NAMESPACES, readXml, XmlError } from '#server/formats/epub/read-xml.ts'
import { attribute, createXmlWriter } from '#server/formats/epub/write-xml.ts'
import { descendantsOf, readTree, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { HTML_ENTITIES } from '#server/formats/html-entities.ts'

interface WellFormed {
  text: string
  isRewritten: boolean
}

const PREFIXES = new Map<string, string>([
  ['', ''],
  [NAMESPACES.xml, 'xml:'],
  [NAMESPACES.ops, 'epub:'],
  [NAMESPACES.xlink, 'xlink:'],
])
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u
const PREFIXED_BODY = /<[\w-]+:body[\s>]/

/**
 * An XHTML document as it is, or written anew where it has a slip, as it is read then, or has prefixes for the elements of
 * HTML. Throws `XmlError` for one that is neither XHTML nor HTML.
 */
export const wellFormed = (source: string): WellFormed => {
  try {
    readXml(source, { open: () => {}, close: () => {}, text: () => {} })
    if (!PREFIXED_BODY.test(source)) return { text: withNumbers(source), isRewritten: false }
    return { text: written(readTree(source)), isRewritten: true }
  } catch (error) {
    if (!(error instanceof XmlError) || !isLikeHtml(source)) throw error
    const root = readTree(source, readHtml)
    // HTML's parser makes a page of anything.
    const isEmpty =
      textOf(root).trim() === '' && !['img', 'image', 'svg'].some((name) => descendantsOf(root, name).length)
    if (isEmpty) throw error
    return { text: written(root), isRewritten: true }
  }
}

const NAMED = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|&(\w+);/g

/** XML knows the names of HTML's characters only by a document type that says so. */
const withNumbers = (source: string): string =>
  source.includes('<!ENTITY')
    ? source
    : source.replace(NAMED, (all: string, name = '') => {
        const code = !XML_OWN.has(name) && Object.hasOwn(HTML_ENTITIES, name) && HTML_ENTITIES[name]?.codePointAt(0)
        return code ? `&#${code};` : all
      })

const XML_OWN = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

const written = (root: XmlNode): string => {
  const writer = createXmlWriter()
  const write = (node: XmlNode | string, more = '') => {
    if (typeof node === 'string') return writer.text(node)
    if (!NAME.test(node.name)) return node.children.forEach((child) => write(child))
    const own = node.attributes.map(({ namespace, name, value }) => {
      const prefix = PREFIXES.get(namespace)
      return prefix === undefined || !NAME.test(name) ? '' : attribute(prefix + name, value)
    })
    writer.open(node.namespace, node.name, more + own.join(''))
    node.children.forEach((child) => write(child))
    writer.close()
  }
  write(root, attribute('xmlns:epub', NAMESPACES.ops) + attribute('xmlns:xlink', NAMESPACES.xlink))
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n${writer.end()}\n`
}
