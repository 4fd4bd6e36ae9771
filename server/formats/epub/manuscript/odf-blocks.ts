import { element } from './content.ts'
import { type Block, CONTENTS, type ItemSign, toFlow } from './flow.ts'
import { roleAt } from './gathered.ts'
import {
  type Inline,
  isBlankInline,
  isMark,
  languageOfInlines,
  mark,
  text,
  toPieces,
  wordsOfInlines,
} from './inline.ts'
import { isHidden, type OdfContext, outlineMark, readOdfInlines } from './odf-inlines.ts'
import { isDrawing, readFrame } from './odf-frames.ts'
import { type OdfPart, tellOf } from './odf-part.ts'
import { childOf, childrenOf, lineOf, numberOf, type OdfNode, plainTextOf } from './odf-xml.ts'
import { below } from './word-xml.ts'
import { type TableCell, type TableRow, writeTable } from './write-table.ts'
import { belowLine, type SideLine } from './side-lines.ts'
import type { StyleRole } from './word-styles.ts'
import { firstDirection } from './writing-direction.ts'

type Nodes = OdfNode['children']

/** What stands between two paragraphs, for the next one. */
interface Between {
  blanks: number
  startsPage: boolean
  marks: Inline[]
  last: StyleRole['kind'] | undefined
  line: SideLine | undefined
}

/** The item of a list that a paragraph is in. */
interface InItem {
  sign: ItemSign | undefined
  level: number
  text: string | undefined
}

/** Reads the paragraphs, lists, tables and rules among nodes, in their order. */
export const readOdfBlocks = (nodes: Nodes, part: OdfPart): Block[] => {
  const between: Between = { blanks: 0, startsPage: false, marks: [], last: undefined, line: undefined }
  const blocks = readAll(nodes, part, between)
  if (between.marks.length > 0) blocks.push({ kind: 'other', piece: element('span', {}, toPieces(between.marks)) })
  return blocks
}

const readAll = (nodes: Nodes, part: OdfPart, between: Between): Block[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : readBlock(node, part, between)))

const OF_CONTENTS = /^text:(?:table-of-content|illustration-index|table-index|object-index|user-index)$/

const readBlock = (node: OdfNode, part: OdfPart, between: Between): Block[] => {
  const { name, attributes } = node
  if (name === 'text:p' || name === 'text:h') return readParagraph(node, part, between)
  if (name === 'text:list')
    return readList(node, { part, between, style: attributes['text:style-name'] ?? '', level: 0 })
  if (name === 'table:table') return [tableBlock(node, part, between)]
  if (OF_CONTENTS.test(name)) {
    part.hasContents = true
    part.isFront = false
    return [CONTENTS]
  }
  if (name === 'text:section') {
    if (attributes['text:display'] === 'none' || (attributes['text:display'] === 'condition' && isHidden(node))) {
      if (plainTextOf(node).trim() !== '') tellOf(part, 'hidden')
      return []
    }
    if (childOf(node, 'text:section-source') ?? childOf(node, 'office:dde-source')) tellOf(part, 'field')
    return readAll(node.children, part, between)
  }
  if (/^text:(?:alphabetical-index|bibliography)$/.test(name))
    return readAll(childOf(node, 'text:index-body')?.children ?? [], part, between)
  if (name === 'text:index-title' || name === 'text:numbered-paragraph') return readAll(node.children, part, between)
  if (isDrawing(node)) return paragraphOf(readFrame(node, part), part, between)
  return []
}

/** What stands in the text without a paragraph of its own. */
const paragraphOf = (inlines: Inline[], part: OdfPart, between: Between): Block[] =>
  blocksOf(inlines, {
    role: { kind: 'text' },
    part,
    between,
    heading: undefined,
    aligned: undefined,
    item: undefined,
    isRuled: false,
  })

const readParagraph = (node: OdfNode, part: OdfPart, between: Between, item?: InItem): Block[] => {
  const { attributes } = node
  const style = part.styles.of('paragraph', attributes['text:style-name'])
  const own = withoutNotes(node)
  const words = lineOf(own)
  if (style.text['text:display'] === 'none' || below(own, 'text:hidden-paragraph').some(isHidden)) {
    if (words !== '') tellOf(part, 'hidden')
    return []
  }
  const role = roleAt(style.role, words, { gathered: part, at: part })
  const level = numberOf(attributes['text:outline-level'], role.kind === 'heading' ? role.level : 1, 10)
  const isHeading = node.name === 'text:h' || role.kind === 'heading'
  const heading = isHeading && role.kind !== 'code' ? Math.max(1, level) : undefined
  if (style.paragraph['fo:break-before'] === 'page' || style.page !== '') between.startsPage = true
  const endsPage = style.paragraph['fo:break-after'] === 'page'
  const hasOwnLooks = heading !== undefined || !['text', 'unknown', 'definition'].includes(role.kind)
  const context: OdfContext = {
    part,
    looks: hasOwnLooks ? {} : style.looks,
    style: style.text,
    isCode: false,
    blank: { isLast: true },
  }
  const after = (blocks: Block[]): Block[] => {
    if (endsPage) between.startsPage = true
    return blocks
  }
  if (role.kind === 'contents') {
    part.hasContents = true
    return [CONTENTS]
  }
  if (role.kind === 'title' || role.kind === 'subtitle' || role.kind === 'author' || role.kind === 'date') {
    if (words !== '' && role.kind === 'date') part.date = words
    else if (words !== '' && role.kind !== 'date') part[role.kind === 'author' ? 'authors' : role.kind].push(words)
    const beside = readOdfInlines(node.children, context).filter(({ kind }) => kind === 'piece' || kind === 'block')
    return after(paragraphOf(beside, part, between))
  }
  if (heading !== undefined && words !== '') part.place = words
  if (role.kind === 'unknown' && words !== '') part.unknownStyles.add(role.name)
  const inlines = readOdfInlines(node.children, context)
  const number = heading === undefined ? '' : numberOfHeading(node, { level: heading, words, part, item })
  const written = number === '' ? [] : [text(words === '' ? number.trim() : `${number.trim()} `)]
  const marks = heading === undefined || words === '' ? [] : [mark(outlineMark(words))]
  const { last, line } = between
  const isText = heading === undefined && !item && ['text', 'unknown'].includes(role.kind)
  const ownLine = isText ? sideLineOf(style.paragraph) : undefined
  const read = blocksOf([...marks, ...written, ...withoutLastBlank(inlines)], {
    role,
    part,
    between,
    heading,
    item: heading === undefined ? item : undefined,
    aligned: alignedOf(style.paragraph, words),
    isRuled: role.kind === 'rule' || hasBorder(style.paragraph),
  })
  if (read.length > 0) between.line = read[0]?.kind === 'text' ? ownLine : undefined
  return after(belowLine(read, { before: line, own: ownLine, follows: last !== undefined }))
}

const withoutNotes = (node: OdfNode): OdfNode => ({
  ...node,
  children: node.children.map((child) => {
    if (typeof child === 'string') return child
    if (child.name === 'text:tab' || child.name === 'text:line-break' || child.name === 'text:s') return ' '
    if (/^(?:text:note|text:ruby-text|office:annotation|draw:.*|office:event-listeners)$/.test(child.name)) return ''
    return withoutNotes(child)
  }),
})

const hasBorder = (paragraph: Readonly<Record<string, string>>) =>
  ['fo:border-bottom', 'fo:border-top', 'fo:border'].some((side) => !['none', undefined].includes(paragraph[side]))

const SIDES = ['top', 'bottom', 'left', 'right'] as const
const sideLineOf = (paragraph: Readonly<Record<string, string>>): SideLine | undefined => {
  const lookOf = (side: string) => paragraph[`fo:border-${side}`] ?? paragraph['fo:border'] ?? 'none'
  const [side, ...others] = SIDES.filter((one) => lookOf(one) !== 'none')
  return others.length === 0 && (side === 'top' || side === 'bottom') ? { side, look: lookOf(side) } : undefined
}

const numberOfHeading = (
  { attributes }: OdfNode,
  { level, words, part, item }: { level: number; words: string; part: OdfPart; item: InItem | undefined },
): string => {
  if (attributes['text:is-list-header'] === 'true') return ''
  const number = item ? item.text : part.outline.next(level, attributes)
  if (number === undefined) tellOf(part, 'number')
  return words === '' && !/\p{L}{2}/u.test(number ?? '') ? '' : (number ?? '')
}

const withoutLastBlank = (inlines: Inline[]): Inline[] => {
  const last = inlines.at(-1)
  return last?.kind === 'text' && last.text.endsWith(' ') && last.text.length > 1 && !/\s\s$/.test(last.text)
    ? inlines.with(-1, { ...last, text: last.text.slice(0, -1) })
    : inlines
}

const ALIGNED: ReadonlyMap<string, string> = new Map([
  ['center', 'center'],
  ['end', 'right'],
  ['right', 'right'],
])
/** LibreOffice calls the right side the end of a line, also of one that begins there. */
const alignedOf = (paragraph: Readonly<Record<string, string>>, words: string): string | undefined => {
  const aligned = ALIGNED.get(paragraph['fo:text-align'] ?? '')
  const direction = firstDirection(words) ?? (paragraph['style:writing-mode']?.startsWith('rl') ? 'rtl' : 'ltr')
  return aligned === 'right' && direction === 'rtl' ? undefined : aligned
}

/** Verses are short. */
const MAX_VERSE = 80

interface Paragraph {
  role: StyleRole
  part: OdfPart
  between: Between
  heading: number | undefined
  aligned: string | undefined
  item: InItem | undefined
  isRuled: boolean
}

const blocksOf = (all: Inline[], paragraph: Paragraph): Block[] => {
  const { between, heading, item, isRuled } = paragraph
  const beside = all.flatMap((one) => (one.kind === 'block' ? [one.block] : []))
  const inlines = all.filter(({ kind }) => kind !== 'block')
  const isBlank = inlines.every(isBlankInline)
  if (isBlank && (heading !== undefined || item?.sign === undefined)) {
    between.marks.push(...inlines.filter(isMark))
    if (isRuled && beside.length === 0) {
      const rule: Block = { kind: 'other', piece: element('hr', {}, []) }
      between.blanks = 0
      between.last = undefined
      return [rule]
    }
    if (beside.length === 0) between.blanks += 1
    else between.last = undefined
    return beside
  }
  const own = blockOf([...between.marks.splice(0), ...inlines], paragraph)
  const kind =
    heading === undefined && !item ? (paragraph.role.kind === 'unknown' ? 'text' : paragraph.role.kind) : undefined
  const blanksBefore = between.blanks > 0 && between.last === kind ? between.blanks : undefined
  const block = { ...own, ...(blanksBefore && { blanksBefore }), ...(between.startsPage && { startsPage: true }) }
  between.blanks = 0
  between.startsPage = false
  between.last = beside.length > 0 ? undefined : kind
  return [block, ...beside]
}

const blockOf = (inlines: Inline[], { role, part, heading, aligned, item }: Paragraph): Block => {
  const language = languageOfInlines(inlines)
  const isCode = role.kind === 'code' && heading === undefined
  const hasLines = inlines.some(({ kind }) => kind === 'line')
  const isVerse = hasLines || (!part.areIndented && wordsOfInlines(inlines).length <= MAX_VERSE)
  const keepsIndent = isVerse && heading === undefined && !item
  const content = toPieces(inlines, { language, isCode, keepsIndent })
  if (heading !== undefined)
    return { kind: 'heading', piece: element(`h${Math.min(6, heading)}`, { lang: language }, content) }
  const inList = !item ? {} : item.sign ? { item: item.sign } : { goesOnWith: item.level }
  if (isCode) return { kind: 'code', piece: element('pre', {}, content), ...inList }
  const isAligned = !item
  const own = element('p', { class: isAligned ? aligned : undefined, lang: language }, content)
  if (role.kind === 'quote') return { kind: 'quote', piece: own, ...inList }
  if (role.kind === 'term' || role.kind === 'definition')
    return { kind: role.kind, piece: element(role.kind === 'term' ? 'dt' : 'dd', { lang: language }, content) }
  return { kind: 'text', piece: own, ...inList }
}

interface ListContext {
  part: OdfPart
  between: Between
  style: string
  /** From 0. */
  level: number
  counts?: number[]
}

/** Deeper lists are read as of this level. */
const MAX_LEVEL = 9

const readList = (node: OdfNode, { part, between, style, level, counts: outer }: ListContext): Block[] => {
  const counts = outer ?? part.lists.begin(node, style)
  const own = node.attributes['text:style-name'] ?? style
  return childrenOf(node).flatMap((item) => {
    if (item.name !== 'text:list-item' && item.name !== 'text:list-header') return []
    const hasNumber = item.name === 'text:list-item'
    let sign: ReturnType<typeof part.lists.next> | undefined
    /** The first paragraph of an item has its number. */
    const takeSign = (): InItem => {
      if (sign || !hasNumber) return { sign: undefined, level, text: '' }
      sign = part.lists.next(own, level, { counts, start: item.attributes['text:start-value'] })
      if (sign.text === undefined) tellOf(part, 'item-number')
      return { sign: sign.isContinued ? undefined : sign.sign, level, text: sign.text }
    }
    return childrenOf(item).flatMap((child): Block[] => {
      if (child.name === 'text:p' || child.name === 'text:h') return readParagraph(child, part, between, takeSign())
      if (child.name === 'text:list') {
        return readList(child, {
          part,
          between,
          style: child.attributes['text:style-name'] ?? own,
          level: Math.min(level + 1, MAX_LEVEL),
          counts,
        })
      }
      return readBlock(child, part, between).map((block) => ({ ...block, goesOnWith: level }))
    })
  })
}

const WRAPPERS = new Set(['table:table-rows', 'table:table-row-group', 'table:table-header-rows'])
/** How many times a cell is made at most, where a file says that it is there many times. */
const MAX_REPEATED = 50

const tableBlock = (node: OdfNode, part: OdfPart, between: Between): Block => {
  between.blanks = 0
  between.line = undefined
  between.last = undefined
  const { startsPage } = between
  between.startsPage = false
  const marks = toPieces(between.marks.splice(0))
  const table = writeTable(rowsOf(node, part, false))
  const own = marks.length === 0 ? table : element('div', {}, [...marks, table])
  return { kind: 'other', piece: own, ...(startsPage && { startsPage }) }
}

const rowsOf = (node: OdfNode, part: OdfPart, isHeader: boolean): TableRow[] =>
  childrenOf(node).flatMap((child): TableRow[] => {
    if (WRAPPERS.has(child.name)) return rowsOf(child, part, isHeader || child.name === 'table:table-header-rows')
    if (child.name !== 'table:table-row') return []
    const cells = childrenOf(child).flatMap((cell): TableCell[] => {
      if (cell.name !== 'table:table-cell') return []
      const content = toFlow(part.readBlocks(cell.children, part).map((block) => ({ ...block, startsPage: false })))
      const one = {
        columns: Math.max(1, numberOf(cell.attributes['table:number-columns-spanned'], 1)),
        rows: Math.max(1, numberOf(cell.attributes['table:number-rows-spanned'], 1)),
        content,
      }
      const times = content.length > 0 ? 1 : numberOf(cell.attributes['table:number-columns-repeated'], 1, MAX_REPEATED)
      return Array.from({ length: Math.max(1, times) }, () => one)
    })
    return [{ cells, isHeader }]
  })
