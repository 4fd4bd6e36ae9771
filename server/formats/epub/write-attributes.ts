import type { EpubChapterSummary } from '#contract/shapes/epub.ts'
import { isAttributeAllowed, isValueAllowed } from './allowed-attributes.ts'
import type { BookReferences } from './book-references.ts'
import { cleanCss } from './clean-css.ts'
import { NAMESPACES, type XmlTag } from './read-xml.ts'
import { attribute } from './write-xml.ts'

export interface AttributeContext {
  references: BookReferences
  /** The layout of the document; see clean-css.ts. */
  layout?: EpubChapterSummary['layout']
  /** What its style sheets make the unit of lengths; see css-lengths.ts. */
  rootUnit?: () => number
  /** Is told of what was left out. */
  onRefused: (what: 'script' | 'style') => void
}

const NAME = /^[a-zA-Z][\w-]*$/

/**
 * The attributes of a kept element, as XML. Addresses become data attributes, which nothing loads: `data-book-src`,
 * `-href` and `-poster` for files of the book, `data-book-to`, `-image` and `-out` for links, `data-book-style` for
 * CSS that names files.
 */
export const writeAttributes = (tag: XmlTag, context: AttributeContext): string => {
  const attributes = Object.values(tag.attributes)
  const has = (name: string) => attributes.some(({ uri, local }) => uri === '' && local === name)
  return attributes
    .map(({ uri, local, value }) => {
      if (uri === NAMESPACES.ops) return local === 'type' ? attribute('epub:type', value) : ''
      if (uri === NAMESPACES.xml) return writeXmlAttribute(local, value, has('lang'))
      if (uri === NAMESPACES.xlink && has('href')) return ''
      if (isAddress(uri, local)) return writeAddress(tag, local, value, context)
      if (uri !== '' || !NAME.test(local)) return ''
      if (local === 'style') return writeStyle(tag, value, context)
      if (local === 'name' && isAnchor(tag) && !has('id')) return attribute('id', value)
      if (/^on/i.test(local)) context.onRefused('script')
      if (!isAttributeAllowed(tag.uri, local) || !isValueAllowed(local, value)) return ''
      return attribute(local, value)
    })
    .join('')
}

const writeXmlAttribute = (name: string, value: string, hasLang: boolean): string => {
  if (name === 'space') return ['default', 'preserve'].includes(value) ? attribute('xml:space', value) : ''
  if (name !== 'lang') return ''
  return attribute('xml:lang', value) + (hasLang ? '' : attribute('lang', value))
}

const isAddress = (namespace: string, name: string): boolean =>
  (namespace === '' && ['href', 'src', 'poster'].includes(name)) || (namespace === NAMESPACES.xlink && name === 'href')

const isAnchor = ({ uri, local }: XmlTag): boolean => local === 'a' && uri === NAMESPACES.xhtml

/** The elements that show a file, by the attribute that names it. */
const SHOWN = new Map<string, readonly string[]>([
  [NAMESPACES.xhtml, ['img src', 'audio src', 'video src', 'video poster', 'source src', 'track src']],
  [NAMESPACES.svg, ['image href']],
])

const writeAddress = (
  { uri, local }: XmlTag,
  name: string,
  value: string,
  { references }: AttributeContext,
): string => {
  if (local === 'a' && name === 'href' && uri !== NAMESPACES.mathml) return writeLink(value, references)
  if (SHOWN.get(uri)?.includes(`${local} ${name}`)) {
    const path = references.resource(value)
    if (path === undefined) return ''
    return path.startsWith('data:') ? attribute(name, path) : attribute(`data-book-${name}`, path)
  }
  const isLocal = uri === NAMESPACES.svg && name === 'href' && /^#[^\s"'<>\\]+$/.test(value.trim())
  return isLocal ? attribute('href', value.trim()) : ''
}

const writeLink = (value: string, references: BookReferences): string => {
  const target = references.link(value)
  if (!target) return ''
  const href = attribute('href', '#')
  if ('inside' in target) return href + attribute('data-book-to', target.inside)
  if ('image' in target) return href + attribute('data-book-image', target.image)
  return href + attribute('data-book-out', target.outside)
}

const writeStyle = (tag: XmlTag, value: string, context: AttributeContext): string => {
  const { references, layout, onRefused } = context
  const { css, removed } = cleanCss(value, {
    context: 'declarationList',
    refer: references.resource,
    element: tag.local,
    rootUnit: tag.local === 'body' || /\drem\b/i.test(value) ? context.rootUnit?.() : undefined,
    ...(layout && tag.uri !== NAMESPACES.svg ? { layout } : {}),
  })
  if (removed > 0) onRefused('style')
  if (css === '') return ''
  return attribute(css.includes('url(book:') ? 'data-book-style' : 'style', css)
}
