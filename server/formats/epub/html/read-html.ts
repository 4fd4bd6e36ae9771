import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, type TreeAdapter } from 'parse5'
import {
  declaredEntities,
  MAX_DEPTH,
  MAX_NODES,
  NAMESPACES,
  type XmlAttribute,
  XmlError,
  type XmlHandler,
} from '#server/formats/epub/read-xml.ts'
import { ForgivingParser } from './forgiving-parser.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/** Prefixes that books use without declaring them. */
const CUSTOMARY: readonly (readonly [string, string])[] = [
  ...(['html', 'xhtml', 'h'] as const).map((prefix) => [prefix, NAMESPACES.xhtml] as const),
  ...(['math', 'mml', 'm'] as const).map((prefix) => [prefix, NAMESPACES.mathml] as const),
  ['svg', NAMESPACES.svg],
  ['epub', NAMESPACES.ops],
  ['xlink', NAMESPACES.xlink],
  ['xml', NAMESPACES.xml],
]

/**
 * Reads a document that is no well-formed XML the way browsers read HTML, and hands over the same as `readXml`. Throws
 * `XmlError` for one beyond the limits.
 */
export const readHtml = (source: string, handler: XmlHandler): void => {
  const prefixes = new Map([...CUSTOMARY, ...declaredIn(source)])
  const text = withoutXmlOnly(source)
  const adapter = limited(() => parser.tokenizer.preprocessor.line)
  const parser: ForgivingParser = new ForgivingParser(text, prefixes, { scriptingEnabled: false, treeAdapter: adapter })
  parser.tokenizer.write(text, true)
  for (const node of parser.document.childNodes) handOver(node, handler, prefixes, 1)
}

const DECLARATION = /\sxmlns:([\w.-]{1,40})\s*=\s*["']([^"'<>]{1,100})["']/g

const declaredIn = (source: string): [string, string][] =>
  [...source.matchAll(DECLARATION)].map(([, prefix = '', uri = '']) => [prefix.toLowerCase(), uri])

/** A text that HTML reads as it was meant: without a document type's own part, and with CDATA as text. Lines stay. */
const withoutXmlOnly = (source: string): string => {
  const [doctype = ''] = SUBSET.exec(source) ?? []
  const entities = new Map(Object.entries(declaredEntities(doctype, source, 1)))
  const text = source.replace(doctype, `<!DOCTYPE html${doctype.replace(/[^\n]+/g, '')}>`)
  return withoutCdata(entities.size === 0 ? text : text.replace(REFERENCE, (all, name) => entities.get(name) ?? all))
}

const SUBSET = /<!DOCTYPE\s[^[<>]{0,500}\[[^\]]{0,50000}\]\s*>/i
const REFERENCE = /&([\w.-]{1,100});/g

const CDATA = '<![CDATA['
const CDATA_END = ']]>'

const withoutCdata = (source: string): string => {
  const [before = '', ...sections] = source.split(CDATA)
  return sections.reduce((text, section) => {
    const end = section.indexOf(CDATA_END)
    if (end < 0) return text + section
    return text + escapeMarkup(section.slice(0, end)) + section.slice(end + CDATA_END.length)
  }, before)
}

const escapeMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** parse5's own adapter, which ends a document that would take too much memory or time. */
const limited = (lineOf: () => number): TreeAdapter<DefaultTreeAdapterMap> => {
  let depth = 0
  let nodes = 0
  const count = () => {
    nodes += 1
    if (nodes > MAX_NODES) throw new XmlError('it has too many elements', lineOf())
  }
  return {
    ...defaultTreeAdapter,
    createElement: (...facts) => {
      count()
      return defaultTreeAdapter.createElement(...facts)
    },
    createTextNode: (text) => {
      count()
      return defaultTreeAdapter.createTextNode(text)
    },
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new XmlError('its elements are nested too deeply', lineOf())
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

/** Characters that XML can't hold. */
const NO_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g
const INSTRUCTION = /^\?([\w-]{1,40})\s([^]*?)\??$/

const handOver = (node: Node, handler: XmlHandler, prefixes: ReadonlyMap<string, string>, depth: number): void => {
  if (depth > MAX_DEPTH) throw new XmlError('its elements are nested too deeply', 1)
  if ('value' in node) return handler.text(node.value.replace(NO_XML, ''))
  if ('data' in node) {
    const [, target, body = ''] = INSTRUCTION.exec(node.data) ?? []
    return target === undefined ? undefined : handler.instruction?.(target, body)
  }
  if (!('tagName' in node)) return
  handler.open(tagOf(node, prefixes))
  for (const child of node.childNodes) {
    // HTML reads no references in a style sheet, XHTML does.
    if (node.tagName === 'style' && 'value' in child) handler.text(unescapeMarkup(child.value))
    else handOver(child, handler, prefixes, depth + 1)
  }
  handler.close()
}

const unescapeMarkup = (css: string) =>
  css
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

const tagOf = ({ tagName, namespaceURI, attrs }: Element, prefixes: ReadonlyMap<string, string>) => {
  const [prefix, local] = splitName(tagName)
  const uri = prefix === '' ? namespaceURI : (prefixes.get(prefix) ?? '')
  const attributes: Record<string, XmlAttribute> = Object.create(null) as Record<string, XmlAttribute>
  for (const { name, prefix: given, namespace, value } of attrs) {
    const [written, localName] = splitName(name)
    const owner = namespace ?? (written === '' ? '' : (prefixes.get(written) ?? 'unknown:'))
    if (name === 'xmlns' || written === 'xmlns') continue
    attributes[given ? `${given}:${name}` : name] = { uri: owner, local: localName, value }
  }
  return { uri, local, attributes }
}

const splitName = (name: string): [prefix: string, local: string] => {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}
