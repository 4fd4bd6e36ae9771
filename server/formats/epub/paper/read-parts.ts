import type { EpubContentsEntry } from '#contract/shapes/epub.ts'
import { headingLevel } from '#server/formats/epub/manuscript/content.ts'
import type { Looks } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { findNotes, kindsOf, type Notes } from './find-notes.ts'
import { isHeading, isHeadOrEmpty, opened, tidyPages } from './heads-of-pages.ts'
import {
  type Align,
  continued,
  edgesOf,
  emphasized,
  type Emphasis,
  isParted,
  sidesIn,
  toParagraph,
  toPicture,
  UPRIGHT,
} from './looks-of-parts.ts'
import { marksOf, numbersOf } from './numbered-lists.ts'
import { placesIn, placesOf } from './paper-contents.ts'
import { hasContent, type Part, partsIn, type TableCell } from './parts.ts'
import { placeCells } from './place-cells.ts'
import {
  codeOf,
  type Context,
  createWordReader,
  isHidden,
  LEFT_OUT,
  MAX_DEPTH,
  type PaperChapter,
  type PaperNotice,
  type PaperPicture,
  PLAIN,
} from './read-words.ts'
import { type Spoken, spokenIn, turned } from './spoken-parts.ts'
import { tidyBlanks } from './tidy-blanks.ts'
import { tidyGaps } from './tidy-gaps.ts'

interface ReadOptions {
  chapters: PaperChapter[]
  contents: EpubContentsEntry[]
  /** The name under which a picture is given to the typesetter; undefined for one that it can't draw. */
  pictureOf: (path: string) => PaperPicture | undefined
  /** Without tables, for a book whose tables can't be set. */
  isPlain: boolean
  /** The language of the book, and whether it is read from right to left. */
  language: string
  isRightToLeft: boolean
}

const MAX_COLUMNS = 24
/** A chapter that has no more letters fills no page. */
const PAGE_LENGTH = 1000
/** Programs split longer ones. */
const SPLIT_LENGTH = 50_000
/** A line of verse has no more letters. */
const VERSE_LENGTH = 100
/** Less space above or below leaves lines together. */
const APART_EM = 0.5
/** Pictures that are higher, in pixels, do not stand in a line of words. */
const LINE_HEIGHT = 40

const BLOCKS = new Set(
  (
    'html body section nav article aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote ol ul ' +
    'menu li dl dt dd figure figcaption div table details summary center'
  ).split(' '),
)
/** Those of which the space at the sides is that of what is in them. */
const LINES = new Set('p div section article main header footer aside address hgroup'.split(' '))
/** Which say how paragraphs begin. */
const INDENTED = ['body', 'div', 'section', 'p']
const HEADING: Emphasis = { ...UPRIGHT, isBold: true }

/** Reads the chapters of an edition as parts, with the entries of the contents that lead to a place in them. */
export const readParts = (options: ReadOptions) => {
  const { chapters, contents } = options
  const entries = placesOf(contents, chapters)
  const readWith = (inPlace: ReadonlySet<XmlNode>) => {
    const notes = findNotes(chapters, inPlace)
    const notices = new Set<PaperNotice>()
    const reader = createReader({ ...options, notes, notices, entries })
    const parts = tidyPages(chapters.flatMap((chapter, at) => reader.readChapter(chapter, at === 0)))
    const set = new Set(parts.flatMap(notesIn))
    const lost = [...new Set(notes.bodies.values())].filter((body) => !set.has(reader.noteIdOf(body)))
    return { parts, notices: [...notices], lost }
  }
  const first = readWith(new Set())
  // What refers to a note may not be set itself: then the note stands where it is.
  const { parts, notices } = first.lost.length > 0 ? readWith(new Set(first.lost)) : first
  const found = new Set(parts.flatMap(placesIn))
  return { parts, contents: entries.list.filter(({ to }) => found.has(to)), notices }
}

/** The ids of the notes that are set at the foot of pages. */
const notesIn = (part: Part): (string | undefined)[] => [
  ...(typeof part === 'object' && part.k === 'note' ? [part.id] : []),
  ...partsIn(part).flatMap(notesIn),
]

interface Reading extends Omit<ReadOptions, 'chapters' | 'contents'> {
  notes: Notes
  notices: Set<PaperNotice>
  entries: ReturnType<typeof placesOf>
}

const createReader = ({ notes, notices, entries, pictureOf, isPlain, language, isRightToLeft }: Reading) => {
  const { typed, inherited, looking, inline, noteIdOf } = createWordReader({
    notes,
    notices,
    pictureOf,
    isRightToLeft,
    readBlocks: (children, context) => flow(children, context),
  })
  let lengthBefore = 0
  const placed = new Set<string>()
  const blocky = new WeakMap<XmlNode, boolean>()
  /** Whether it is a picture that stands by itself. */
  const isLarge = (node: XmlNode) => {
    const path = attributeOf(node, 'data-book-src') ?? attributeOf(node, 'data-book-href')
    const isPicture = node.name === 'img' || node.name === 'image'
    return isPicture && path !== undefined && (pictureOf(path)?.height ?? 0) > LINE_HEIGHT
  }
  const holdsBlock = (node: XmlNode): boolean => {
    const known = blocky.get(node)
    if (known !== undefined) return known
    const found = isLarge(node) || elementsOf(node).some((child) => BLOCKS.has(child.name) || holdsBlock(child))
    blocky.set(node, found)
    return found
  }
  /** Each a line that is no paragraph: a browser shows no space between them, and none before their words. */
  const verses = new WeakSet<XmlNode>()
  /** Whether there are headings in it: then it is a part of the book, and not a few lines. */
  const headed = new WeakMap<XmlNode, boolean>()
  const holdsHeading = (node: XmlNode): boolean => {
    const known = headed.get(node)
    if (known !== undefined) return known
    const found = elementsOf(node).some((child) => headingLevel(child) !== undefined || holdsHeading(child))
    headed.set(node, found)
    return found
  }
  /** Words that begin at the side where lines begin are justified. */
  const sideOf = (align: NonNullable<Looks['align']>): Align => {
    if (align === 'center') return 'center'
    const isStart = align === 'start' || align === 'justify' || align === (isRightToLeft ? 'right' : 'left')
    if (isStart) return null
    return isRightToLeft ? 'left' : 'right'
  }
  const alignOf = (node: XmlNode, outer: Align): Align => {
    const value = attributeOf(node, 'align')
    return value === 'center' || value === 'left' || value === 'right' ? sideOf(value) : outer
  }
  const targetsOf = (node: XmlNode, path: string): string[] => {
    const id = attributeOf(node, 'id')
    return id === undefined ? [] : [`${path}#${id}`]
  }

  /** The marks of places that a node, and what is in it, has. */
  const anchorsOf = (node: XmlNode, path: string): string[] =>
    [...targetsOf(node, path), ...elementsOf(node).flatMap((child) => anchorsOf(child, path))].filter((target) =>
      entries.ids.has(target),
    )

  const versesIn = (children: readonly (XmlNode | string)[], { looksOf }: PaperChapter): XmlNode[] => {
    const elements = children.filter((child) => typeof child !== 'string')
    const isLine = (node: XmlNode | undefined) => {
      if (node?.name !== 'div' || holdsBlock(node) || descendantsOf(node, 'br').length > 0) return false
      const { above = 0, below = 0 } = looksOf(node)
      return Math.max(above, below) < APART_EM && textOf(node).trim() !== ''
    }
    const lines = elements.filter((node, at) => isLine(node) && (isLine(elements[at - 1]) || isLine(elements[at + 1])))
    const isVerse = lines.every(
      (line) => textOf(line).trim().replace(/\s+/g, ' ').length <= VERSE_LENGTH && (looksOf(line).indent ?? 0) <= 0,
    )
    return isVerse ? lines : []
  }

  const flow = (children: readonly (XmlNode | string)[], context: Context): Part[] => {
    const out: Part[] = []
    let run: Part[] = []
    for (const line of versesIn(children, context.chapter)) verses.add(line)
    const flush = () => {
      const words = tidyBlanks(emphasized(run, context))
      run = []
      if (!words.some(hasContent)) return
      const { level, align } = context
      out.push(
        level === undefined
          ? toParagraph(words, align, edgesOf({}, context, false))
          : { k: 'h', level, opens: false, c: words },
      )
    }
    for (const child of children) {
      if (typeof child === 'string') run.push(typed(child, context))
      else if (notes.isNote(child)) continue
      else if (BLOCKS.has(child.name) || holdsBlock(child)) {
        flush()
        out.push(...block(child, context))
      } else {
        for (const target of anchorsOf(child, context.chapter.path)) out.push(...placeOf(target, context))
        run.push(...inline(child, context))
      }
    }
    flush()
    return continued(tidyGaps(out))
  }

  /** Where an entry of the contents leads: a place, which begins a new page if the entry is of the first level. */
  const placeOf = (target: string, context: Context): Part[] => {
    const id = entries.ids.get(target)
    // A document may have an id twice.
    if (id === undefined || context.isNote || placed.has(id)) return []
    placed.add(id)
    const label = context.depth === 0 ? entries.labels.get(target) : undefined
    return [...(label === undefined ? [] : [{ k: 'chapter' as const, label }]), { k: 'at', id }]
  }

  const block = (node: XmlNode, outer: Context): Part[] => {
    const looks = outer.chapter.looksOf(node)
    if (isHidden(node, looks) || LEFT_OUT.has(node.name) || kindsOf(node).includes('pagebreak')) return []
    const { path } = outer.chapter
    const spoken = spokenIn(node, outer.spoken)
    const hasEdges = LINES.has(node.name) && node !== outer.whole && !holdsHeading(node)
    const context: Context = {
      ...outer,
      ...inherited(looks, outer, spoken),
      isItalic: looks.italic ?? outer.isItalic,
      isBold: looks.bold ?? outer.isBold,
      align: looks.align === undefined ? alignOf(node, outer.align) : sideOf(looks.align),
      ...(hasEdges && sidesIn(looks, outer, isRightToLeft)),
      spoken,
    }
    const isLine = /^(?:p|h[1-6]|dt|figcaption|summary|div)$/.test(node.name) && !holdsBlock(node)
    const places = (isLine ? anchorsOf(node, path) : targetsOf(node, path)).flatMap((target) =>
      placeOf(target, context),
    )
    const content = contentOf(node, context, outer)
    const breaks = (isSo: boolean | undefined): Part[] =>
      isSo && context.depth === 0 && !context.isNote ? [{ k: 'page', opens: false }] : []
    // A list of notes of which all are set at the foot of pages has only its heading left.
    if (notes.holdsNote(node) && !notes.isNote(node) && content.every(isHeadOrEmpty)) return places
    return [
      ...breaks(looks.newPage),
      ...places,
      ...turned(content, context.spoken, outer.spoken),
      ...breaks(looks.endsPage),
    ]
  }

  const contentOf = (node: XmlNode, context: Context, outer: Context): Part[] => {
    const deeper = { ...context, depth: context.depth + 1 }
    const around = { ...outer, spoken: context.spoken }
    const isDeep = context.depth >= MAX_DEPTH
    const level = headingLevel(node)
    const looks = outer.chapter.looksOf(node)
    if (level !== undefined && !holdsBlock(node)) {
      const words = tidyBlanks(looking(node, { ...around, isItalic: false, isBold: true }, HEADING))
      if (!words.some(hasContent)) return []
      // What begins at the start, as those of manuscripts do, has no place of its own.
      const said = looks.align === 'justify' || looks.align === 'start' ? undefined : looks.align
      const align = said === undefined ? context.align : (sideOf(said) ?? (isRightToLeft ? 'right' : 'left'))
      return [{ k: 'h', level, opens: false, ...(align && { align }), c: words }]
    }
    if (level !== undefined) return flow(node.children, { ...around, ...UPRIGHT, letters: context.letters, level })
    switch (node.name) {
      case 'hr':
        return [{ k: 'rule' }]
      case 'img':
      case 'svg': {
        const [picture] = inline(node, context)
        return typeof picture === 'object' && picture.k === 'inline-picture' ? [toPicture(picture, [])] : []
      }
      case 'pre':
        return [{ k: 'pre', t: codeOf(node) }]
      case 'blockquote':
        return isDeep ? flow(node.children, context) : [{ k: 'quote', c: flow(node.children, deeper) }]
      case 'ol':
      case 'ul':
      case 'menu':
        return isDeep ? flow(node.children, context) : toList(node, deeper)
      case 'dl':
        return isDeep ? flow(node.children, context) : toTerms(node, deeper)
      case 'table':
        return isDeep || isPlain
          ? [...captionsOf(node, deeper), ...placeCells(node).cells.flatMap(({ cell }) => flow(cell.children, deeper))]
          : toTable(node, deeper)
      case 'figure':
        return isDeep ? flow(node.children, context) : toFigure(node, deeper)
      case 'nav':
        return kindsOf(node).some((kind) => ['toc', 'landmarks', 'page-list'].includes(kind))
          ? []
          : flow(node.children, context)
      case 'p':
      case 'dt':
      case 'figcaption':
      case 'summary':
      case 'div':
        if (holdsBlock(node)) return parted(looks, flow(node.children, marked(node, context)))
        return parted(looks, withGap(node, toLine(node, tidyBlanks(looking(node, around, UPRIGHT)), context)))
      default:
        return flow(node.children, marked(node, context))
    }
  }

  const marked = (node: XmlNode, context: Context): Context =>
    node.name === 'center' ? { ...context, align: 'center' } : context

  const toLine = (node: XmlNode, words: Part[], context: Context): Part[] => {
    if (!words.some(hasContent)) return []
    const [only, ...others] = words.filter((part) => typeof part !== 'string' || part.trim() !== '')
    if (others.length === 0 && only !== undefined && typeof only !== 'string' && only.k === 'inline-picture')
      return [toPicture(only, [])]
    const edges = edgesOf(context.chapter.looksOf(node), context, context.isIndented)
    return [toParagraph(words, context.align, verses.has(node) ? { ...edges, line: true } : edges)]
  }

  const toList = (node: XmlNode, context: Context): Part[] => {
    const children = elementsOf(node)
    const numbers = numbersOf(node)
    const items = children.flatMap((child, at) =>
      notes.isNote(child) ? [] : [{ n: numbers[at] ?? 1, c: inner(child, context) }],
    )
    const shown = items.filter(({ c }) => c.some(hasContent))
    return shown.length === 0 ? [] : [{ k: 'list', marks: marksOf(node, context.chapter.looksOf), items: shown }]
  }

  /** The content of an item or a cell: without a paragraph of its own where it is one. */
  const inner = (node: XmlNode, context: Context): Part[] => {
    const parts = flow(node.children, { ...context, align: null, start: 0, end: 0 })
    const [first, ...rest] = parts
    if (typeof first === 'object' && first.k === 'p' && first.align === null && !rest.some(isParagraph))
      return [...first.c, ...rest]
    return parts
  }

  const toTerms = (node: XmlNode, context: Context): Part[] => {
    const items: { t: Part[]; d: Part[][] }[] = []
    for (const child of elementsOf(node).flatMap((one) => (one.name === 'div' ? elementsOf(one) : [one]))) {
      if (notes.isNote(child)) continue
      const c = inner(child, context)
      const last = items.at(-1)
      if (child.name === 'dt' || !last) items.push(child.name === 'dt' ? { t: c, d: [] } : { t: [], d: [c] })
      else last.d.push(c)
    }
    return items.length === 0 ? [] : [{ k: 'terms', items }]
  }

  const captionsOf = (node: XmlNode, context: Context): Part[] =>
    elementsOf(node)
      .filter(({ name }) => name === 'caption')
      .flatMap((one) => flow(one.children, { ...context, align: 'center' }))

  const toTable = (node: XmlNode, context: Context): Part[] => {
    const captions = captionsOf(node, context)
    const { columns, cells } = placeCells(node)
    if (columns > MAX_COLUMNS) return [...captions, ...cells.flatMap(({ cell }) => flow(cell.children, context))]
    if (cells.length === 0) return captions
    const made = cells.map(({ cell, ...place }): TableCell => ({
      ...place,
      head: cell.name === 'th',
      ...cellAlign(cell, context),
      c: inner(cell, context),
    }))
    return [...captions, { k: 'table', columns, cells: made }]
  }

  const cellAlign = (cell: XmlNode, { chapter }: Context) => {
    const said = chapter.looksOf(cell).align
    const align = said === undefined ? alignOf(cell, null) : sideOf(said)
    return align && { align }
  }

  const toFigure = (node: XmlNode, context: Context): Part[] => {
    const captions = elementsOf(node).filter(({ name }) => name === 'figcaption')
    const caption = captions.flatMap((one) => flow(one.children, { ...context, align: null }))
    const content = flow(
      node.children.filter((child) => typeof child === 'string' || child.name !== 'figcaption'),
      context,
    )
    const [only, ...others] = content
    if (others.length === 0 && typeof only === 'object' && only.k === 'picture') return [{ ...only, c: caption }]
    return elementsOf(node)[0]?.name === 'figcaption' ? [...caption, ...content] : [...content, ...caption]
  }

  return {
    noteIdOf,
    /**
     * A chapter begins on a new page if the contents lead to it, it begins with a heading, or it is the first. One that fills no
     * page has one of its own, as an epigraph or a picture, unless a long one was split there.
     */
    readChapter: (chapter: PaperChapter, isFirst: boolean): Part[] => {
      const [body = chapter.tree] = descendantsOf(chapter.tree, 'body')
      const own: Spoken = { lang: language, dir: isRightToLeft ? 'rtl' : 'ltr', turns: 0 }
      const spoken = spokenIn(body, spokenIn(chapter.tree, own))
      const isIndented = INDENTED.some((name) =>
        descendantsOf(chapter.tree, name).some((node) => (chapter.looksOf(node).indent ?? 0) > 0),
      )
      const { letters = 'typed', newPage } = chapter.looksOf(body)
      const [only, ...others] = elementsOf(body)
      const whole = others.length === 0 ? only : undefined
      const around = { ...PLAIN, letters, isIndented, whole }
      const context: Context = { chapter, depth: 0, isNote: false, spoken, align: null, ...around }
      const page: Part[] = newPage ? [{ k: 'page', opens: false }] : []
      const parts = [...page, ...turned(flow(body.children, context), spoken, own)]
      if (notes.holdsNote(body) && parts.every(isHeadOrEmpty)) return []
      const id = entries.ids.get(chapter.path)
      const label = entries.labels.get(chapter.path)
      const begins = parts.find((part) => typeof part === 'object' && part.k !== 'at' && part.k !== 'page')
      const startsItself = typeof begins === 'object' && begins.k === 'chapter'
      const isNew = isFirst || id !== undefined || isHeading(begins)
      const start: Part[] = isNew && !startsItself ? [{ k: 'chapter', label: label ?? '' }] : []
      const length = textOf(body).trim().length
      const isPage = length <= PAGE_LENGTH && lengthBefore < SPLIT_LENGTH
      lengthBefore = length
      const bound: Part[] = isPage ? [{ k: 'page', opens: false }] : []
      return opened([
        ...start,
        ...(isNew ? [] : bound),
        ...(id === undefined ? [] : [{ k: 'at' as const, id }]),
        ...parts,
        ...bound,
      ])
    },
  }
}

/** Scenes are parted by an empty line, or by the class that manuscripts have for it. */
const withGap = (node: XmlNode, line: Part[]): Part[] => {
  const isEmptyLine = line.length === 0 && (textOf(node).includes('\u{a0}') || descendantsOf(node, 'br').length > 0)
  const isAfterGap = attributeOf(node, 'class')?.split(/\s+/).includes('gap') === true
  return isEmptyLine || isAfterGap ? [{ k: 'gap' }, ...line] : line
}

/** Between what its style parts from what is above and below. */
const parted = ({ above, below }: Looks, parts: Part[]): Part[] => [
  ...(isParted(above) ? [{ k: 'gap' as const }] : []),
  ...parts,
  ...(isParted(below) ? [{ k: 'gap' as const }] : []),
]

const isParagraph = (part: Part) => typeof part === 'object' && part.k === 'p'
