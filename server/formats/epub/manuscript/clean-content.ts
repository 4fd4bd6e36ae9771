import { fateOf } from '#server/formats/epub/allowed-elements.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { words } from '#server/formats/epub/words.ts'
import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { createFormulaCleaner } from './clean-formula.ts'
import { element, headingLevel, labelOf, toAttributes } from './content.ts'
import type { Manuscript, Piece } from './manuscript.ts'
import type { ManuscriptFindings } from './manuscript-findings.ts'

/** What programs that convert manuscripts write; the content of any other element stays, without it. */
const KEPT = words(`
  p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code em strong s del ins sub sup a img br hr table caption thead
  tbody tfoot tr th td ruby rb rt rp figure figcaption u small q cite kbd samp var mark b i abbr span
`)

/**
 * Keeps of a manuscript what a chapter may hold. Links that stay lead to an id (`#…`) or to a page or address outside of
 * the book.
 */
export const cleanContent = (
  { parts, notes, pictures }: Manuscript,
  findings: ManuscriptFindings,
): Pick<Manuscript, 'parts'> & { notes: Map<string, Piece[]> } => {
  const ids = new Set<string>(notes.keys())
  const addIds = (piece: Piece): void => {
    if (typeof piece === 'string') return
    const id = attributeOf(piece, 'id')
    if (id !== undefined) ids.add(id)
    piece.children.forEach(addIds)
  }
  const all = [...parts, ...notes.values()]
  all.forEach((pieces) => pieces.forEach(addIds))

  const formula = createFormulaCleaner()
  const cleanAll = (pieces: Piece[]): Piece[] => {
    let place = ''
    const clean = (piece: Piece, isInLink: boolean): Piece[] => {
      if (typeof piece === 'string') return [piece]
      if (headingLevel(piece) !== undefined) place = labelOf(piece, notes)
      if (piece.namespace === NAMESPACES.mathml)
        return fateOf(NAMESPACES.mathml, piece.name, '') === 'kept' ? [formula(piece)] : []
      const all = piece.children.flatMap((child) => clean(child, isInLink || piece.name === 'a'))
      const children = piece.name === 'figure' ? withoutCaption(all) : all
      if (piece.namespace !== NAMESPACES.xhtml || !KEPT.has(piece.name))
        return inLanguage(children, attributesOf(piece).lang)
      const id = attributeOf(piece, 'id')
      if (headingLevel(piece) !== undefined && children.every(showsNothing))
        return [element('span', { id }, []), ...children]
      if (piece.name === 'img') return image(piece, place)
      if (piece.name === 'a') return isInLink ? children : link(piece, { id, children, place })
      return [element(piece.name, { id, ...attributesOf(piece) }, children)]
    }
    return pieces.flatMap((piece) => clean(piece, false))
  }

  const image = (node: XmlNode, place: string): Piece[] => {
    const src = attributeOf(node, 'src') ?? ''
    const alt = attributeOf(node, 'alt') ?? ''
    if (!pictures.has(src)) return alt === '' ? [] : [alt]
    if (alt === '') findings.count('bare-picture', place)
    return [element('img', { src, alt }, [])]
  }

  const link = (
    node: XmlNode,
    { id, children, place }: { id: string | undefined; children: Piece[]; place: string },
  ) => {
    const href = attributeOf(node, 'href')
    const target = href === undefined ? undefined : targetOf(href, ids)
    if (href !== undefined && target === undefined) findings.count('link', place)
    if (target === undefined && id === undefined) return children
    return [element(target === undefined ? 'span' : 'a', { id, href: target }, children)]
  }

  return { parts: parts.map(cleanAll), notes: new Map([...notes].map(([id, note]) => [id, cleanAll(note)])) }
}

/** Without words in the place of a picture that its caption says as well. */
const withoutCaption = (children: Piece[]): Piece[] => {
  const caption = children.find((child) => typeof child === 'object' && child.name === 'figcaption')
  const words = typeof caption === 'object' ? textOf(caption).trim() : ''
  return children.filter((child) => typeof child !== 'string' || words === '' || child.trim() !== words)
}

/** No words and no picture. */
const showsNothing = (piece: Piece): boolean =>
  typeof piece === 'string'
    ? piece.trim() === ''
    : !['img', 'math'].includes(piece.name) && piece.children.every(showsNothing)

/** What stood in an element that is left out is in its language. */
const inLanguage = (children: Piece[], lang: string | undefined): Piece[] =>
  lang === undefined
    ? children
    : children.map((child) => {
        if (typeof child === 'string')
          return child.trim() === '' ? child : element('span', { lang, 'xml:lang': lang }, [child])
        return attributeOf(child, 'lang') === undefined && child.namespace === NAMESPACES.xhtml
          ? { ...child, attributes: [...child.attributes, ...toAttributes({ lang, 'xml:lang': lang })] }
          : child
      })

const targetOf = (href: string, ids: ReadonlySet<string>): string | undefined => {
  if (href.startsWith('#')) return [href, decode(href)].find((one) => ids.has(one.slice(1)))
  try {
    const { protocol, href: address } = new URL(href)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? address : undefined
  } catch {
    return undefined
  }
}

const decode = (href: string): string => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

const SMALL_NUMBER = /^\d{1,4}$/
/** The classes of the book's own styles; others are removed. */
const CLASSES = words('center right gap new-page labelled label small-caps caps dots red orange green blue purple')
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,4}$/i
const ALIGNED = /^text-align:\s?(center|right)$/

const attributesOf = (node: XmlNode): Record<string, string | undefined> => {
  const number = (name: string) => {
    const value = attributeOf(node, name)
    return value !== undefined && SMALL_NUMBER.test(value) && Number(value) > 0 ? value : undefined
  }
  const classes = (attributeOf(node, 'class') ?? '').split(/\s+/).filter((name) => CLASSES.has(name))
  const said = attributeOf(node, 'lang') ?? ''
  const lang = LANGUAGE.test(said) ? said : undefined
  const everywhere = { class: classes.length > 0 ? classes.join(' ') : undefined, lang, 'xml:lang': lang }
  if (node.name === 'ol') {
    const [start = '', type = ''] = [attributeOf(node, 'start'), attributeOf(node, 'type')]
    return {
      ...everywhere,
      start: SMALL_NUMBER.test(start) ? start : undefined,
      type: /^[aAiI]$/.test(type) ? type : undefined,
    }
  }
  if (node.name !== 'td' && node.name !== 'th') return everywhere
  const aligned = ALIGNED.exec(attributeOf(node, 'style') ?? '')?.[1]
  return { ...everywhere, ...(aligned && { class: aligned }), colspan: number('colspan'), rowspan: number('rowspan') }
}
