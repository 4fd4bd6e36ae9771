import { NAMESPACES, type XmlTag } from './read-xml.ts'

/** A style sheet that a document names, or its own. */
export type DocumentStyle = { reference: string; media: string } | OwnStyle

export interface OwnStyle {
  css: string
  media: string
  /** Whether it is the sheet of a drawing, whose letters have the size of its lines and not that of the text. */
  isDrawn: boolean
}

export const valueOf = (tag: XmlTag, name: string): string => tag.attributes[name]?.value.trim() ?? ''

const isCss = (type: string) => type === '' || type.toLowerCase() === 'text/css'

export const isStyleElement = ({ uri, local }: XmlTag): boolean =>
  local === 'style' && (uri === NAMESPACES.xhtml || uri === NAMESPACES.svg)

/** The element's own sheet, to which its text is added; undefined for one in another language. */
export const ownStyle = (tag: XmlTag): OwnStyle | undefined =>
  isCss(valueOf(tag, 'type'))
    ? { css: '', media: valueOf(tag, 'media'), isDrawn: tag.uri === NAMESPACES.svg }
    : undefined

/** The style sheet that a `link` names; an alternate style sheet applies only when a reader chooses it, which none can. */
export const linkedStyle = (tag: XmlTag): DocumentStyle | undefined => {
  const relations = valueOf(tag, 'rel').toLowerCase().split(/\s+/)
  const isSheet = relations.includes('stylesheet') && !relations.includes('alternate') && isCss(valueOf(tag, 'type'))
  return isSheet ? { reference: valueOf(tag, 'href'), media: valueOf(tag, 'media') } : undefined
}

/** The style sheet that the instruction `xml-stylesheet` names, which SVG uses. */
export const instructedStyle = (body: string): DocumentStyle | undefined => {
  const field = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"'&<]*)["']`).exec(body)?.[1] ?? ''
  if (!isCss(field('type')) || field('alternate') === 'yes' || field('href') === '') return undefined
  return { reference: field('href'), media: field('media') }
}
