import { childOf, childrenOf, type WordNode, wordsIn } from './word-xml.ts'

type Nodes = WordNode['children']

/** A paragraph whose mark is deleted, or that is a drop cap, begins the next one. */
export const joinParagraphs = (nodes: Nodes): Nodes => {
  const joined: Nodes = []
  let begun: WordNode | undefined
  for (const node of nodes) {
    if (typeof node === 'string' || node.name !== 'w:p') {
      joined.push(node)
      continue
    }
    const properties = childOf(node, 'w:pPr')
    const contentOf = (one: WordNode) =>
      one.children.filter((child) => typeof child !== 'string' && child.name !== 'w:pPr')
    const whole = begun
      ? { ...node, children: [...(properties ? [properties] : []), ...contentOf(begun), ...contentOf(node)] }
      : node
    const dropCap = childOf(properties, 'w:framePr')?.attributes['w:dropCap'] ?? 'none'
    begun = dropCap !== 'none' || childOf(properties, 'w:rPr', 'w:del') ? whole : undefined
    if (!begun) joined.push(whole)
  }
  return begun ? [...joined, begun] : joined
}

const wordsOfParagraphs = (body: WordNode | undefined): string[] =>
  childrenOf(body)
    .filter(({ name }) => name === 'w:p')
    .map(wordsIn)

/** Whether most paragraphs with words are followed by one without. */
export const isSpaced = (body: WordNode | undefined): boolean => {
  const hasWords = wordsOfParagraphs(body).map((words) => words.trim() !== '')
  const followed = hasWords.filter((has, at) => has && hasWords[at + 1] === false)
  return followed.length * 2 > hasWords.filter(Boolean).length
}

/** How many paragraphs that begin with blanks are a habit and no verse. */
const HABIT = 0.3

/** Whether many paragraphs begin with blanks. */
export const isIndented = (body: WordNode | undefined): boolean => {
  const all = wordsOfParagraphs(body).filter((words) => words.trim() !== '')
  return all.filter((words) => /^\s/.test(words)).length > all.length * HABIT
}

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
