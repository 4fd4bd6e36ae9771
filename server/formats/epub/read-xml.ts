import { SaxesParser } from 'saxes'
import { HTML_ENTITIES } from '#server/formats/html-entities.ts'

export const MAX_DEPTH = 256
export const MAX_NODES = 400_000
/** Characters that the entities of one document may become. */
const MAX_EXPANSION = 2_000_000
const MAX_ENTITIES = 100

export const NAMESPACES = {
  xhtml: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  mathml: 'http://www.w3.org/1998/Math/MathML',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
  ops: 'http://www.idpf.org/2007/ops',
  opf: 'http://www.idpf.org/2007/opf',
  dc: 'http://purl.org/dc/elements/1.1/',
} as const

/** A document that is not well-formed XML, or beyond the limits. `line` is where that was noticed. */
export class XmlError extends Error {
  override name = 'Xml'
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

export interface XmlAttribute {
  uri: string
  local: string
  value: string
}

export interface XmlTag {
  uri: string
  local: string
  /** By their names as they are written, with their prefixes. */
  attributes: Record<string, XmlAttribute>
}

export interface XmlHandler {
  open: (tag: XmlTag) => void
  close: () => void
  text: (text: string) => void
  instruction?: (target: string, body: string) => void
}

/**
 * Reads XML and hands over what is in it. Nothing outside of the text is ever loaded: of a document type only plain
 * internal entities are read, next to the names of HTML. `prefixes` are known although nothing declares them.
 */
export const readXml = (source: string, handler: XmlHandler, prefixes: Record<string, string> = {}): void => {
  const parser = new SaxesParser({
    xmlns: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
    additionalNamespaces: prefixes,
  })
  const fail = (message: string): never => {
    throw new XmlError(message, parser.line)
  }
  let depth = 0
  let nodes = 0
  const count = () => {
    nodes += 1
    if (nodes > MAX_NODES) fail('it has too many elements')
  }
  Object.assign(parser.ENTITIES, HTML_ENTITIES)
  parser.on('error', (error) => fail(error.message.replace(/^[\d:\s]+/, '')))
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, declaredEntities(doctype, source, parser.line)))
  parser.on('opentag', (tag) => {
    count()
    depth += 1
    if (depth > MAX_DEPTH) fail('its elements are nested too deeply')
    handler.open(tag)
  })
  parser.on('closetag', () => {
    depth -= 1
    handler.close()
  })
  const text = (value: string) => {
    count()
    handler.text(value)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('processinginstruction', ({ target, body }) => handler.instruction?.(target, body))
  parser.write(source).close()
}

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(["'])([^"'<>&%]{0,200})\2\s*>/g
/** XML's own: a document must not redefine them. */
const FIXED = ['amp', 'lt', 'gt', 'quot', 'apos']

/** The entities of a document type, which are text without markup. Throws `XmlError` where they would make the source too long. */
export const declaredEntities = (doctype: string, source: string, line: number): Record<string, string> => {
  const entities = [...doctype.matchAll(ENTITY)]
    .slice(0, MAX_ENTITIES)
    .map(([, name = '', , value = '']): [string, string] => [name, value])
    .filter(([name]) => !FIXED.includes(name))
  if (expansion(source, entities) > MAX_EXPANSION) throw new XmlError('its entities are too long', line)
  return Object.fromEntries(entities)
}

/** At most: as if each reference were to the longest of the entities. */
const expansion = (source: string, entities: [string, string][]): number => {
  const longest = Math.max(0, ...entities.map(([, value]) => value.length))
  return longest === 0 ? 0 : longest * (source.split('&').length - 1)
}
