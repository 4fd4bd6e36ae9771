import { element, headingLevel, withAttribute } from '#server/formats/epub/manuscript/content.ts'
import type { Piece } from '#server/formats/epub/manuscript/manuscript.ts'
import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { NOTE_ROLE } from './mobi-html.ts'

const MAX_NOTE = 20_000
/** In a note, with those that lead back. */
const MAX_LINKS = 500
/** Paragraphs between two notes that belong to the first. */
const MAX_MORE = 3
/** What stands in a text for a note. */
const MARK = /^[[({]?(\d{1,4}|[*†‡§¶]{1,4}|[a-z])[\])}.:]?$/i
const ARROW = /^\s*(?:[↩↵⏎↑^←]\uFE0E?|back|return)\s*$/i

interface FoundNotes {
  parts: Piece[][]
  notes: Map<string, Piece[]>
  /** The marks that are no numbers, by the ids of their notes. */
  noteMarks: Map<string, string>
}

/**
 * Finds the notes of a book: what a small mark leads to, and what leads back to where that stands, or what the book calls so. They
 * are taken out of the text.
 */
export const findNotes = (parts: Piece[][]): FoundNotes => {
  const book = indexPieces(parts)
  const found = new Map<XmlNode, { id: string; mark: string | undefined; refers: Set<XmlNode> }>()
  const references = new Map<XmlNode, string>()
  const asked = new Map<XmlNode, boolean>()
  // Many links may lead to one long paragraph.
  const isNote = (note: XmlNode): boolean => {
    const answer = asked.get(note) ?? mayBeNote(note, book)
    asked.set(note, answer)
    return answer
  }
  const noteAt = (link: XmlNode): XmlNode | undefined => {
    const target = book.byId.get(attributeOf(link, 'href')?.slice(1) ?? '')
    const note = target && book.unitOf(target)
    const isMark = roleOf(link) === 'reference' || MARK.test(textOf(link).trim())
    const isLater = target !== undefined && book.orderOf(link) < book.orderOf(target)
    return isMark && isLater && note !== book.unitOf(link) ? note : undefined
  }
  const leadsBack = (note: XmlNode, link: XmlNode) =>
    book.linksIn(note).some((back) => {
      const target = book.byId.get(attributeOf(back, 'href')?.slice(1) ?? '')
      return target !== undefined && book.unitOf(target) === book.unitOf(link)
    })
  const take = (note: XmlNode, link: XmlNode) => {
    const known = found.get(note)
    const mark = MARK.exec(textOf(link).trim())?.[1]
    const id = known?.id ?? `note${found.size + 1}`
    const refers = known?.refers ?? new Set()
    refers.add(book.unitOf(link))
    found.set(note, { id, mark: known ? known.mark : mark, refers })
    references.set(link, id)
  }
  for (const link of book.links) {
    const note = noteAt(link)
    if (note === undefined || !isNote(note)) continue
    if (leadsBack(note, link) || (roleOf(link) === 'reference' && roleOf(note) === 'note')) take(note, link)
  }
  // A note may be referred to again from where it does not lead back to.
  for (const link of book.links) {
    const note = noteAt(link)
    if (note !== undefined && found.has(note) && !references.has(link)) take(note, link)
  }
  const notes = new Map<string, Piece[]>()
  const noteMarks = new Map<string, string>()
  const rewrite = (piece: Piece): Piece => {
    if (typeof piece === 'string') return piece
    const id = references.get(piece)
    if (id !== undefined) return element('a', { href: `#${id}` }, [])
    return withoutRole(piece, (children) => children.map(rewrite))
  }
  const takeOut = (pieces: Piece[]): Piece[] => {
    const kept: Piece[] = []
    let last: string | undefined
    let more: Piece[] = []
    const keepMore = () => {
      kept.push(...more)
      more = []
    }
    for (const piece of pieces) {
      const note = typeof piece === 'string' ? undefined : found.get(piece)
      if (note && typeof piece !== 'string') {
        if (last !== undefined && more.length <= MAX_MORE) notes.get(last)?.push(...more.splice(0).map(rewrite))
        keepMore()
        const isWanted = (link: XmlNode) => {
          const target = book.byId.get(attributeOf(link, 'href')?.slice(1) ?? '')
          return target === undefined || !note.refers.has(book.unitOf(target))
        }
        notes.set(note.id, contentOf(rewrite(piece) as XmlNode, isWanted))
        if (note.mark !== undefined && !/^\d+$/.test(note.mark)) noteMarks.set(note.id, note.mark)
        last = piece.name === 'p' ? note.id : undefined
      } else if (last !== undefined && isMore(piece)) more.push(piece)
      else {
        keepMore()
        last = undefined
        kept.push(typeof piece === 'string' || references.has(piece) ? rewrite(piece) : withoutRole(piece, takeOut))
      }
    }
    keepMore()
    return kept
  }
  const rest = parts.map((part) => ({ part, left: withoutEmptyLists(takeOut(part)) }))
  return {
    parts: rest.filter(({ part, left }) => left.some(isText) || !part.some(isText)).map(({ left }) => left),
    notes,
    noteMarks,
  }
}

const withoutRole = (piece: XmlNode, change: (children: Piece[]) => Piece[]): XmlNode =>
  withAttribute({ ...piece, children: change(piece.children) }, NOTE_ROLE, undefined)

type Book = ReturnType<typeof indexPieces>

const roleOf = (node: XmlNode) => attributeOf(node, NOTE_ROLE)

/** Every element of a book with what is around it. */
const indexPieces = (parts: Piece[][]) => {
  const parents = new Map<XmlNode, XmlNode | undefined>()
  const orders = new Map<XmlNode, number>()
  const byId = new Map<string, XmlNode>()
  const links: XmlNode[] = []
  const visit = (piece: Piece, parent: XmlNode | undefined): void => {
    if (typeof piece === 'string') return
    parents.set(piece, parent)
    orders.set(piece, orders.size)
    const id = attributeOf(piece, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, piece)
    if (piece.name === 'a' && attributeOf(piece, 'href')?.startsWith('#')) links.push(piece)
    piece.children.forEach((child) => visit(child, piece))
  }
  parts.forEach((part) => part.forEach((piece) => visit(piece, undefined)))
  const around = (piece: XmlNode, isWanted: (one: XmlNode) => boolean): XmlNode | undefined => {
    for (let one: XmlNode | undefined = piece; one !== undefined; one = parents.get(one)) if (isWanted(one)) return one
    return undefined
  }
  const linksOf = (piece: Piece): XmlNode[] =>
    typeof piece === 'string' ? [] : [...(piece.name === 'a' ? [piece] : []), ...piece.children.flatMap(linksOf)]
  return {
    byId,
    links,
    linksIn: linksOf,
    orderOf: (piece: XmlNode) => orders.get(piece) ?? 0,
    /** What is a note, or holds the mark of one: an item, a paragraph, or what the book calls a note. */
    unitOf: (piece: XmlNode): XmlNode =>
      around(piece, (one) => roleOf(one) === 'note') ??
      around(piece, ({ name }) => name === 'li' || name === 'dd') ??
      around(piece, (one) => one.name === 'p' || one.name === 'td' || headingLevel(one) !== undefined) ??
      piece,
  }
}

const mayBeNote = (note: XmlNode, { linksIn }: Book): boolean => {
  const words = textOf(note)
  if (!/^(?:p|li|dd|aside|blockquote)$/.test(note.name) || words.length > MAX_NOTE) return false
  const links = linksIn(note)
  if (links.length > MAX_LINKS) return false
  const ofLinks = links.map((link) => textOf(link).length).reduce((sum, length) => sum + length, 0)
  return words.replace(/\s+/g, '').length > ofLinks
}

/** Without what leads back: its number, or an arrow. */
const contentOf = (note: XmlNode, isWanted: (link: XmlNode) => boolean): Piece[] => {
  const without = (piece: Piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    const words = textOf(piece).trim()
    if (piece.name === 'a' && !isWanted(piece) && (MARK.test(words) || ARROW.test(words))) return []
    const children = piece.children.flatMap(without)
    const isEmpty = children.length === 0 && piece.children.length > 0
    return isEmpty ? [] : [{ ...piece, children }]
  }
  const children = note.children.flatMap(without)
  if (note.name === 'p') return [{ ...note, children: withoutDot(children) }]
  return children.some(
    (child) => typeof child !== 'string' && /^(?:p|ul|ol|dl|table|blockquote|pre|figure)$/.test(child.name),
  )
    ? children
    : [element('p', {}, withoutDot(children))]
}

/** What stood behind the number. */
const withoutDot = ([first, ...rest]: Piece[]): Piece[] => {
  if (first === undefined) return []
  return typeof first === 'string' ? [first.replace(/^[\s.:)\]]+/, ''), ...rest] : [first, ...rest]
}

const isMore = (piece: Piece): boolean =>
  typeof piece === 'string' ? piece.trim() === '' : /^(?:p|blockquote)$/.test(piece.name)

/** Text of the book, beside the headings and rules above its notes. */
const isText = (piece: Piece): boolean => {
  if (typeof piece === 'string') return piece.trim() !== ''
  if (headingLevel(piece) !== undefined || piece.name === 'hr') return false
  return piece.name === 'img' || textOf(piece).trim() !== '' || piece.children.some(isText)
}

const withoutEmptyLists = (pieces: Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    const children = withoutEmptyLists(piece.children)
    const isEmpty = /^(?:ul|ol|dl|blockquote)$/.test(piece.name) && children.every(isBlank)
    return isEmpty ? [] : [{ ...piece, children }]
  })

const isBlank = (piece: Piece): boolean => typeof piece === 'string' && piece.trim() === ''
