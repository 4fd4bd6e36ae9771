import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element } from './content.ts'
import { type FictionBookParts, heading, linesOf, readSection } from './fb2-blocks.ts'
import { readFictionBookWords } from './fb2-words.ts'
import { childOf, childrenOf, lineOf, readFictionBook, targetOf } from './fb2-xml.ts'
import { createManuscriptFindings } from './manuscript-findings.ts'
import type { Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { toPicture } from './picture.ts'

const NOTES = /^(?:notes|comments|footnotes)$/i

/** Reads a FictionBook (FB2). What its binaries are is told by their content. */
export const readFb2 = (bytes: Buffer): Manuscript => {
  const root = readFictionBook(bytes)
  const findings = createManuscriptFindings()
  const pictures = picturesOf(root)
  const { words, cover } = readFictionBookWords(root)
  const bodies = withTitles(childrenOf(root, 'body'))
  const isOfNotes = openBodiesOfNotes(bodies)
  const texts = bodies.filter((body) => !isOfNotes(body))
  const noteSections = notesIn(bodies.filter(isOfNotes), new Set(linksIn(bodies)))
  const parts: FictionBookParts = {
    notes: new Set(noteSections.keys()),
    pictureOf: openPictureNames(pictures),
    tellLostPicture: () => findings.count('lost-picture'),
  }
  const notes = new Map<string, Piece[]>()
  const noteMarks = new Map<string, string>()
  for (const [id, section] of noteSections) {
    const { mark, content } = readNote(section, parts)
    notes.set(id, content)
    if (mark !== undefined) noteMarks.set(id, mark)
  }
  const isOneText = texts.length === 1
  return {
    words,
    parts: [
      ...texts.map((body) => readText(body, { words, isOneText, parts })),
      ...bodies.filter(isOfNotes).map((body) => restOfNotes(body, { parts, level: isOneText ? 1 : 2 })),
    ].filter((part) => part.length > 0),
    notes,
    noteMarks,
    pictures,
    findings: findings.list(),
    cover: pictures.get(parts.pictureOf(cover) ?? ''),
  }
}

/** Calibre writes no titles: a section begins with a bold line in their place. */
const withTitles = (bodies: XmlNode[]): XmlNode[] => {
  const hasTitles = bodies.some((body) => descendantsOf(body, 'section').some((section) => childOf(section, 'title')))
  return hasTitles ? bodies : bodies.map(titled)
}

const titled = (node: XmlNode): XmlNode => {
  const children = node.children.map((child) => (typeof child === 'string' ? child : titled(child)))
  const at = children.findIndex((child) => typeof child !== 'string')
  const first = children[at]
  const isBold = typeof first === 'object' && first.name === 'p' && isWhollyBold(first)
  if (node.name !== 'section' || !isBold || lineOf(first).length > MAX_TITLE) return { ...node, children }
  const line = { ...first, children: first.children.flatMap((one) => (typeof one === 'string' ? [] : one.children)) }
  return { ...node, children: children.with(at, { ...first, name: 'title', attributes: [], children: [line] }) }
}

const MAX_TITLE = 200

const isWhollyBold = ({ children }: XmlNode): boolean =>
  children.some((child) => typeof child !== 'string' && textOf(child).trim() !== '') &&
  children.every((child) => (typeof child === 'string' ? child.trim() === '' : child.name === 'strong'))

const picturesOf = (root: XmlNode): Map<string, Picture> =>
  new Map(
    childrenOf(root, 'binary').flatMap((binary): [string, Picture][] => {
      const id = attributeOf(binary, 'id')
      const picture = toPicture(Buffer.from(textOf(binary), 'base64'))
      return id !== undefined && picture ? [[id, picture]] : []
    }),
  )

/** Names are often written with other capitals where they are referred to. */
const openPictureNames = (pictures: ReadonlyMap<string, Picture>): FictionBookParts['pictureOf'] => {
  const simpleNames = new Map([...pictures.keys()].map((id) => [id.toLowerCase(), id]))
  return (id = '') => (pictures.has(id) ? id : simpleNames.get(id.toLowerCase()))
}

const linksIn = (nodes: readonly XmlNode[], isWanted: (link: XmlNode) => boolean = () => true): string[] =>
  nodes.flatMap((node) => [
    ...(node.name === 'a' && isWanted(node) ? [targetOf(node) ?? []].flat() : []),
    ...linksIn(elementsOf(node), isWanted),
  ])

/** Programs name them in the language of the book too: then links that are to notes lead into them. */
const openBodiesOfNotes = (bodies: readonly XmlNode[]): ((body: XmlNode) => boolean) => {
  const noted = new Set(linksIn(bodies, (link) => attributeOf(link, 'type') === 'note'))
  return (body) => {
    const name = attributeOf(body, 'name') ?? ''
    return NOTES.test(name) || (name !== '' && body !== bodies[0] && notesIn([body], noted).size > 0)
  }
}

/** The sections that something refers to and that hold no others, by their ids. */
const notesIn = (nodes: readonly XmlNode[], referred: ReadonlySet<string>): Map<string, XmlNode> =>
  new Map(
    nodes.flatMap((node): [string, XmlNode][] => {
      const sections = childrenOf(node, 'section')
      const id = attributeOf(node, 'id')
      const isNote = node.name === 'section' && id !== undefined && referred.has(id) && sections.length === 0
      return isNote ? [[id, node]] : [...notesIn(sections, referred)]
    }),
  )

const MAX_MARK = 8

/** The title of a note is its mark. A number is none: the notes of a book are numbered anew. */
const readNote = (section: XmlNode, parts: FictionBookParts): { mark: string | undefined; content: Piece[] } => {
  const title = lineOf(childOf(section, 'title'))
  const without = { ...section, children: section.children.filter((child) => child !== childOf(section, 'title')) }
  const content = readSection(withoutId(without), 1, parts)
  const mark = title.replace(/^[[({]|[\])}.:]+$/g, '')
  if (/^\d*$/.test(mark)) return { mark: undefined, content }
  if (mark.length <= MAX_MARK && !/[\p{L}]{2}/u.test(mark)) return { mark, content }
  return { mark: undefined, content: [element('p', {}, [element('strong', {}, [title])]), ...content] }
}

const withoutId = (node: XmlNode): XmlNode => ({
  ...node,
  attributes: node.attributes.filter(({ name }) => name !== 'id'),
})

interface TextOptions {
  words: Words
  /** Its sections are chapters: with several texts those are below the title of each. */
  isOneText: boolean
  parts: FictionBookParts
}

/** Reads a text. The title of the only one is that of the book, which its title page shows. */
const readText = (body: XmlNode, { words, isOneText, parts }: TextOptions): Piece[] => {
  const title = childOf(body, 'title')
  const shown = new Set([words.title, ...words.authors].map(simple))
  const isShown = (line: XmlNode) => lineOf(line) === '' || shown.has(simple(lineOf(line)))
  const rest = { ...body, children: body.children.filter((child) => child !== title) }
  return [
    ...(title && !(isOneText && linesOf(title).every(isShown)) ? heading(title, 1, parts) : []),
    ...readSection(withoutId(rest), isOneText ? 0 : 1, parts),
  ]
}

/** What nothing refers to is at the end of the book, as its author has written it. */
const restOfNotes = (body: XmlNode, { parts, level }: { parts: FictionBookParts; level: number }): Piece[] => {
  const without = (node: XmlNode): XmlNode => ({
    ...node,
    children: node.children.flatMap((child): (XmlNode | string)[] => {
      if (typeof child === 'string') return [child]
      const isNote = child.name === 'section' && parts.notes.has(attributeOf(child, 'id') ?? '')
      if (isNote) return []
      const left = without(child)
      const hasLost = elementsOf(left).length < elementsOf(child).length
      return hasLost && isOnlyTitle(left) ? [] : [left]
    }),
  })
  const rest = without(body)
  return isOnlyTitle(rest) ? [] : readSection(withoutId(rest), level, parts)
}

const isOnlyTitle = (node: XmlNode) =>
  elementsOf(node).every(({ name }) => name === 'title') &&
  node.children.every((child) => typeof child !== 'string' || child.trim() === '')

const simple = (line: string) =>
  line
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()
