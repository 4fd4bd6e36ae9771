import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element } from './content.ts'
import type { Block } from './flow.ts'
import type { Piece } from './manuscript.ts'
import { isSameLanguage } from './text-language.ts'
import { TYPED } from './typed-text.ts'

/** The looks of text that a book keeps, whatever program says them and in whatever way. */
export interface Looks {
  bold?: boolean
  italic?: boolean
  /** Dots beside its letters, which are the italics of East Asia. */
  dotted?: boolean
  strike?: boolean
  underline?: boolean
  raised?: 'sup' | 'sub' | undefined
  code?: boolean
  /** In the letters of a typewriter, as code is shown. */
  typed?: boolean
  /** A class of the book's styles. */
  capitals?: 'small-caps' | 'caps' | undefined
  marked?: boolean
  /** A class of the book's styles, such as `red`. */
  colour?: string | undefined
}

interface Around {
  looks?: Looks
  /** Where it leads, as an address or `#` and the name of a mark. */
  link?: Link | undefined
}

/** Parts of one link share one object. */
export interface Link {
  href: string
}

/** What a paragraph holds, in its order. */
export type Inline =
  | (Around & { kind: 'text'; text: string; language?: string | undefined })
  | (Around & { kind: 'piece'; piece: XmlNode })
  | { kind: 'line' }
  /** A new page begins. */
  | { kind: 'page' }
  /** What stands beside the text and follows its paragraph. */
  | { kind: 'block'; block: Block }

export const text = (value: string, around: Around = {}): Inline => ({ kind: 'text', text: value, ...around })
export const piece = (node: XmlNode, around: Around = {}): Inline => ({ kind: 'piece', piece: node, ...around })
/** The place that a link leads to. */
export const mark = (id: string): Inline => piece(element('span', { id }, []))

export const isMark = (inline: Inline) =>
  inline.kind === 'piece' && inline.piece.name === 'span' && inline.piece.children.length === 0

/** Whether it shows nothing. */
export const isBlankInline = (inline: Inline): boolean => {
  if (inline.kind === 'text') return inline.text.trim() === ''
  return inline.kind !== 'block' && (inline.kind !== 'piece' || isMark(inline))
}

/** The words of a paragraph on one line, without readings. */
export const wordsOfInlines = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      return inline.kind === 'piece' ? (inline.piece.name === 'ruby' ? wordsOfRuby(inline.piece) : '') : ' '
    })
    .join('')
    .replaceAll('\t', ' ')

const wordsOfRuby = ({ children }: XmlNode) => children.filter((child) => typeof child === 'string').join('')

interface Wrapper {
  name: string
  attributes: Readonly<Record<string, string | undefined>>
  /** Pieces in one element have the same key. */
  key: string | Link
}

/** The content of a paragraph. Text in another language than that of the paragraph says so. */
export const toPieces = (
  inlines: readonly Inline[],
  {
    language,
    isCode = false,
    keepsIndent = false,
  }: { language?: string | undefined; isCode?: boolean; keepsIndent?: boolean } = {},
): Piece[] => {
  let isAtLineStart = keepsIndent
  const wrapped = inlines.flatMap((inline): { wrappers: Wrapper[]; piece: Piece }[] => {
    if (inline.kind === 'line') {
      isAtLineStart = true
      return [{ wrappers: [], piece: isCode ? '\n' : element('br', {}, []) }]
    }
    if (inline.kind === 'piece') {
      if (!isMark(inline)) isAtLineStart = false
      return [{ wrappers: wrappersOf(inline, undefined), piece: inline.piece }]
    }
    if (inline.kind !== 'text' || inline.text === '') return []
    const shown = isAtLineStart && !isCode ? withIndent(inline.text) : inline.text
    if (inline.text.trim() !== '') isAtLineStart = false
    const other = isSameLanguage(inline.language ?? language, language) ? undefined : inline.language
    return [{ wrappers: wrappersOf(inline, other, isCode), piece: shown }]
  })
  return joined(wrapped, 0)
}

const TAB_WIDTH = 4

/** Blanks that begin a line, as blanks that a browser shows. */
const withIndent = (value: string): string =>
  value.replace(/^[ \t\u3000]+/, (blanks) =>
    [...blanks]
      .map((blank) => (blank === '\t' ? '\u00a0'.repeat(TAB_WIDTH) : blank === ' ' ? '\u00a0' : blank))
      .join(''),
  )

const wrapper = (name: string, attributes: Wrapper['attributes'] = {}): Wrapper => ({
  name,
  attributes,
  key: `${name} ${Object.values(attributes).join(' ')}`,
})

const wrappersOf = ({ looks = {}, link }: Around, language: string | undefined, isCode = false): Wrapper[] => [
  ...(link ? [{ name: 'a', attributes: { href: link.href }, key: link }] : []),
  ...(language === undefined ? [] : [wrapper('span', { lang: language })]),
  ...(looks.bold ? [wrapper('strong')] : []),
  ...(looks.italic ? [wrapper('em')] : []),
  ...(looks.dotted ? [wrapper('em', { class: 'dots' })] : []),
  ...(looks.strike ? [wrapper('s')] : []),
  ...(looks.underline && !link ? [wrapper('u')] : []),
  ...(looks.marked ? [wrapper('mark')] : []),
  ...(looks.raised ? [wrapper(looks.raised)] : []),
  ...(isCode ? [] : looks.code ? [wrapper('code')] : looks.typed ? [wrapper('code', { class: TYPED })] : []),
  ...(looks.capitals ? [wrapper('span', { class: looks.capitals })] : []),
  ...(looks.colour && !link && !isCode ? [wrapper('span', { class: looks.colour })] : []),
]

/** Neighbours in the same element are put into one. */
const joined = (all: readonly { wrappers: Wrapper[]; piece: Piece }[], depth: number): Piece[] => {
  const pieces: Piece[] = []
  for (let at = 0; at < all.length;) {
    const first = all[at] as (typeof all)[number]
    const outer = first.wrappers[depth]
    let end = at + 1
    if (outer) {
      while (end < all.length && all[end]?.wrappers[depth]?.key === outer.key) end += 1
      pieces.push(element(outer.name, outer.attributes, joined(all.slice(at, end), depth + 1)))
    } else {
      const before = pieces.at(-1)
      if (typeof first.piece === 'string' && typeof before === 'string')
        pieces[pieces.length - 1] = before + first.piece
      else pieces.push(first.piece)
    }
    at = end
  }
  return pieces
}

/** The language of most letters; undefined where most say none. */
export const languageOfInlines = (inlines: readonly Inline[]): string | undefined => {
  const letters = new Map<string | undefined, number>()
  for (const inline of inlines)
    if (inline.kind === 'text' && /\p{L}/u.test(inline.text))
      letters.set(inline.language, (letters.get(inline.language) ?? 0) + inline.text.length)
  return [...letters].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Colours of text by the nearest one that the book's styles know; undefined for black, white and greys. */
export const nearestColour = (value: string): string | undefined => {
  const found = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value)
  if (!found) return undefined
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16))
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - least < MIN_COLOUR) return undefined
  const sixth =
    60 *
    (most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least))
  const hue = (sixth + 360) % 360
  return HUES.find(([to]) => hue < to)?.[1] ?? 'red'
}

/** What is nearer to grey is the colour of the text. */
const MIN_COLOUR = 80
const HUES: readonly (readonly [to: number, name: string])[] = [
  [20, 'red'],
  [70, 'orange'],
  [165, 'green'],
  [260, 'blue'],
  [330, 'purple'],
]
