import { element, headingLevel } from '#server/formats/epub/manuscript/content.ts'
import type { ContentsPlace, Piece } from '#server/formats/epub/manuscript/manuscript.ts'
import { attributeOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'

const MAX_LEVEL = 6
/** Characters beside its links that a page of contents has. */
const MAX_BESIDE = 200

/** The contents of a book by its own page of them, whose lists say what is below what; undefined for a page of text. */
export const readContentsPage = (page: readonly Piece[]): ContentsPlace[] | undefined => {
  const entries: ContentsPlace[] = []
  let beside = 0
  const visit = (piece: Piece, level: number): void => {
    if (typeof piece === 'string') beside += piece.trim().length
    else if (piece.name === 'a' && attributeOf(piece, 'href')?.startsWith('#'))
      entries.push({ level, label: lineOf(piece), id: attributeOf(piece, 'href')?.slice(1) ?? '' })
    else {
      const below = level + (/^(?:ol|ul|blockquote)$/.test(piece.name) ? 1 : 0)
      piece.children.forEach((child) => visit(child, below))
    }
  }
  page.forEach((piece) => visit(piece, 0))
  const highest = Math.min(...entries.map(({ level }) => level))
  const isPage = entries.length > 1 && beside <= MAX_BESIDE
  return isPage
    ? entries.map((entry) => ({ ...entry, level: Math.min(MAX_LEVEL, entry.level - highest + 1) }))
    : undefined
}

/** Lines that one heading is made of at most. */
const MAX_LINES = 3

/** Makes headings of the lines that say what the contents say, in books that have none. */
export const toContentsHeadings = (part: readonly Piece[], entries: ReadonlyMap<string, ContentsPlace>): Piece[] => {
  const pieces = part.filter((piece) => typeof piece !== 'string' || piece.trim() !== '')
  const headings: Piece[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece
    const entry = isParagraph(piece) ? idsIn(piece).flatMap((id) => entries.get(id) ?? [])[0] : undefined
    const lines = entry === undefined ? [] : linesOf(pieces.slice(at, at + MAX_LINES), entry.label)
    headings.push(entry === undefined || lines.length === 0 ? piece : headingOf(lines, entry.level))
    at += Math.max(0, lines.length - 1)
  }
  return headings
}

const isParagraph = (piece: Piece | undefined): piece is XmlNode => typeof piece === 'object' && piece.name === 'p'

/** The first paragraphs, as many as say these words; none if they say others. */
const linesOf = (pieces: Piece[], label: string): XmlNode[] => {
  const others = pieces.findIndex((piece) => !isParagraph(piece))
  const lines = (others < 0 ? pieces : pieces.slice(0, others)).filter(isParagraph)
  const words = lines.map((line) => simple(lineOf(line)))
  const count = lines.findIndex((_, at) => words.slice(0, at + 1).join('') === simple(label))
  return lines.slice(0, count + 1)
}

const headingOf = ([first, ...rest]: XmlNode[], level: number): XmlNode =>
  element(
    `h${level}`,
    { id: attributeOf(first, 'id'), lang: attributeOf(first, 'lang') },
    [
      ...(first?.children ?? []),
      ...rest.flatMap((line): Piece[] => {
        const id = attributeOf(line, 'id')
        return [element('br', {}, []), ...(id === undefined ? [] : [element('span', { id }, [])]), ...line.children]
      }),
    ].flatMap(withoutBold),
  )

/** The headings of a book that has no contents of its own. */
export const contentsOfHeadings = (parts: readonly Piece[][]): { parts: Piece[][]; contents: ContentsPlace[] } => {
  const contents: ContentsPlace[] = []
  const name = (piece: Piece): Piece => {
    if (typeof piece === 'string') return piece
    const level = headingLevel(piece)
    if (level === undefined || lineOf(piece) === '') return { ...piece, children: piece.children.map(name) }
    const id = attributeOf(piece, 'id') ?? `h${contents.length + 1}`
    contents.push({ level, label: lineOf(piece), id })
    return { ...piece, attributes: [...piece.attributes.filter((one) => one.name !== 'id'), idAttribute(id)] }
  }
  const named = parts.map((part) => part.map(name))
  const highest = Math.min(...contents.map(({ level }) => level))
  return { parts: named, contents: contents.map((one) => ({ ...one, level: one.level - highest + 1 })) }
}

const idAttribute = (value: string) => ({ namespace: '', name: 'id', value })

const idsIn = (piece: Piece): string[] =>
  typeof piece === 'string' ? [] : [attributeOf(piece, 'id') ?? [], ...piece.children.map(idsIn)].flat()

const withoutBold = (piece: Piece): Piece[] => {
  if (typeof piece === 'string') return [piece]
  const children = piece.children.flatMap(withoutBold)
  return /^(?:b|strong|font)$/.test(piece.name) ? children : [{ ...piece, children }]
}

const lineOf = (piece: XmlNode) => textWithBreaks(piece).replace(/\s+/g, ' ').trim()

const textWithBreaks = (piece: Piece): string => {
  if (typeof piece === 'string') return piece
  return piece.name === 'br' ? ' ' : piece.children.map(textWithBreaks).join('')
}

const simple = (line: string) =>
  line
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, '')
