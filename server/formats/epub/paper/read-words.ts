import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import type { Looks, LooksOf } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, descendantsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { kindsOf, type Notes } from './find-notes.ts'
import { isLineNumber } from './line-numbers.ts'
import {
  type Align,
  emphasized,
  type Emphasis,
  inLetters,
  type Letters,
  type Picture,
  sidesIn,
  spacingOf,
  UPRIGHT,
} from './looks-of-parts.ts'
import { withoutLabel } from './note-labels.ts'
import { hasContent, type Part } from './parts.ts'
import { type Spoken, spokenIn, turned } from './spoken-parts.ts'

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

/** What was left out or changed, for its author. */
export type PaperNotice = 'formulas' | 'drawings' | 'media'

/** Deeper quotations, lists and marks are set as those around them: the typesetter bounds the depth of its calls. */
export const MAX_DEPTH = 8
const NOTE_DEPTH = 3
/** How words are set where nothing says more of them. */
export const PLAIN = { ...UPRIGHT, letters: 'typed' as const, start: 0, end: 0 }
/** What is not set. */
export const LEFT_OUT = new Set('head rp rt rtc audio video source track wbr col colgroup'.split(' '))
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

/** What is known of the place where words stand. */
export interface Context extends Emphasis {
  chapter: PaperChapter
  depth: number
  isNote: boolean
  align: Align
  letters: Letters
  start: number
  end: number
  isIndented: boolean
  /** The element that all of the chapter is in, of which the space around it is that of a screen. */
  whole: XmlNode | undefined
  spoken: Spoken
  /** The level of the heading around words that stand beside a picture. */
  level?: number | undefined
}

interface Reading {
  notes: Notes
  notices: Set<PaperNotice>
  /** The name under which a picture is given to the typesetter; undefined for one that it can't draw. */
  pictureOf: (path: string) => PaperPicture | undefined
  /** Whether the book is read from right to left. */
  isRightToLeft: boolean
  /** Reads what a note has as blocks. */
  readBlocks: (children: readonly (XmlNode | string)[], context: Context) => Part[]
}

/** Reads what stands in the lines of a chapter. */
export const createWordReader = ({ notes, notices, pictureOf, isRightToLeft, readBlocks }: Reading) => {
  const numbers = new Map<XmlNode, string>()

  const typed = (text: string, { letters, spoken }: Context) => inLetters(text, letters, spoken.lang)

  /** What all within an element has, unless it says otherwise. */
  const inherited = ({ letters, smallCaps, spacing }: Looks, outer: Context, { dir }: Spoken) => ({
    letters: letters ?? outer.letters,
    isSmallCaps: smallCaps ?? outer.isSmallCaps,
    spacing: spacing === undefined ? outer.spacing : spacingOf(spacing, dir),
  })

  /** The inline parts of an element's children, with its own looks against those around it. */
  const looking = (node: XmlNode, outer: Context, around: Emphasis = outer): Part[] => {
    const looks = outer.chapter.looksOf(node)
    const mark = markOf(node, looks)
    const isItalic = looks.italic ?? (mark === 'em' ? !outer.isItalic : outer.isItalic)
    const isBold = looks.bold ?? (mark === 'strong' || outer.isBold)
    const spoken = spokenIn(node, outer.spoken)
    const { letters, ...kept } = inherited(looks, outer, spoken)
    const isDeep = outer.depth >= MAX_DEPTH * 2
    const raised = mark === undefined ? looks.raised : undefined
    const isMarked =
      mark !== undefined ||
      node.name === 'q' ||
      [looks.italic, looks.bold, looks.smallCaps, looks.struck, looks.underlined].includes(true) ||
      looks.spacing !== undefined ||
      raised !== undefined
    const context: Context = {
      ...outer,
      ...kept,
      letters,
      isItalic,
      isBold,
      depth: outer.depth + (isMarked ? 1 : 0),
      spoken,
    }
    let c = node.children.flatMap((child) =>
      typeof child === 'string' ? [typed(child, context)] : inline(child, context),
    )
    if (isDeep) return c
    c = emphasized(c, { isItalic, isBold, ...kept }, around)
    if (node.name === 'q' && looks.quoted !== false) c = [{ k: 'quoted', c }]
    if (raised !== undefined) c = [{ k: raised, c }]
    if (mark !== undefined && mark !== 'em' && mark !== 'strong') c = [{ k: mark, c }]
    return turned(c, context.spoken, outer.spoken)
  }

  /** Words that stand in lines of their own within those of a paragraph, as verse and the lines of a heading do. */
  const inOwnLine = (node: XmlNode, words: Part[], context: Context): Part[] => {
    const looks = context.chapter.looksOf(node)
    if (looks.ownLine !== true || !words.some(hasContent)) return words
    const { start } = sidesIn(looks, { start: 0, end: 0 }, isRightToLeft)
    const em = start + (looks.indent ?? 0)
    const line: Part[] = em > 0 ? [{ k: 'space', em }, ...words] : words
    return [{ k: 'br', soft: true }, ...line, { k: 'br', soft: true }]
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
        return inOwnLine(node, link(node, context), context)
      default: {
        const words = looking(node, context)
        if (!isLineNumber(node, context.chapter.looksOf(node))) return inOwnLine(node, words, context)
        return [{ k: 'line-number', isLast: false, c: words }]
      }
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
    const parts = readBlocks(body.children, {
      ...context,
      isNote: true,
      level: undefined,
      align: null,
      ...PLAIN,
      // A note of a note is deeper.
      depth: context.isNote ? context.depth + NOTE_DEPTH : 1,
      spoken: spokenIn(body, context.spoken),
    })
    const [first, ...rest] = parts
    const isText = typeof first === 'object' && first.k === 'p'
    const c = isText ? withoutLabel(first.c, textOf(node), notes.areLabelled) : []
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
    typed,
    inherited,
    looking,
    inline,
    /** The id of a note; undefined if nothing refers to it. */
    noteIdOf: (body: XmlNode) => numbers.get(body),
  }
}

/** Code is not hyphenated, and a longer word of it is wider than a small page. */
const LONG_CODE = /[^\s/-]{49,}/gu
const DIVISIBLE = /.{8}(?=.)/gu
const ZERO_WIDTH_SPACE = '\u200B'

export const codeOf = (node: XmlNode): string =>
  linesOfCode(node).replace(LONG_CODE, (word) => word.replace(DIVISIBLE, `$&${ZERO_WIDTH_SPACE}`))

/** Programs write lines of code with breaks between them. */
const linesOfCode = (node: XmlNode): string =>
  node.children
    .map((child) => {
      if (typeof child === 'string') return child
      return child.name === 'br' ? '\n' : linesOfCode(child)
    })
    .join('')

/** How words are marked, by their element or by its style. A line below a link is that of a screen. */
const markOf = ({ name }: XmlNode, { underlined, struck }: Looks) => {
  const mark = MARKS[name]
  const [isLine, isStrike] = [mark === 'line' && underlined !== false, mark === 'strike' && struck !== false]
  if (isLine || isStrike || (mark !== undefined && mark !== 'line' && mark !== 'strike')) return mark
  if (struck) return 'strike'
  return underlined && name !== 'a' ? 'line' : undefined
}

export const isHidden = (node: XmlNode, looks: Looks) =>
  looks.hidden === true ||
  looks.unseen === true ||
  node.attributes.some(({ name }) => name === 'hidden') ||
  isPageNumber(node)

const PAGE_CLASS = /(?:^|\s)page-?(?:num|no|number)s?(?:\s|$)/i
const PAGE_NUMBER = /^[[({]?\s*(?:p(?:age|[gp])?\.?\s*)?(?:\d+|[ivxlc]+)\s*[\])}]?$/i
/** The number of a page of another edition, which older books have among their words. */
const isPageNumber = (node: XmlNode) =>
  PAGE_CLASS.test(attributeOf(node, 'class') ?? '') && PAGE_NUMBER.test(textOf(node).trim())
