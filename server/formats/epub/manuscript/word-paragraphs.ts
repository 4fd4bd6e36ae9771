import { readField } from './word-fields.ts'
import { childOf, childrenOf, type WordNode, wordsIn } from './word-xml.ts'

type Nodes = WordNode['children']

/** What stands between paragraphs, so that one of them cannot go on in the next. */
const BETWEEN = new Set(['w:tbl', 'w:sdt', 'w:altChunk'])

/** A paragraph whose mark is deleted, or that is a drop cap, begins the next one. */
export const joinParagraphs = (nodes: Nodes): Nodes => {
  const joined: Nodes = []
  let begun: WordNode | undefined
  for (const node of nodes) {
    if (typeof node === 'string' || node.name !== 'w:p') {
      if (begun && typeof node === 'object' && BETWEEN.has(node.name)) {
        joined.push(begun)
        begun = undefined
      }
      joined.push(node)
      continue
    }
    const properties = childOf(node, 'w:pPr')
    const contentOf = (one: WordNode) =>
      one.children.filter((child) => typeof child !== 'string' && child.name !== 'w:pPr')
    const dropCap = childOf(properties, 'w:framePr')?.attributes['w:dropCap'] ?? 'none'
    const own = dropCap === 'none' ? node : onTheLine(node)
    const whole = begun
      ? { ...own, children: [...(properties ? [properties] : []), ...contentOf(begun), ...contentOf(own)] }
      : own
    const isGone = childOf(properties, 'w:rPr', 'w:del') ?? childOf(properties, 'w:rPr', 'w:moveFrom')
    begun = dropCap !== 'none' || isGone ? whole : undefined
    if (!begun) joined.push(whole)
  }
  return begun ? [...joined, begun] : joined
}

/** A drop cap is lowered to stand beside its lines: in the text it stands on the line. */
const onTheLine = (node: WordNode): WordNode => ({
  ...node,
  children: node.children.flatMap((child): Nodes => {
    if (typeof child === 'string') return [child]
    return child.name === 'w:position' ? [] : [onTheLine(child)]
  }),
})

/** The paragraphs that a field has filled with a table of contents, without those that have other words. */
export const paragraphsOfContents = (body: WordNode): ReadonlySet<WordNode> => {
  const fields: { instruction: string; isRead: boolean; isContents: boolean; first: number }[] = []
  const paragraphs: WordNode[] = []
  const [found, withOthers] = [new Set<WordNode>(), new Set<WordNode>()]
  /** How many tables of contents are open. */
  let open = 0
  const readMark = (type: string, isInParagraph: boolean) => {
    const field = fields.at(-1)
    const first = paragraphs.length - (isInParagraph ? 1 : 0)
    if (type === 'begin') fields.push({ instruction: '', isRead: false, isContents: false, first })
    if (type === 'begin' || !field) return
    if (!field.isRead) {
      field.isContents = readField(field.instruction).kind === 'contents'
      if (field.isContents) open += 1
    }
    field.isRead = true
    if (type !== 'end') return
    fields.pop()
    if (field.isContents) open -= 1
    if (field.isContents && open === 0) paragraphs.slice(field.first).forEach((one) => found.add(one))
  }
  const visit = (node: WordNode, around: WordNode | undefined) => {
    if (LEFT_OUT.has(node.name)) return
    const paragraph = node.name === 'w:p' ? node : around
    if (node.name === 'w:p') paragraphs.push(node)
    const type = node.name === 'w:fldChar' ? node.attributes['w:fldCharType'] : undefined
    if (type !== undefined) readMark(type, paragraph !== undefined)
    const field = fields.at(-1)
    if (node.name === 'w:instrText' && field && !field.isRead) field.instruction += node.children.join('')
    if (node.name === 'w:t' && paragraph && open === 0 && wordsIn(node).trim() !== '') withOthers.add(paragraph)
    childrenOf(node).forEach((child) => visit(child, paragraph))
  }
  visit(body, undefined)
  return found.difference(withOthers)
}

const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'mc:Fallback'])

/** The words of the paragraphs that stand in a text itself, not in a table. */
export const wordsOfParagraphs = (body: WordNode): string[] =>
  childrenOf(body)
    .filter(({ name }) => name === 'w:p')
    .map(wordsIn)

/** The words between the ends of a bookmark, on one line; empty where there is no such bookmark. */
export const wordsOfMark = (body: WordNode, name: string): string => {
  let id: string | undefined
  let isAtEnd = false
  let words = ''
  const visit = (node: WordNode) => {
    if (isAtEnd || words.length > MAX_QUOTED) return
    if (node.name === 'w:bookmarkStart' && node.attributes['w:name'] === name) id = node.attributes['w:id']
    if (node.name === 'w:bookmarkEnd' && id !== undefined && node.attributes['w:id'] === id) isAtEnd = true
    if (id !== undefined && node.name === 'w:t') words += wordsIn(node)
    childrenOf(node).forEach(visit)
  }
  visit(body)
  return isAtEnd ? words.replace(/\s+/g, ' ').trim() : ''
}

const MAX_QUOTED = 500
