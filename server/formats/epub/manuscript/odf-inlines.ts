import { element } from './content.ts'
import { type Inline, type Link, mark, piece, text } from './inline.ts'
import { isDrawing, readFrame } from './odf-frames.ts'
import { type OdfPart, tellOf } from './odf-part.ts'
import { countLetters } from './text-language.ts'
import { languageOfText, looksOfText } from './odf-styles.ts'
import { childOf, lineOf, numberOf, type OdfNode, plainTextOf } from './odf-xml.ts'
import { toFlow } from './flow.ts'
import { symbolIn } from './word-symbols.ts'

type Properties = Readonly<Record<string, string>>

export interface OdfContext {
  part: OdfPart
  /** What styles say of the text, without the looks that are those of its kind. */
  looks: Properties
  /** What they say of its language. */
  style: Properties
  isCode: boolean
  link?: Link | undefined
  /** Whether a blank was read last, or nothing yet: blanks in a row are one. */
  blank: { isLast: boolean }
}

type Reader = (node: OdfNode, context: OdfContext) => Inline[]

const MAX_BLANKS = 200

export const readOdfInlines = (nodes: OdfNode['children'], context: OdfContext): Inline[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return say(collapsed(node, context.blank), context)
    if (isDrawing(node)) return frame(node, context)
    // A variable, which programs write with the value that they do not show.
    if (node.attributes['text:display'] === 'none') return []
    const reader = Object.hasOwn(READERS, node.name) ? READERS[node.name] : undefined
    // What fields and elements that are not known here show stays.
    return reader ? reader(node, context) : readOdfInlines(node.children, context)
  })

const collapsed = (value: string, blank: OdfContext['blank']): string => {
  const one = value.replace(/[ \t\r\n]+/g, ' ')
  const kept = blank.isLast && one.startsWith(' ') ? one.slice(1) : one
  if (kept !== '') blank.isLast = kept.endsWith(' ')
  return kept
}

const say = (source: string, { part, looks, style, isCode, link }: OdfContext): Inline[] => {
  if (source === '') return []
  const value = symbolIn(source, style['style:font-name'])
  const language = languageOfText(value, style, part.styles.defaults)
  countLetters(part.letters, value, language)
  const own = looksOfText(looks, value)
  return [
    { ...text(value, { looks: isCode ? { ...own, code: true } : own, link }), ...(language && { language }) } as Inline,
  ]
}

const frame: Reader = (node, { part, link, blank }) => {
  blank.isLast = false
  return readFrame(node, part).map((one) => (link && one.kind === 'piece' && !one.link ? { ...one, link } : one))
}

const written =
  (value: string): Reader =>
  (_, context) => {
    context.blank.isLast = false
    return say(value, context)
  }

const nothing: Reader = () => []

/** Whether a condition hides it, as its program found last. */
export const isHidden = ({ attributes }: OdfNode): boolean => attributes['text:is-hidden'] === 'true'

/** The place that a mark names. */
const markOf: Reader = ({ attributes }) =>
  attributes['text:name'] === undefined ? [] : [mark(attributes['text:name'])]

const reference: Reader = (node, context) =>
  readOdfInlines(node.children, { ...context, link: { href: `#${node.attributes['text:ref-name'] ?? ''}` } })

const OUTLINE = /^#(?:\d+\.)*\s?(.*)\|outline$/
const OTHER_TARGET = /\|(?:table|frame|graphic|ole|region|text|sequence|toxmark)$/

/** Where a link leads; one to a heading names its words. */
const hrefOf = (href: string): string => {
  const outline = OUTLINE.exec(decode(href))
  return outline ? `#${outlineMark(outline[1] ?? '')}` : href.replace(OTHER_TARGET, '')
}

export const outlineMark = (words: string) => `${words.replace(/\s+/g, ' ').trim()}|outline`

const decode = (href: string) => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

const READERS: Readonly<Record<string, Reader>> = {
  'text:s': (node, context) => written(' '.repeat(numberOf(node.attributes['text:c'], 1, MAX_BLANKS)))(node, context),
  'text:tab': (node, context) => written('\t')(node, context),
  'text:line-break': (_, { blank }) => {
    blank.isLast = false
    return [{ kind: 'line' }]
  },
  'text:span': (node, context) => {
    const { part } = context
    const { role, text: own } = part.styles.of('text', node.attributes['text:style-name'])
    if (own['text:display'] === 'none') {
      if (plainTextOf(node).trim() !== '') tellOf(part, 'hidden')
      return []
    }
    return readOdfInlines(node.children, {
      ...context,
      looks: { ...context.looks, ...own },
      style: { ...context.style, ...own },
      isCode: context.isCode || role.kind === 'code',
    })
  },
  'text:a': (node, context) => {
    const href = hrefOf(node.attributes['xlink:href'] ?? '')
    return readOdfInlines(node.children, { ...context, link: { href } })
  },
  'text:bookmark': markOf,
  'text:bookmark-start': markOf,
  'text:reference-mark': markOf,
  'text:reference-mark-start': markOf,
  'text:bookmark-ref': reference,
  'text:reference-ref': reference,
  'text:note': (node, context) => note(node, context),
  'text:ruby': (node, context) => {
    context.blank.isLast = false
    const [base, above] = [lineOf(childOf(node, 'text:ruby-base')), lineOf(childOf(node, 'text:ruby-text'))]
    return [piece(element('ruby', {}, [base, element('rt', {}, [above])]), { link: context.link })]
  },
  'text:hidden-text': (node, context) => {
    if (isHidden(node)) tellOf(context.part, 'hidden')
    return isHidden(node) ? [] : readOdfInlines(node.children, context)
  },
  'loext:content-control': (node, context) => {
    if (node.attributes['loext:showing-place-holder'] !== 'true') return readOdfInlines(node.children, context)
    if (plainTextOf(node).trim() !== '') tellOf(context.part, 'placeholder')
    return []
  },
  'text:hidden-paragraph': nothing,
  'text:script': nothing,
  'text:change': (_, { part }) => {
    tellOf(part, 'deletion')
    return []
  },
  'text:change-start': (_, { part }) => {
    tellOf(part, 'insertion')
    return []
  },
  'office:annotation': (_, { part }) => {
    tellOf(part, 'comment')
    return []
  },
  'office:event-listeners': nothing,
  'text:soft-page-break': nothing,
  'text:dde-connection': (node, context) => {
    tellOf(context.part, 'field')
    return readOdfInlines(node.children, context)
  },
}

const note: Reader = (node, context) => {
  const { part, blank } = context
  blank.isLast = false
  const id = `note-${part.notes.size + 1}`
  const ownMark = childOf(node, 'text:note-citation')?.attributes['text:label']?.trim()
  // It counts before the notes in it.
  part.notes.set(id, [])
  part.notes.set(id, toFlow(part.readBlocks(childOf(node, 'text:note-body')?.children ?? [], part)))
  if (ownMark !== undefined && ownMark !== '') part.noteMarks.set(id, ownMark)
  return [piece(element('sup', {}, [element('a', { href: `#${id}` }, ['*'])]))]
}
