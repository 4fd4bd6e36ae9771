import { below, childOf, childrenOf, isOn, type WordNode, wordsIn } from './word-xml.ts'

/** A part of a Word file without the words that ask its author to fill in a place. `tell` is called for each of those. */
export const withoutPlaceholders = (node: WordNode, tell: () => void): WordNode => {
  const properties = node.name === 'w:sdt' ? childOf(node, 'w:sdtPr') : undefined
  // Word takes the words of such a place from a building block; LibreOffice writes the author's own without one.
  if (isOn(childOf(properties, 'w:showingPlcHdr')) && childOf(properties, 'w:placeholder', 'w:docPart')) {
    const content = childOf(node, 'w:sdtContent')
    if (wordsIn(content).trim() !== '') tell()
    return { ...node, children: content ? [emptied(content)] : [] }
  }
  const children = node.children.map((child) => (typeof child === 'string' ? child : withoutPlaceholders(child, tell)))
  // Most of a text has none, and stays as it is.
  return children.some((child, at) => child !== node.children[at]) ? { ...node, children } : node
}

/** Cells stay, so that those beside them keep their columns. */
const emptied = (content: WordNode): WordNode => ({
  ...content,
  children: below(content, 'w:tc').length > 0 ? withoutParagraphs(content) : [],
})

const withoutParagraphs = (node: WordNode): WordNode[] =>
  childrenOf(node).flatMap((child) => (child.name === 'w:p' ? [] : [{ ...child, children: withoutParagraphs(child) }]))
