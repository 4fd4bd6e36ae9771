import { element } from './content.ts'
import type { Block } from './flow.ts'
import type { WordPart } from './word-part.ts'
import { below, childOf, childrenOf, type WordNode } from './word-xml.ts'

const MAX_LEVEL = 8
/** What only says how a point is drawn. */
const DRAWN = 'pres'

/** The words of the diagrams in a drawing, as items of lists: each is below the one that it belongs to. */
export const readDiagrams = (drawing: WordNode, part: WordPart): Block[] =>
  below(drawing, 'dgm:relIds').flatMap(({ attributes: { 'r:dm': id = '' } }) => {
    const known = part.relationships.get(id)
    const model = known && !known.isExternal ? part.gathering.diagramOf(known.target) : undefined
    return model ? readModel(model) : []
  })

const readModel = (model: WordNode): Block[] => {
  const points = new Map(
    below(model, 'dgm:pt')
      .filter(({ attributes: { type } }) => type !== DRAWN)
      .map((point) => [point.attributes['modelId'] ?? '', point]),
  )
  const links = below(model, 'dgm:cxn')
    .filter(({ attributes: { type = 'parOf' } }) => type === 'parOf')
    .toSorted((one, other) => orderOf(one) - orderOf(other))
  const linksFrom = Map.groupBy(links, ({ attributes: { srcId = '' } }) => srcId)
  const blocks: Block[] = []
  const take = (id: string, level: number) => {
    const point = points.get(id)
    if (!point) return
    // What is linked twice is read once.
    points.delete(id)
    const isRoot = point.attributes['type'] === 'doc'
    blocks.push(...linesOf(childOf(point, 'dgm:t')).map((words) => itemOf(words, level)))
    for (const { attributes } of linksFrom.get(id) ?? []) {
      const own = isRoot ? level : Math.min(level + 1, MAX_LEVEL)
      take(attributes['destId'] ?? '', own)
      for (const between of [attributes['parTransId'], attributes['sibTransId']]) take(between ?? '', own)
    }
  }
  const root = [...points.values()].find(({ attributes: { type } }) => type === 'doc')
  take(root?.attributes['modelId'] ?? '', 0)
  for (const id of points.keys()) take(id, 0)
  return blocks
}

const orderOf = ({ attributes: { srcOrd = '' } }: WordNode) => Number(srcOrd) || 0

const itemOf = (words: string, level: number): Block => ({
  kind: 'text',
  piece: element('p', {}, [words]),
  item: { level, isNumbered: false },
})

/** The paragraphs of a text in a drawing, each on one line. */
export const linesOf = (text: WordNode | undefined): string[] =>
  below(text, 'a:p')
    .map((paragraph) => wordsOf(paragraph).replace(/\s+/g, ' ').trim())
    .filter((words) => words !== '')

const wordsOf = (node: WordNode): string =>
  childrenOf(node)
    .map((child) => {
      if (child.name === 'a:t') return child.children.filter((one) => typeof one === 'string').join('')
      return child.name === 'a:br' ? ' ' : wordsOf(child)
    })
    .join('')
