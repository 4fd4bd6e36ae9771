import type { Looks } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { hasContent, type Part } from './parts.ts'

const NUMBER = /^[[(]?\d{1,5}[\])]?$/
/** Many books set it at the margin by rules that say more than those that are read here. */
const NUMBER_CLASS = /(?:^|\s)(?:ln|(?:l|line|verse)[-_]?(?:no|num|number)s?)(?:\s|$)/i

/** Whether it is the number of a line, as editions of poems have it at their margin. */
export const isLineNumber = (node: XmlNode, { isBeside }: Looks): boolean =>
  (isBeside === true || NUMBER_CLASS.test(attributeOf(node, 'class') ?? '')) && NUMBER.test(textOf(node).trim())

/** With the numbers of lines at the margin where they are the last of their lines; in others they would part words that belong together. */
export const withLineNumbers = (words: Part[], hasMargin: boolean): Part[] => {
  let isLast = hasMargin
  const visit = (parts: Part[]): Part[] =>
    parts
      .toReversed()
      .map((part): Part => {
        if (typeof part === 'object' && part.k === 'br') isLast = hasMargin
        if (typeof part === 'object' && part.k === 'line-number') {
          const placed = { ...part, isLast }
          isLast = false
          return placed
        }
        if (typeof part === 'object' && 'c' in part && part.k !== 'note') return { ...part, c: visit(part.c) } as Part
        if (hasContent(part)) isLast = false
        return part
      })
      .toReversed()
  return visit(words)
}
