import { attributeOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element, headingLevel, withAttribute } from './content.ts'
import { hrefOf, INLINE, lineOf, pictureIdOf, targetOf } from './fb2-xml.ts'
import type { Piece } from './manuscript.ts'

/** What the text of a FictionBook refers to. */
export interface FictionBookParts {
  notes: ReadonlySet<string>
  /** The id of a picture that can be shown, by what refers to it; undefined where there is none. */
  pictureOf: (reference: string | undefined) => string | undefined
  tellLostPicture: () => void
}

const LOWEST = 6

/** Reads a section with those in it; `level` is that of its heading, from 1. */
export const readSection = (section: XmlNode, level: number, parts: FictionBookParts): Piece[] => {
  const blocks = readBlocks(section.children, level, parts).map((piece) => inLanguageOf(section, piece))
  const [first, ...rest] = blocks
  // A mark before a heading would stay in the chapter before it.
  if (headingLevel(first ?? '') !== undefined && attributeOf(first as XmlNode, 'id') === undefined)
    return [withAttribute(first as XmlNode, 'id', attributeOf(section, 'id')), ...rest]
  return [...markOf(section), ...blocks]
}

const markOf = (node: XmlNode): Piece[] => {
  const id = attributeOf(node, 'id')
  return id === undefined ? [] : [element('span', { id }, [])]
}

const readBlocks = (nodes: XmlNode['children'], level: number, parts: FictionBookParts): Piece[] => {
  let isAfterGap = false
  let hasSection = false
  return inParagraphs(nodes).flatMap((node): Piece[] => {
    if (node.name === 'empty-line') {
      isAfterGap = true
      return []
    }
    const blocks = readBlock(node, level, parts)
    const isUntitled = node.name === 'section' && !elementsOf(node).some(({ name }) => name === 'title')
    const first = blocks[0]
    const isParted = isAfterGap && typeof first === 'object' && first.name === 'p' && node.name === 'p'
    isAfterGap = false
    const wasSection = hasSection
    hasSection ||= node.name === 'section'
    // A section without a title is a scene.
    if (isUntitled && wasSection && blocks.length > 0) return [element('hr', {}, []), ...blocks]
    return isParted ? [withAttribute(first, 'class', 'gap'), ...blocks.slice(1)] : blocks
  })
}

/** Words that stand by themselves are a mistake of the program that wrote them, and still somebody's. */
export const inParagraphs = (nodes: XmlNode['children']): XmlNode[] => {
  const blocks: XmlNode[] = []
  let words: XmlNode['children'] = []
  const endWords = () => {
    const line = element('p', {}, words)
    if (textOf(line).trim() !== '') blocks.push(line)
    words = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || INLINE.includes(node.name)) words.push(node)
    else {
      endWords()
      blocks.push(node)
    }
  }
  endWords()
  return blocks
}

const readBlock = (node: XmlNode, level: number, parts: FictionBookParts): Piece[] => {
  const inside = () => readBlocks(node.children, level, parts)
  const paragraph = (name: string, className?: string, wrap: (children: Piece[]) => Piece[] = (all) => all) => [
    element(name, { ...namesOf(node), class: className }, wrap(readInlines(node.children, parts))),
  ]
  const strong = (children: Piece[]): Piece[] => [element('strong', {}, children)]
  switch (node.name) {
    case 'section':
      return readSection(node, level + 1, parts)
    case 'title':
      return heading(node, level, parts)
    case 'p':
    // A line of verse without a stanza.
    case 'v':
      return paragraph('p')
    case 'subtitle':
      return paragraph('p', 'center', /[\p{L}\p{N}]/u.test(textOf(node)) ? strong : undefined)
    case 'text-author':
    case 'date':
      return lineOf(node) === '' ? [] : paragraph('p', 'right')
    case 'epigraph':
    case 'cite':
    case 'annotation':
    case 'poem':
      return [...markOf(node), element('blockquote', { lang: languageOf(node) }, elementsInside(node, parts))]
    case 'stanza':
      return stanza(node, parts)
    case 'image':
      return picture(node, parts).map((image) => figure(node, image))
    case 'table':
      return [table(node, parts)]
    default:
      return inside()
  }
}

/** Quotations and verse hold no headings: a title in them is none of the book's. */
const elementsInside = (node: XmlNode, parts: FictionBookParts): Piece[] => {
  const children = node.children.flatMap((child): Piece[] => {
    if (typeof child === 'string' || child.name !== 'title') return [child]
    return linesOf(child).map((line): XmlNode => ({ ...line, name: 'subtitle' }))
  })
  return readBlocks(children, LOWEST, parts)
}

const stanza = (node: XmlNode, parts: FictionBookParts): Piece[] => {
  const lines = elementsOf(node).filter(({ name }) => name === 'v')
  const rest = { ...node, children: node.children.filter((child) => typeof child === 'string' || child.name !== 'v') }
  const verses = lines.flatMap((line, at): Piece[] => [
    ...(at > 0 ? [element('br', {}, [])] : []),
    ...markOf(line),
    ...readInlines(line.children, parts),
  ])
  return [
    ...elementsInside(rest, parts),
    ...(verses.length > 0 ? [element('p', { lang: languageOf(node) }, verses)] : []),
  ]
}

export const linesOf = (title: XmlNode): XmlNode[] =>
  inParagraphs(title.children).filter((line) => textOf(line).trim() !== '' || elementsOf(line).length > 0)

/** The lines of a title are one heading. */
export const heading = (title: XmlNode, level: number, parts: FictionBookParts): Piece[] => {
  const lines = linesOf(title).map((line) => [...markOf(line), ...readInlines(line.children, parts)])
  if (lines.length === 0) return []
  const words = lines.flatMap((line, at) => [...(at > 0 ? [element('br', {}, [])] : []), ...line])
  return [element(`h${Math.min(level, LOWEST)}`, namesOf(title), words)]
}

const picture = (node: XmlNode, parts: FictionBookParts): XmlNode[] => {
  const id = parts.pictureOf(pictureIdOf(node))
  if (id !== undefined)
    return [element('img', { id: attributeOf(node, 'id'), src: id, alt: attributeOf(node, 'alt') ?? '' }, [])]
  parts.tellLostPicture()
  return []
}

const figure = (node: XmlNode, image: XmlNode): XmlNode => {
  const title = attributeOf(node, 'title')
  return title === undefined
    ? element('p', {}, [image])
    : element('figure', {}, [image, element('figcaption', {}, [title])])
}

const table = (node: XmlNode, parts: FictionBookParts): XmlNode =>
  element(
    'table',
    namesOf(node),
    rowsOf(node).map((row) =>
      element(
        'tr',
        {},
        elementsOf(row).map((cell) => {
          const align = attributeOf(cell, 'align') ?? attributeOf(row, 'align')
          return element(
            cell.name === 'th' ? 'th' : 'td',
            {
              ...namesOf(cell),
              colspan: attributeOf(cell, 'colspan'),
              rowspan: attributeOf(cell, 'rowspan'),
              style: align === undefined ? undefined : `text-align:${align}`,
            },
            readCell(cell, parts),
          )
        }),
      ),
    ),
  )

/** Programs that make it of HTML write its groups of rows, which the format does not know. */
const rowsOf = (node: XmlNode): XmlNode[] =>
  elementsOf(node).flatMap((child) => {
    if (child.name === 'tr') return [child]
    return /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child) : []
  })

/** Pandoc writes paragraphs into cells, which the format does not know. */
const readCell = (cell: XmlNode, parts: FictionBookParts): Piece[] =>
  elementsOf(cell).some(({ name }) => BLOCKS.includes(name))
    ? readBlocks(cell.children, LOWEST, parts)
    : readInlines(cell.children, parts)

const BLOCKS = ['p', 'subtitle', 'cite', 'poem', 'table']

const NAMES: Readonly<Record<string, string>> = {
  strong: 'strong',
  emphasis: 'em',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  style: 'span',
}

const readInlines = (nodes: XmlNode['children'], parts: FictionBookParts): Piece[] =>
  nodes.flatMap((node): Piece[] => {
    if (typeof node === 'string') return [node]
    if (node.name === 'image') return picture(node, parts)
    const children = readInlines(node.children, parts)
    if (node.name === 'a') return link(node, children, parts)
    const name = NAMES[node.name]
    // A paragraph within one is a mistake, whose words stay apart.
    if (BLOCKS.includes(node.name)) return [' ', ...children, ' ']
    return name === undefined ? children : [element(name, namesOf(node), children)]
  })

/** Letters of a reference to a note that are its mark and no words: 'прим. 12'. */
const MARK_LENGTH = 8

const link = (node: XmlNode, children: Piece[], parts: FictionBookParts): Piece[] => {
  const id = targetOf(node)
  if (id === undefined || !parts.notes.has(id))
    return [element('a', { ...namesOf(node), href: hrefOf(node) }, children)]
  // The number of a note takes the place of its reference.
  const isWords = /\p{L}/u.test(textOf(node)) && textOf(node).trim().length > MARK_LENGTH
  return [...(isWords ? children : []), element('a', { href: `#${id}` }, [])]
}

const XML = 'http://www.w3.org/XML/1998/namespace'

const languageOf = (node: XmlNode) => attributeOf(node, 'lang', XML)
const namesOf = (node: XmlNode) => ({ id: attributeOf(node, 'id'), lang: languageOf(node) })

const inLanguageOf = (node: XmlNode, piece: Piece): Piece => {
  const lang = languageOf(node)
  if (lang === undefined || typeof piece === 'string' || attributeOf(piece, 'lang') !== undefined) return piece
  return withAttribute(piece, 'lang', lang)
}
