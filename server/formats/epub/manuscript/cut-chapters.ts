import { cleanLine } from '#server/formats/clean-line.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { isChapterName } from './chapter-names.ts'
import { element, headingLevel, holdsNote, labelOf, noteOf, withAttribute } from './content.ts'
import type { ContentsPlace, Manuscript, Piece } from './manuscript.ts'

export interface ContentsEntry {
  /** From 1. */
  level: number
  label: string
  /** `c1.xhtml#h1`. */
  target: string
}

export interface Chapter {
  /** The name of its file. */
  name: string
  title: string
  contents: ContentsEntry[]
  /** Where the pages of the file begin that it was made of, if it has such. */
  pages: Omit<ContentsEntry, 'level'>[]
  children: Piece[]
  hasFormulas: boolean
}

interface Content {
  parts: Piece[][]
  notes: ReadonlyMap<string, Piece[]>
  /** The marks that notes have in place of numbers. */
  noteMarks?: ReadonlyMap<string, string> | undefined
  /** The contents, where they are not its headings. */
  contents?: readonly ContentsPlace[] | undefined
}

const MAX_LABEL = 200
const FIRST_LEVEL = 1

const isBlank = (piece: Piece) => typeof piece === 'string' && piece.trim() === ''
const isMark = (piece: Piece) => typeof piece !== 'string' && piece.name === 'span' && piece.children.length === 0
export const isPageBreak = (piece: Piece): boolean =>
  typeof piece !== 'string' && attributeOf(piece, 'role') === 'doc-pagebreak'
const isHeading = (piece: Piece) => headingLevel(piece) !== undefined && textOf(piece as XmlNode).trim() !== ''

/**
 * Takes the title from the text where the text begins with it: the one heading of the first level, before headings of the
 * second, that says what the known title says. Chapters are then cut at those. One with a note stays, as its note would have
 * no place. Where no title is known, that heading is the title, unless it names a chapter.
 */
export const takeTitle = ({ parts, notes }: Content, known: string): { title: string; parts: Piece[][] } => {
  const all = parts.flat()
  const first = all.find((piece) => !isBlank(piece) && !isMark(piece))
  const levels = all.filter(isHeading).map(headingLevel)
  const isTitle =
    first !== undefined &&
    isHeading(first) &&
    headingLevel(first) === FIRST_LEVEL &&
    !holdsNote(first, notes) &&
    levels.filter((level) => level === FIRST_LEVEL).length === 1 &&
    levels.includes(FIRST_LEVEL + 1)
  if (!isTitle) return { title: '', parts }
  const title = cleanLine(labelOf(first, notes), MAX_LABEL)
  if (known === '' ? isChapterName(title) : simple(title) !== simple(known)) return { title: '', parts }
  // What leads to the title leads to the first chapter.
  const id = attributeOf(first as XmlNode, 'id')
  const mark = element('span', { id }, [])
  return { title, parts: parts.map((part) => part.map((piece) => (piece === first ? mark : piece))) }
}

/**
 * Makes a chapter of what has the style of a title before the text, as later chapters do, where the book is called otherwise.
 * Before a heading, that is an older title of the book.
 */
export const keepFirstTitle = <Read extends Manuscript>(manuscript: Read, known: string): Read => {
  const [title, name] = [manuscript.front?.hasLaterTitle ? manuscript.front.title : '', simple(known)]
  const [first = [], ...others] = manuscript.parts
  const begin = first.find((piece) => (typeof piece === 'string' ? piece : textOf(piece)).trim() !== '')
  const isOfBook = simple(title).startsWith(name) || name.startsWith(simple(title))
  if (isOfBook || begin === undefined || isHeading(begin)) return manuscript
  return { ...manuscript, parts: [[element('h1', {}, [title]), ...first], ...others] }
}

/** The title and the subtitle before the text of an added chapter: words of it, where its name and that of the book say others. */
export const openingOf = ({ front }: Manuscript, { title, ofBook }: { title: string; ofBook: string }): Piece[] => {
  const isSaid = (words: string) =>
    simple(title).startsWith(words) || simple(title).endsWith(words) || words === simple(ofBook)
  return [element('h1', {}, [front?.title ?? '']), element('p', {}, [front?.subtitle ?? ''])].filter(
    (piece) => !isSaid(simple(textOf(piece))),
  )
}

/** Without what people write in one way or the other. */
const simple = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()

/** The one heading of the first level, where it stays the heading of the only chapter; empty if there are more or none. */
export const onlyTitle = ({ parts, notes }: Content): string => {
  const titles = parts.flat().filter((piece) => isHeading(piece) && headingLevel(piece) === FIRST_LEVEL)
  const title = titles.length === 1 ? cleanLine(labelOf(titles[0] ?? '', notes), MAX_LABEL) : ''
  return isChapterName(title) ? '' : title
}

/**
 * Cuts the content at its highest headings and where a part begins, with the notes of each chapter at its end. `nameUntitled`
 * names a chapter without a heading.
 */
export const cutChapters = (
  { parts, notes, noteMarks, contents: own }: Content,
  nameUntitled: (body: Piece[]) => string,
  firstNumber = 1,
): Chapter[] => {
  const cutLevel = Math.min(
    6,
    ...parts
      .flat()
      .filter(isHeading)
      .map((piece) => headingLevel(piece) ?? 6),
  )
  const bodies = parts.flatMap((part) => cutAt(part, cutLevel)).map(withoutFirstPage)
  const nameOf = (at: number) => `c${firstNumber + at}.xhtml`
  const numbers = numberIds(bodies, { notes, noteMarks, contents: own }, nameOf)
  const placed = own?.flatMap(({ level, label, id }) => {
    const place = numbers.placeOf(id)
    return place ? [{ level, label: cleanLine(label, MAX_LABEL), ...place }] : []
  })
  return bodies.map((body, at) => {
    const name = nameOf(at)
    const contents: ContentsEntry[] = []
    const pages: Chapter['pages'] = []
    const children = body.flatMap((piece) => numbers.write(piece, at))
    const visit = (piece: Piece): void => {
      if (typeof piece === 'string') return
      if (isPageBreak(piece))
        pages.push({
          label: attributeOf(piece, 'aria-label') ?? '',
          target: `${name}#${attributeOf(piece, 'id')}`,
        })
      const level = headingLevel(piece)
      const label = level === undefined ? '' : cleanLine(labelOf(piece, notes), MAX_LABEL)
      if (level !== undefined && label !== '' && placed === undefined)
        contents.push({ level: level - cutLevel + 1, label, target: `${name}#${attributeOf(piece, 'id')}` })
      piece.children.forEach(visit)
    }
    children.forEach(visit)
    for (const { level, label, chapter, id } of placed ?? [])
      if (chapter === at) contents.push({ level, label, target: `${name}#${id}` })
    const title = contents[0]?.label ?? nameUntitled(body)
    // Contents of its own need not name each chapter.
    if (contents.length === 0 && (at === 0 ? !placed?.length : placed === undefined))
      contents.push({ level: 1, label: title, target: name })
    const ofNotes = numbers.notesOf(at)
    const footnotes = ofNotes.length === 0 ? [] : [element('section', { 'epub:type': 'footnotes' }, ofNotes)]
    const shifted = children.map((child) => shiftHeadings(child, cutLevel - 1))
    const all = [...shifted, ...footnotes]
    return { name, title, contents, pages, children: all, hasFormulas: all.some(hasFormula) }
  })
}

/** A chapter of its own, below its title. A heading at its begin that says the same is that title. */
export const oneChapter = ({ parts, ...content }: Content, title: string, number: number): Chapter[] => {
  const all = parts.flat()
  const first = all.find((piece) => !isBlank(piece) && !isMark(piece))
  const before = first !== undefined && isHeading(first) ? beforeSame(title, labelOf(first, content.notes)) : undefined
  const rest = before === undefined ? all : all.filter((piece) => piece !== first)
  const highest = Math.min(...rest.filter(isHeading).map((piece) => headingLevel(piece) ?? 1), FIRST_LEVEL + 1)
  const below = rest.map((piece) => shiftHeadings(piece, highest - FIRST_LEVEL - 1))
  const [id, words] =
    before === undefined
      ? [undefined, [title]]
      : [attributeOf(first as XmlNode, 'id'), [before, ...(first as XmlNode).children]]
  return cutChapters({ parts: [[element('h1', { id }, words), ...below]], ...content }, () => title, number)
}

/** 'Chapter 3: ' for 'Chapter 3: The Ford' and a heading 'The Ford'; undefined where the heading says something else. */
const beforeSame = (title: string, heading: string): string | undefined => {
  const words = cleanLine(heading, MAX_LABEL)
  const before = title.slice(0, -words.length)
  const isSame = title.toLowerCase().endsWith(words.toLowerCase()) && (before === '' || before.endsWith(' '))
  return isSame ? before : undefined
}

const cutAt = (part: Piece[], cutLevel: number): Piece[][] => {
  const bodies: Piece[][] = []
  let body: Piece[] = []
  const end = () => {
    if (body.some((piece) => !isBlank(piece) && !isMark(piece))) bodies.push(body)
    // Marks before the first heading go with it.
    else if (body.length > 0) return body
    return []
  }
  for (const piece of part) {
    if (isHeading(piece) && headingLevel(piece) === cutLevel) body = end()
    body.push(piece)
  }
  end()
  return bodies
}

/** A chapter is a file of its own, which begins a page anyway. */
const withoutFirstPage = (body: Piece[]): Piece[] => {
  const at = body.findIndex((piece) => !isBlank(piece) && !isMark(piece))
  const first = body[at]
  if (first === undefined || typeof first === 'string') return body
  const classes = attributeOf(first, 'class')?.split(' ') ?? []
  if (!classes.includes('new-page')) return body
  const rest = classes.filter((name) => name !== 'new-page').join(' ')
  return body.with(at, withAttribute(first, 'class', rest === '' ? undefined : rest))
}

/** Moves headings up by some levels, or down by a number below zero. */
export const shiftHeadings = (piece: Piece, by: number): Piece => {
  if (typeof piece === 'string') return piece
  const level = headingLevel(piece)
  const children = piece.children.map((child) => shiftHeadings(child, by))
  return { ...piece, name: level === undefined ? piece.name : `h${Math.min(6, Math.max(1, level - by))}`, children }
}

const hasFormula = (piece: Piece): boolean =>
  typeof piece !== 'string' && (piece.namespace === NAMESPACES.mathml || piece.children.some(hasFormula))

/** The notes in the order in which the text refers to them, each with the chapter of its first reference. */
const orderNotes = (bodies: Piece[][], notes: ReadonlyMap<string, Piece[]>) => {
  const chapters = new Map<string, number>()
  const visit = (piece: Piece, at: number): void => {
    if (typeof piece === 'string') return
    const id = noteOf(piece, notes)
    if (id !== undefined && !chapters.has(id)) {
      chapters.set(id, at)
      notes.get(id)?.forEach((child) => visit(child, at))
    }
    piece.children.forEach((child) => visit(child, at))
  }
  bodies.forEach((body, at) => body.forEach((piece) => visit(piece, at)))
  return chapters
}

/** Gives ids that are the book's own to headings and to what links lead to, and leads the links there. */
const numberIds = (
  bodies: Piece[][],
  { notes, noteMarks = new Map(), contents = [] }: Omit<Content, 'parts'>,
  nameOf: (chapter: number) => string,
) => {
  const chapterOfNote = orderNotes(bodies, notes)
  const numberOf = new Map([...chapterOfNote.keys()].map((id, at) => [id, at + 1]))
  // A note with a mark of its own does not count.
  const counted = [...chapterOfNote.keys()].filter((id) => !noteMarks.has(id))
  const shownAs = new Map([...counted.map((id, at) => [id, String(at + 1)] as const), ...noteMarks])
  const wanted = new Set<string>(contents.map(({ id }) => id))
  const want = (piece: Piece): void => {
    if (typeof piece === 'string') return
    const href = piece.name === 'a' ? attributeOf(piece, 'href') : undefined
    if (href?.startsWith('#')) wanted.add(href.slice(1))
    piece.children.forEach(want)
  }
  bodies.forEach((body) => body.forEach(want))
  notes.forEach((note) => note.forEach(want))

  const places = new Map<string, { chapter: number; id: string }>()
  const ids = new Map<XmlNode, string>()
  let count = 0
  const place = (piece: Piece, chapter: number): void => {
    if (typeof piece === 'string') return
    const id = attributeOf(piece, 'id')
    const isWanted = id !== undefined && wanted.has(id) && !places.has(id)
    if (isWanted || isHeading(piece)) {
      count += 1
      const own = `${isHeading(piece) ? 'h' : 'p'}${count}`
      ids.set(piece, own)
      if (id !== undefined && isWanted) places.set(id, { chapter, id: own })
    }
    piece.children.forEach((child) => place(child, chapter))
  }
  bodies.forEach((body, at) => body.forEach((piece) => place(piece, at)))
  for (const [id, chapter] of chapterOfNote) {
    places.set(id, { chapter, id: `fn${numberOf.get(id)}` })
    notes.get(id)?.forEach((piece) => place(piece, chapter))
  }

  const referred = new Set<string>()
  const addressOf = ({ chapter, id }: { chapter: number; id: string }, from: number) =>
    `${chapter === from ? '' : nameOf(chapter)}#${id}`

  const write = (piece: Piece, at: number): Piece[] => {
    if (typeof piece === 'string' || isPageBreak(piece)) return [piece]
    const note = noteOf(piece, notes)
    if (note !== undefined) return [reference(note, at)]
    const children = piece.children.flatMap((child) => write(child, at))
    const id = ids.get(piece)
    const numbered = withAttribute({ ...piece, children }, 'id', id)
    const href = piece.name === 'a' ? attributeOf(piece, 'href') : undefined
    if (piece.name === 'span' && numbered.attributes.length === 0) return children
    if (!href?.startsWith('#')) return [numbered]
    const target = places.get(href.slice(1))
    return target ? [withAttribute(numbered, 'href', addressOf(target, at))] : children
  }
  const reference = (note: string, at: number): XmlNode => {
    const number = numberOf.get(note) ?? 0
    const id = referred.has(note) ? undefined : `ref${number}`
    referred.add(note)
    const href = addressOf(places.get(note) ?? { chapter: at, id: '' }, at)
    return element('a', { id, href, 'epub:type': 'noteref', role: 'doc-noteref' }, [shownAs.get(note) ?? ''])
  }
  const notesOf = (at: number): XmlNode[] =>
    [...chapterOfNote].flatMap(([id, chapter]) => {
      if (chapter !== at) return []
      const number = numberOf.get(id) ?? 0
      const back = element('a', { href: `#ref${number}`, role: 'doc-backlink' }, [shownAs.get(id) ?? ''])
      const content = withoutBacklinks(notes.get(id) ?? []).flatMap((piece) => write(piece, at))
      return [
        element('aside', { id: `fn${number}`, 'epub:type': 'footnote', role: 'doc-footnote' }, opened(back, content)),
      ]
    })
  return { write, notesOf, placeOf: (id: string) => places.get(id) }
}

const BACKLINK = /^\s*(?:↩\uFE0E?|↑)\s*$/

/** Without the arrows that lead back, which each program writes in its own way. */
const withoutBacklinks = (pieces: Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece === 'string') return [piece]
    if (piece.name === 'a' && BACKLINK.test(textOf(piece))) return []
    return [{ ...piece, children: withoutBacklinks(piece.children) }]
  })

/** The number of a note stands in its first paragraph. */
const opened = (back: XmlNode, content: Piece[]): Piece[] => {
  const at = content.findIndex((piece) => !isBlank(piece))
  const first = content[at]
  if (first !== undefined && typeof first !== 'string' && first.name === 'p')
    return content.with(at, { ...first, children: [back, ' ', ...first.children] })
  return [element('p', {}, [back]), ...content]
}
