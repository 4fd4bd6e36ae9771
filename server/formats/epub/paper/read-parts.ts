import type { EpubContentsEntry } from '#contract/epub.ts'
import { headingLevel } from '#server/formats/epub/manuscript/content.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import type { Looks, LooksOf } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { findNotes, kindsOf, type Notes } from './find-notes.ts'
import { isHeading, isHeadOrEmpty, opened } from './heads-of-pages.ts'
import {
  type Align,
  emphasized,
  type Emphasis,
  type Picture,
  toParagraph,
  toPicture,
  UPRIGHT,
} from './looks-of-parts.ts'
import { marksOf, numbersOf } from './numbered-lists.ts'
import { placesIn, placesOf } from './paper-contents.ts'
import { hasContent, type Part, partsIn, type TableCell } from './parts.ts'
import { placeCells } from './place-cells.ts'
import { type Spoken, spokenIn, turned } from './spoken-parts.ts'
import { tidyBlanks } from './tidy-blanks.ts'
import { tidyGaps } from './tidy-gaps.ts'

export interface PaperChapter {
  path: string
  tree: XmlNode
  looksOf: LooksOf
}

export interface PaperPicture {
  src: string
  /** In pixels. */
  width: number
  height: number
}

interface ReadOptions {
  chapters: PaperChapter[]
  contents: EpubContentsEntry[]
  /** The name under which a picture is given to the typesetter; undefined for one that it can't draw. */
  pictureOf: (path: string) => PaperPicture | undefined
  /** Without tables, for a book whose tables can't be set. */
  isPlain: boolean
  /** Of the book. */
  language: string
  isRightToLeft: boolean
}

/** What was left out or changed, for its author. */
export type PaperNotice = 'formulas' | 'drawings' | 'media'

/** Deeper quotations, lists and marks are set as those around them: the typesetter bounds the depth of its calls. */
const MAX_DEPTH = 8
const NOTE_DEPTH = 3
const MAX_COLUMNS = 24
/** Pictures that are higher, in pixels, do not stand in a line of words. */
const LINE_HEIGHT = 40

const BLOCKS = new Set(
  (
    'html body section nav article aside h1 h2 h3 h4 h5 h6 hgroup header footer address main p hr pre blockquote ol ul ' +
    'menu li dl dt dd figure figcaption div table details summary center'
  ).split(' '),
)
const LEFT_OUT = new Set(['head', 'rp', 'rt', 'rtc', 'audio', 'video', 'source', 'track', 'wbr', 'col', 'colgroup'])
const MARKS: Readonly<Record<string, 'em' | 'strong' | 'sup' | 'sub' | 'small' | 'line' | 'strike'>> = {
  em: 'em',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  b: 'strong',
  strong: 'strong',
  sup: 'sup',
  sub: 'sub',
  small: 'small',
  u: 'line',
  ins: 'line',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
}

interface Context extends Emphasis {
  chapter: PaperChapter
  depth: number
  isNote: boolean
  align: Align
  spoken: Spoken
  /** Of the heading around words that stand beside a picture. */
  level?: number | undefined
}

/** Reads the chapters of an edition as parts, with the entries of the contents that lead to a place in them. */
export const readParts = (options: ReadOptions) => {
  const { chapters, contents } = options
  const entries = placesOf(contents, chapters)
  const readWith = (inPlace: ReadonlySet<XmlNode>) => {
    const notes = findNotes(chapters, inPlace)
    const notices = new Set<PaperNotice>()
    const reader = createReader({ ...options, notes, notices, entries })
    const parts = chapters.flatMap((chapter, at) => reader.readChapter(chapter, at === 0))
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
  const numbers = new Map<XmlNode, string>()
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
  /** Words that begin at the side where lines begin are justified. */
  const sideOf = (align: NonNullable<Looks['align']>): Align => {
    if (align === 'center') return 'center'
    const isStart = align === 'start' || align === (isRightToLeft ? 'right' : 'left')
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

  const flow = (children: readonly (XmlNode | string)[], context: Context): Part[] => {
    const out: Part[] = []
    let run: Part[] = []
    const flush = () => {
      const words = tidyBlanks(emphasized(run, context))
      run = []
      if (!words.some(hasContent)) return
      const { level, align } = context
      out.push(level === undefined ? toParagraph(words, align) : { k: 'h', level, opens: false, c: words })
    }
    for (const child of children) {
      if (typeof child === 'string') run.push(child)
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
    return tidyGaps(out)
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
    const context: Context = {
      ...outer,
      isItalic: looks.italic ?? outer.isItalic,
      isBold: looks.bold ?? outer.isBold,
      align: looks.align === undefined ? alignOf(node, outer.align) : sideOf(looks.align),
      spoken: spokenIn(node, outer.spoken),
    }
    const isLine = /^(?:p|h[1-6]|dt|figcaption|summary|div)$/.test(node.name) && !holdsBlock(node)
    const places = (isLine ? anchorsOf(node, path) : targetsOf(node, path)).flatMap((target) =>
      placeOf(target, context),
    )
    const content = contentOf(node, context, outer)
    // A list of notes of which all are set at the foot of pages has only its heading left.
    if (notes.holdsNote(node) && !notes.isNote(node) && content.every(isHeadOrEmpty)) return places
    return [...places, ...turned(content, context.spoken, outer.spoken)]
  }

  const contentOf = (node: XmlNode, context: Context, outer: Context): Part[] => {
    const deeper = { ...context, depth: context.depth + 1 }
    const around = { ...outer, spoken: context.spoken }
    const isDeep = context.depth >= MAX_DEPTH
    const level = headingLevel(node)
    if (level !== undefined && !holdsBlock(node)) {
      const words = tidyBlanks(looking(node, { ...around, isItalic: false, isBold: true }))
      return words.some(hasContent) ? [{ k: 'h', level, opens: false, c: words }] : []
    }
    if (level !== undefined) return flow(node.children, { ...around, ...UPRIGHT, level })
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
        if (holdsBlock(node)) return flow(node.children, marked(node, context))
        return withGap(node, toLine(tidyBlanks(looking(node, around, UPRIGHT)), context))
      default:
        return flow(node.children, marked(node, context))
    }
  }

  const marked = (node: XmlNode, context: Context): Context =>
    node.name === 'center' ? { ...context, align: 'center' } : context

  const toLine = (words: Part[], { align }: Context): Part[] => {
    if (!words.some(hasContent)) return []
    const [only, ...others] = words.filter((part) => typeof part !== 'string' || part.trim() !== '')
    if (others.length === 0 && only !== undefined && typeof only !== 'string' && only.k === 'inline-picture')
      return [toPicture(only, [])]
    return [toParagraph(words, align)]
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
    const parts = flow(node.children, { ...context, align: null })
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
      c: inner(cell, context),
    }))
    return [...captions, { k: 'table', columns, cells: made }]
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

  /** The inline parts of an element's children, with its own looks against those around it. */
  const looking = (node: XmlNode, outer: Context, around: Emphasis = outer): Part[] => {
    const looks = outer.chapter.looksOf(node)
    const mark = MARKS[node.name]
    const isItalic = looks.italic ?? (mark === 'em' ? !outer.isItalic : outer.isItalic)
    const isBold = looks.bold ?? (mark === 'strong' || outer.isBold)
    const isDeep = outer.depth >= MAX_DEPTH * 2
    const raised = mark === undefined ? looks.raised : undefined
    const isMarked =
      mark !== undefined || node.name === 'q' || looks.italic || looks.bold || looks.smallCaps || raised !== undefined
    const context: Context = {
      ...outer,
      isItalic,
      isBold,
      depth: outer.depth + (isMarked ? 1 : 0),
      spoken: spokenIn(node, outer.spoken),
    }
    let c = node.children.flatMap((child) => (typeof child === 'string' ? [child] : inline(child, context)))
    if (isDeep) return c
    // Italics in italics stand upright.
    c = emphasized(c, { isItalic: isItalic !== around.isItalic, isBold: isBold && !around.isBold })
    if (node.name === 'q' && looks.quoted !== false) c = [{ k: 'quoted', c }]
    if (looks.smallCaps) c = [{ k: 'caps', c }]
    if (raised !== undefined) c = [{ k: raised, c }]
    if (mark !== undefined && mark !== 'em' && mark !== 'strong') c = [{ k: mark, c }]
    return turned(c, context.spoken, outer.spoken)
  }

  const inline = (node: XmlNode, context: Context): Part[] => {
    if (notes.isNote(node)) return []
    if (isHidden(node, context.chapter.looksOf(node))) return []
    if (node.namespace === NAMESPACES.mathml && node.name === 'math') return formula(node)
    if (node.namespace === NAMESPACES.svg) return drawing(node)
    if (node.name === 'audio' || node.name === 'video') notices.add('media')
    // The pages of another edition on paper.
    if (LEFT_OUT.has(node.name) || kindsOf(node).includes('pagebreak')) return []
    switch (node.name) {
      case 'br':
        return [{ k: 'br' }]
      case 'img': {
        const picture = toInlinePicture(node, attributeOf(node, 'data-book-src'))
        return picture ? [picture] : []
      }
      case 'ruby':
        return toRuby(node, context)
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        return [{ k: 'code', t: codeOf(node).replace(/\s+/g, ' ') }]
      case 'a':
        return link(node, context)
      default:
        return looking(node, context)
    }
  }

  const link = (node: XmlNode, context: Context): Part[] => {
    if (context.isNote && notes.leadsBack(node)) return []
    const body = notes.bodies.get(node)
    if (!body) return looking(node, context)
    const known = numbers.get(body)
    if (known !== undefined) return [{ k: 'noted', id: known }]
    if (context.isNote && context.depth >= MAX_DEPTH) return looking(node, context)
    const id = `note-${numbers.size + 1}`
    numbers.set(body, id)
    const parts = flow(body.children, {
      ...context,
      isNote: true,
      level: undefined,
      align: null,
      isItalic: false,
      isBold: false,
      // A note of a note is deeper.
      depth: context.isNote ? context.depth + NOTE_DEPTH : 1,
      spoken: spokenIn(body, context.spoken),
    })
    const [first, ...rest] = parts
    const isText = typeof first === 'object' && first.k === 'p'
    const c = isText ? first.c : []
    return [{ k: 'note', id, c, rest: isText ? rest : parts }]
  }

  const toInlinePicture = (node: XmlNode, path: string | undefined): Picture | undefined => {
    const picture = path === undefined ? undefined : pictureOf(path)
    if (picture === undefined) {
      if (path !== undefined) notices.add('drawings')
      return undefined
    }
    const { src, width, height } = picture
    return { k: 'inline-picture', src, alt: attributeOf(node, 'alt') ?? '', width, height }
  }

  /** A drawing around one picture, as covers often are; others are not set. */
  const drawing = (node: XmlNode): Part[] => {
    const [image] = descendantsOf(node, 'image')
    const path = attributeOf(image, 'data-book-href')
    const picture = image && toInlinePicture(image, path)
    if (picture) return [picture]
    notices.add('drawings')
    return []
  }

  const formula = (node: XmlNode): Part[] => {
    notices.add('formulas')
    const words =
      attributeOf(node, 'alttext') ?? textOf(node, ({ name }) => name.startsWith('annotation')).replace(/\s+/g, ' ')
    return [words]
  }

  /** Each base with its reading. */
  const toRuby = (node: XmlNode, outer: Context): Part[] => {
    const context = { ...outer, depth: outer.depth + 1 }
    const isDeep = outer.depth >= MAX_DEPTH * 2
    const out: Part[] = []
    let base: Part[] = []
    for (const child of node.children) {
      if (typeof child === 'string') base.push(child.trim())
      else if (child.name === 'rt' || child.name === 'rtc') {
        const reading = [textOf(child).trim()]
        if (base.some(hasContent))
          out.push(...(isDeep ? [...base, ...reading] : [{ k: 'ruby' as const, c: base, reading }]))
        base = []
      } else base.push(...inline(child, context))
    }
    return [...out, ...base]
  }

  return {
    noteIdOf: (body: XmlNode) => numbers.get(body),
    /** A chapter begins on a new page if the contents lead to it, it begins with a heading, or it is the first. */
    readChapter: (chapter: PaperChapter, isFirst: boolean): Part[] => {
      const [body = chapter.tree] = descendantsOf(chapter.tree, 'body')
      const own: Spoken = { lang: language, dir: isRightToLeft ? 'rtl' : 'ltr', turns: 0 }
      const spoken = spokenIn(body, spokenIn(chapter.tree, own))
      const look = { isItalic: false, isBold: false, align: null }
      const context: Context = { chapter, depth: 0, isNote: false, spoken, ...look }
      const parts = turned(flow(body.children, context), spoken, own)
      if (notes.holdsNote(body) && parts.every(isHeadOrEmpty)) return []
      const id = entries.ids.get(chapter.path)
      const label = entries.labels.get(chapter.path)
      const begins = parts.find((part) => typeof part === 'object' && part.k !== 'at')
      const startsItself = typeof begins === 'object' && begins.k === 'chapter'
      const isNew = isFirst || id !== undefined || isHeading(begins)
      const start: Part[] = isNew && !startsItself ? [{ k: 'chapter', label: label ?? '' }] : []
      return opened([...start, ...(id === undefined ? [] : [{ k: 'at' as const, id }]), ...parts])
    },
  }
}

/** Scenes are parted by an empty line, or by the class that manuscripts have for it. */
const withGap = (node: XmlNode, line: Part[]): Part[] => {
  const isEmptyLine = line.length === 0 && (textOf(node).includes('\u{a0}') || descendantsOf(node, 'br').length > 0)
  const isAfterGap = attributeOf(node, 'class')?.split(/\s+/).includes('gap') === true
  return isEmptyLine || isAfterGap ? [{ k: 'gap' }, ...line] : line
}

/** Programs write lines of code with breaks between them. */
const codeOf = (node: XmlNode): string =>
  node.children
    .map((child) => {
      if (typeof child === 'string') return child
      return child.name === 'br' ? '\n' : codeOf(child)
    })
    .join('')

const isHidden = (node: XmlNode, looks: Looks) =>
  looks.hidden === true || node.attributes.some(({ name }) => name === 'hidden')

const isParagraph = (part: Part) => typeof part === 'object' && part.k === 'p'
