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

/** A drawing without the text in its boxes. */
export const withoutBoxes = (node: WordNode): WordNode => ({
  ...node,
  children: childrenOf(node)
    .filter(({ name }) => name !== 'w:txbxContent')
    .map(withoutBoxes),
})

export const isBookmark = (node: WordNode | string) => typeof node !== 'string' && node.name === 'w:bookmarkStart'

/** Whether cleaned content shows nothing. */
export const isBlank = (node: WordNode | string): boolean =>
  typeof node === 'string'
    ? node.trim() === ''
    : ['w:rPr', 'w:tab', 'w:br', 'w:bookmarkStart'].includes(node.name) ||
      (/^w:[rt]$/.test(node.name) && node.children.every(isBlank))

export const isNoteReference = (node: WordNode | string) =>
  typeof node !== 'string' && (node.name === 'w:footnoteReference' || node.name === 'w:endnoteReference')

/** Whether most paragraphs with words are followed by one without. */
export const isSpaced = (body: WordNode | undefined): boolean => {
  const hasWords = childrenOf(body)
    .filter(({ name }) => name === 'w:p')
    .map((one) => wordsIn(one).trim() !== '')
  const followed = hasWords.filter((has, at) => has && hasWords[at + 1] === false)
  return followed.length * 2 > hasWords.filter(Boolean).length
}
