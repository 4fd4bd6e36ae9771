import { SaxesParser } from 'saxes'
import { readXml } from './read-xml.ts'

/*
 * What a chapter and its style sheets may hold, written down a second time: it shares neither lists nor code with the
 * sanitizer, and finds fault where that has a gap.
 */
const XHTML =
  /^(?:html|head|title|body|section|nav|article|aside|h[1-6]|hgroup|header|footer|address|main|p|hr|pre|blockquote|ol|ul|menu|li|dl|dt|dd|figure|figcaption|div|a|em|strong|small|s|cite|q|dfn|abbr|ruby|rb|rt|rtc|rp|data|time|code|var|samp|kbd|sub|sup|i|b|u|mark|bdi|bdo|span|br|wbr|ins|del|picture|img|audio|video|source|track|table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|details|summary|big|tt|center|font|strike|acronym)$/
const SVG =
  /^(?:svg|g|defs|desc|title|symbol|use|image|switch|path|rect|circle|ellipse|line|poly(?:line|gon)|text|tspan|textPath|marker|pattern|clipPath|mask|(?:linear|radial)Gradient|stop|filter|fe[A-Z][A-Za-z]+|a|view|foreignObject)$/
const MATHML = /^(?:math|semantics|annotation|none|malign(?:group|mark)|m[a-z]+)$/

const ELEMENTS = new Map([
  ['http://www.w3.org/1999/xhtml', XHTML],
  ['http://www.w3.org/2000/svg', SVG],
  ['http://www.w3.org/1998/Math/MathML', MATHML],
])

/** Names that load, send, run, move or replace something in some engine. */
const FORBIDDEN_NAME =
  /^(?:on.*|src|srcset|srcdoc|poster|action|formaction|form|background|data|codebase|classid|archive|ping|target|download|manifest|http-equiv|content|name|is|slot|part|nonce|autoplay|autofocus|contenteditable|tabindex|accesskey|usemap|ismap|longdesc|cite|profile|lowsrc|dynsrc|attributeName|attributeType|from|to|by|begin|end|dur|keyTimes|handler|actiontype|definitionURL|altimg|popover.*|command.*|style-.*|xmlns.*:.+|base)$/i
const ADDRESS = /^[\s\p{Cc}]*(?:[a-z][a-z\d+.-]*:|\/\/)/iu
const WORDS =
  /^(?:title|alt|alttext|label|aria-.*|class|id|role|abbr|headers|d|lang|xml:lang|epub:type|value|datetime|encoding|.*quote|open|close|separators|requiredExtensions)$/

/** The faults of a chapter's document, none for a harmless one. An image may hold style sheets and images itself. */
export const faultsInDocument = (xhtml: string, kind: 'chapter' | 'image' = 'chapter'): string[] => {
  const faults: string[] = []
  const parser = new SaxesParser({ xmlns: true, position: false })
  let style: string | undefined
  parser.on('error', (error) => faults.push(`not well-formed: ${error.message}`))
  parser.on('processinginstruction', ({ target }) => faults.push(`instruction ${target}`))
  parser.on('doctype', () => faults.push('doctype'))
  parser.on('comment', () => faults.push('comment'))
  parser.on('cdata', () => faults.push('CDATA'))
  parser.on('opentag', ({ uri, local, attributes }) => {
    const isImageStyle = kind === 'image' && local === 'style' && uri.endsWith('svg')
    if (isImageStyle) style = ''
    else if (!ELEMENTS.get(uri)?.test(local)) faults.push(`element ${uri} ${local}`)
    for (const one of Object.values(attributes)) faults.push(...faultsInAttribute(local, one, kind))
  })
  parser.on('text', (text) => {
    if (style !== undefined) style += text
  })
  parser.on('closetag', () => {
    if (style !== undefined) faults.push(...faultsInCss(style))
    style = undefined
  })
  parser.write(xhtml).close()
  return faults
}

/** Throws an `XmlError` for what a browser would not show. Returns what it gets. */
export const wellFormed = (xml: string): string => {
  readXml(xml, { open: () => {}, close: () => {}, text: () => {} })
  return xml
}

const XMLNS = 'http://www.w3.org/2000/xmlns/'

interface Attribute {
  name: string
  local: string
  uri: string
  value: string
}

const faultsInAttribute = (element: string, { name, local, uri, value }: Attribute, kind: string): string[] => {
  const fault = [`attribute ${name}="${value}" of ${element}`]
  if (uri === XMLNS) return ELEMENTS.has(value) || value === 'http://www.idpf.org/2007/ops' ? [] : fault
  if (uri !== '') return ['epub:type', 'xml:lang', 'xml:space'].includes(name) ? [] : fault
  if (local === 'style' || local === 'data-book-style') return faultsInCss(`x{${value}}`)
  if (local === 'data-book-out') return /^(?:https?:\/\/|mailto:)/.test(value) ? [] : fault
  if (local === 'data-book-to') return ADDRESS.test(value) ? fault : []
  if (/^data-book-(?:src|href|poster|image)$/.test(local)) return ADDRESS.test(value) ? fault : []
  if (local === 'data-book-stands') return value === '' ? [] : fault
  if (/^data-(?:book|reader|enlarges)/.test(local)) return fault
  if (local === 'href') {
    if (kind === 'image' && element === 'image')
      return /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(value) ? [] : fault
    return /^#[^\s"'<>\\]*$/.test(value) ? [] : fault
  }
  if (FORBIDDEN_NAME.test(local)) return fault
  if (WORDS.test(local)) return []
  const hasAddress = ADDRESS.test(value) || /url\s*\((?!\s*["']?#)|javascript|expression|\\/i.test(value)
  return hasAddress ? fault : []
}

/** The faults of a style sheet: what it could load, or run in an old engine. */
export const faultsInCss = (css: string): string[] => {
  const bare = css
    .replace(/"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g, '""')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)))
    .replaceAll('\\', '')
  const addresses = Array.from(bare.matchAll(/url\(\s*([^)]*)\)?/gi), ([, address = '']) => address.trim())
  const wrong = addresses.filter((address) => !/^(?:book:[\w./%~-]+|#[\w.-]+)$/.test(address))
  const forbidden =
    /@import|@charset|@document|@viewport|expression|behaviou?r\s*:|binding\s*:|image-set|cross-fade|element\(|paint\(|src\(|image\(|progid|javascript:|https?:|\/\*|<!--/i.exec(
      bare,
    )
  return [...wrong.map((address) => `address ${address}`), ...(forbidden ? [`CSS ${forbidden[0]}`] : [])]
}
