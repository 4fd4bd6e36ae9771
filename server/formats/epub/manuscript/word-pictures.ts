import { element } from './content.ts'
import { type Inline, type Link, piece } from './inline.ts'
import type { Block } from './flow.ts'
import { linesOf, readDiagrams } from './word-diagrams.ts'
import { type Relationship, tell, type WordPart } from './word-part.ts'
import { below, type WordNode } from './word-xml.ts'

/** A drawing without the text in its boxes. */
const withoutBoxes = (node: WordNode): WordNode => ({
  ...node,
  children: node.children
    .filter((child) => typeof child === 'string' || child.name !== 'w:txbxContent')
    .map((child) => (typeof child === 'string' ? child : withoutBoxes(child))),
})

const idsOfPictures = (shape: WordNode): (string | undefined)[] => [
  ...below(shape, 'a:blip').map(({ attributes }) => attributes['r:embed'] ?? attributes['r:link']),
  ...below(shape, 'v:imagedata').map(({ attributes }) => attributes['r:id']),
]

/** The least share of a picture that is cut off at a side to be told of. Less is a matter of looks. */
const CROPPED_FROM = 0.02

/** How much of the sides of pictures is cut off: in thousandths of a percent, or in parts of 65,536 in older files. */
const isCropped = (shape: WordNode): boolean =>
  [...below(shape, 'a:srcRect'), ...below(shape, 'v:imagedata')].some(({ attributes }) =>
    Object.entries(attributes).some(([name, value]) => {
      const unit = value.endsWith('%') ? 100 : value.endsWith('f') ? 65_536 : /^[ltrb]$/.test(name) ? 100_000 : 1
      return /^(?:[ltrb]|crop(?:left|top|right|bottom))$/.test(name) && Number.parseFloat(value) / unit >= CROPPED_FROM
    }),
  )

/** Whether anything of it can be shown: words, a picture or a line. Shapes have boxes for words, also where those hold none. */
export const canBeShown = (node: WordNode): boolean =>
  ['w:t', 'm:t', 'a:blip', 'a:t', 'dgm:relIds', 'v:imagedata', 'v:rect', 'v:textpath'].some(
    (name) => below(node, name).length > 0,
  )

/** A picture stays in its place, the text of a text box follows the paragraph. */
export const readDrawing = (node: WordNode, part: WordPart): Inline[] => {
  const boxes = below(node, 'w:txbxContent')
  const shape = withoutBoxes(node)
  if (below(shape, 'v:rect').some(({ attributes: { hr } }) => hr === 't' || hr === 'true'))
    return [{ kind: 'block', block: { kind: 'other', piece: element('hr', {}, []) } }]
  // A box in a box is in its text.
  const outer = boxes.filter((one) => !boxes.some((other) => below(other, one.name).includes(one)))
  const beside = outer.flatMap((box) => part.readBlocks(box.children, part))
  const hasBoxes = beside.length > 0
  if (hasBoxes) tell(part, 'text-box')
  const diagrams = readDiagrams(shape, part)
  diagrams.slice(0, 1).forEach(() => tell(part, 'diagram'))
  // The words of slides and drawings that are pasted, and letters that are drawn.
  const drawn = [...linesOf(shape), ...lettersOf(shape)].map((words): Block => ({
    kind: 'text',
    piece: element('p', {}, [words]),
  }))
  if (drawn.length > 0 && !hasBoxes) tell(part, 'text-box')
  beside.push(...diagrams, ...drawn)
  const ids = idsOfPictures(shape)
  if (ids.length === 0 && beside.length === 0) tell(part, node.name === 'w:object' ? 'object' : 'chart')
  const alt = descriptionOf(shape)
  const link = linkOf(shape, part)
  const pictures = ids.flatMap((id) =>
    picture(part.relationships.get(id ?? ''), alt, { part, isObject: node.name === 'w:object' }),
  )
  if (pictures.length > 0 && isCropped(shape)) tell(part, 'cropped-picture')
  return [
    ...pictures.map((one) => (one.kind === 'piece' && link ? { ...one, link } : one)),
    ...beside.map((block): Inline => ({ kind: 'block', block })),
  ]
}

/** Where a picture leads that is a link itself. */
const linkOf = (shape: WordNode, part: WordPart): Link | undefined => {
  const id = below(shape, 'a:hlinkClick')[0]?.attributes['r:id'] ?? ''
  const target = part.relationships.get(id)
  return target?.isLink ? { href: target.target } : undefined
}

const lettersOf = (shape: WordNode): string[] =>
  below(shape, 'v:textpath')
    .flatMap(({ attributes: { string = '' } }) => string.trim().split(/\s*[\r\n]+\s*/))
    .filter((line) => line !== '')

/** The description of a picture, or its title where there is none. */
const descriptionOf = (shape: WordNode): string => {
  const { descr, title } = below(shape, 'wp:docPr')[0]?.attributes ?? {}
  const { alt, title: titleOfShape } = below(shape, 'v:shape')[0]?.attributes ?? {}
  return [descr, title, alt, titleOfShape].map((one) => (one ?? '').trim()).find((one) => one !== '') ?? ''
}

const picture = (
  relationship: Relationship | undefined,
  alt: string,
  { part, isObject }: { part: WordPart; isObject: boolean },
): Inline[] => {
  const src = relationship && !relationship.isExternal ? part.gathering.pictureOf(relationship.target) : undefined
  if (src !== undefined) return [piece(element('img', { src, alt }, []))]
  tell(part, relationship?.isExternal ? 'remote-picture' : isObject ? 'object' : 'lost-picture')
  return []
}
