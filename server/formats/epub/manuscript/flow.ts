import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { isContentsName } from './chapter-names.ts'
import { element, withAttribute } from './content.ts'
import type { Piece } from './manuscript.ts'

/** What the number or the sign of an item of a list is. */
export interface ItemSign {
  /** From 0. */
  level: number
  isNumbered: boolean
  /** Its number, in a list with numbers. */
  count?: number | undefined
  /** The `type` of a list in XHTML: `a`, `A`, `i` or `I`. */
  type?: string | undefined
  /** Written in place of a number or sign that XHTML has no name for, such as `1.1`. */
  label?: string | undefined
}

export type BlockKind = 'text' | 'quote' | 'code' | 'heading' | 'term' | 'definition' | 'contents' | 'other'

/** A paragraph, a heading, a table or a rule, in the order of the text. */
export interface Block {
  kind: BlockKind
  piece: XmlNode
  /** The number or sign of the item of a list that this begins. */
  item?: ItemSign | undefined
  /** The level of the list, from 0, if this goes on with its last item, or with that of a higher level. */
  goesOnWith?: number | undefined
  /** How many blank paragraphs stand before it. */
  blanksBefore?: number | undefined
  startsPage?: boolean | undefined
}

/** Stands where a table of contents was left out. */
export const CONTENTS: Block = { kind: 'contents', piece: element('span', {}, []) }

/** A heading that only names contents which were left out is none. */
const withoutContents = (blocks: readonly Block[]): Block[] => {
  const isNamed = ({ kind, piece }: Block, at: number) => {
    if (kind !== 'heading' || blocks[at + 1]?.kind !== 'contents' || !isContentsName(textOf(piece))) return false
    const next = blocks.slice(at + 1).find((one) => one.kind !== 'contents')
    return next === undefined || next.kind === 'heading'
  }
  return blocks.filter((block, at) => block.kind !== 'contents' && !isNamed(block, at))
}

interface OpenList {
  node: XmlNode
  level: number
  sign: ItemSign
  /** The number of the next item. */
  next: number
}

/** Puts paragraphs into lists, quotations, code and lists of definitions. So many blank paragraphs part scenes as `gapFrom`. */
export const toFlow = (blocks: readonly Block[], { gapFrom = 1 }: { gapFrom?: number } = {}): Piece[] => {
  const content: Piece[] = []
  let lists: OpenList[] = []
  let before: Block | undefined
  for (const block of withoutContents(blocks)) {
    const { item, goesOnWith } = block
    if (item) lists = openItem(content, lists, item)
    else lists = goesOnWith === undefined ? [] : lists.filter(({ level }) => level <= goesOnWith)
    const target = (lists.at(-1)?.node.children.at(-1) as XmlNode | undefined)?.children ?? content
    if (item?.label !== undefined) target.push(element('span', { class: 'label' }, [item.label]), ' ')
    const isNext = !item && before?.kind === block.kind
    const hasGap =
      isNext && (block.blanksBefore ?? 0) >= gapFrom && ['text', 'quote'].includes(block.kind) && !block.startsPage
    const piece = withClasses(block.piece, [hasGap ? 'gap' : [], block.startsPage ? 'new-page' : []].flat())
    place(target, { ...block, piece }, isNext)
    before = block
  }
  return content.map(settleItems)
}

const withClasses = (piece: XmlNode, added: string[]): XmlNode =>
  added.length === 0
    ? piece
    : withAttribute(piece, 'class', [attributeOf(piece, 'class') ?? [], added].flat().join(' '))

/** Opens an item, in a list that is open or a new one. Returns the lists that are open then. */
const openItem = (content: Piece[], open: OpenList[], sign: ItemSign): OpenList[] => {
  const lists = open.filter(({ level }) => level <= sign.level)
  const last = lists.at(-1)
  const item = element('li', {}, [])
  if (last?.level === sign.level) {
    if (isSameList(last, sign)) {
      last.node.children.push(item)
      last.next = (sign.count ?? last.next) + 1
      return lists
    }
    lists.pop()
  }
  const parent = (lists.at(-1)?.node.children.at(-1) as XmlNode | undefined)?.children ?? content
  const { isNumbered, label, type, count = 1 } = sign
  const numbers = isNumbered && label === undefined ? { start: count === 1 ? undefined : String(count), type } : {}
  const node = element(isNumbered ? 'ol' : 'ul', { class: label === undefined ? undefined : 'labelled', ...numbers }, [
    item,
  ])
  parent.push(node)
  return [...lists, { node, level: sign.level, sign, next: count + 1 }]
}

/** A list ends where its numbers do not go on. */
const isSameList = ({ sign: of, next }: OpenList, sign: ItemSign): boolean =>
  of.isNumbered === sign.isNumbered &&
  of.type === sign.type &&
  (of.label === undefined) === (sign.label === undefined) &&
  (sign.label !== undefined || sign.count === undefined || sign.count === next)

const place = (target: Piece[], { kind, piece, blanksBefore = 0 }: Block, isNext: boolean) => {
  const last = target.at(-1)
  const into = (name: string, child: XmlNode) => {
    if (isNext && typeof last === 'object' && last.name === name) last.children.push(child)
    else target.push(element(name, {}, [child]))
  }
  if (kind === 'quote') into('blockquote', piece)
  else if (kind === 'term' || kind === 'definition') {
    const isIn = typeof last === 'object' && last.name === 'dl'
    if (isIn) last.children.push(piece)
    else target.push(element('dl', {}, [piece]))
  } else if (kind === 'code' && isNext && typeof last === 'object' && last.name === 'pre')
    last.children.push('\n'.repeat(blanksBefore + 1), ...piece.children)
  else target.push(piece)
}

/** An item of one paragraph holds its words, without the paragraph. */
const settleItems = (node: Piece): Piece => {
  if (typeof node === 'string' || !['ul', 'ol', 'li'].includes(node.name)) return node
  const children = node.children.map(settleItems)
  if (node.name !== 'li') return { ...node, children }
  const paragraphs = children.filter((child) => typeof child === 'object' && child.name === 'p')
  const [only] = paragraphs
  if (paragraphs.length !== 1 || typeof only !== 'object') return { ...node, children: labelsInParagraphs(children) }
  const lang = attributeOf(only, 'lang')
  const whole = lang === undefined ? node : withAttribute(node, 'lang', lang)
  return { ...whole, children: children.flatMap((child) => (child === only ? only.children : [child])) }
}

/** A label stands in the first paragraph of its item. */
const labelsInParagraphs = (children: Piece[]): Piece[] => {
  const [label, blank, first, ...rest] = children
  const isLabel = typeof label === 'object' && attributeOf(label, 'class') === 'label'
  if (!isLabel || typeof first !== 'object' || first.name !== 'p') return children
  return [{ ...first, children: [label, blank ?? ' ', ...first.children] }, ...rest]
}
