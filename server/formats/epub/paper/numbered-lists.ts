import type { LooksOf } from '#server/formats/epub/simple-looks.ts'
import { attributeOf, elementsOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import type { ListMarks } from './parts.ts'

/** The typesetter takes larger numbers, but makes long words of them. */
const MAX_NUMBER = 99_999
const TYPE = /^[1aAiI]$/

/** Style sheets say it of a list or of its items, documents by an attribute. */
export const marksOf = (list: XmlNode, looksOf: LooksOf): ListMarks => {
  const [item] = elementsOf(list)
  const said = (item && looksOf(item).marks) ?? looksOf(list).marks
  if (list.name !== 'ol') return said === 'none' ? 'none' : 'dots'
  const type = attributeOf(list, 'type') ?? ''
  return said ?? (TYPE.test(type) ? (type as ListMarks) : '1')
}

/** The number of each item, as HTML counts them. */
export const numbersOf = (list: XmlNode): number[] => {
  const items = elementsOf(list)
  const isReversed = list.attributes.some(({ name }) => name === 'reversed')
  let next = numberIn(list, 'start') ?? (isReversed ? items.length : 1)
  return items.map((item) => {
    const number = numberIn(item, 'value') ?? next
    next = Math.min(MAX_NUMBER, Math.max(0, number + (isReversed ? -1 : 1)))
    return number
  })
}

const numberIn = (node: XmlNode, name: string): number | undefined => {
  const digits = attributeOf(node, name)
  return digits !== undefined && /^\d{1,5}$/.test(digits) ? Number(digits) : undefined
}
