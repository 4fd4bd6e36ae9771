import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import type { XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element, toAttributes } from './content.ts'
import { type Inline, piece } from './inline.ts'
import { type OdfPart, tellOf } from './odf-part.ts'
import { childOf, childrenOf, lineOf, type OdfNode, plainTextOf } from './odf-xml.ts'
import { below } from './word-xml.ts'

const SHAPES = new Set([
  'draw:rect',
  'draw:ellipse',
  'draw:circle',
  'draw:polygon',
  'draw:polyline',
  'draw:path',
  'draw:line',
  'draw:connector',
  'draw:custom-shape',
  'draw:caption',
  'draw:regular-polygon',
  'draw:measure',
  'draw:control',
  'dr3d:scene',
])

export const isDrawing = ({ name }: OdfNode): boolean =>
  name === 'draw:frame' || name === 'draw:g' || name === 'draw:a' || SHAPES.has(name)

/** A picture or a formula stays in its place, the text of a box or a shape follows the paragraph. */
export const readFrame = (node: OdfNode, part: OdfPart): Inline[] => {
  if (node.name === 'draw:g')
    return childrenOf(node)
      .filter(isDrawing)
      .flatMap((child) => readFrame(child, part))
  if (node.name === 'draw:a') {
    const link = { href: node.attributes['xlink:href'] ?? '' }
    return childrenOf(node)
      .filter(isDrawing)
      .flatMap((child) => readFrame(child, part))
      .map((one) => (one.kind === 'piece' ? { ...one, link } : one))
  }
  if (isRule(node)) return [{ kind: 'block', block: { kind: 'other', piece: element('hr', {}, []) } }]
  if (SHAPES.has(node.name)) return boxOf(node, part, 'chart')
  const box = childOf(node, 'draw:text-box')
  if (box) return boxOf(box, part, undefined)
  const formula = formulaOf(childOf(node, 'draw:object'), part)
  if (formula) return [piece(isInLine(node) ? formula : { ...formula, attributes: toAttributes({ display: 'block' }) })]
  const alt = lineOf(childOf(node, 'svg:desc')) || lineOf(childOf(node, 'svg:title'))
  const isObject = childrenOf(node).some(({ name }) =>
    /^draw:(?:object|object-ole|plugin|applet|floating-frame)$/.test(name),
  )
  const images = childrenOf(node).filter(({ name }) => name === 'draw:image')
  // The first that can be shown: the others are the same picture for other programs.
  for (const image of images) {
    const src = sourceOf(image, part)
    if (src === undefined) continue
    if (isCropped(node, part)) tellOf(part, 'cropped-picture')
    return [piece(element('img', { src, alt }, []))]
  }
  const isRemote = images.some(({ attributes }) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(attributes['xlink:href'] ?? ''))
  tellOf(part, isRemote ? 'remote-picture' : isObject ? 'object' : images.length > 0 ? 'lost-picture' : 'chart')
  return []
}

const CENTIMETRES: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, pc: 2.54 / 6 }
const lengthOf = (value = ''): number => Number.parseFloat(value) * (CENTIMETRES[value.slice(-2)] ?? Number.NaN)
/** In centimetres. */
const [THIN, LONG, CROPPED_FROM] = [0.15, 2, 0.1]

/** Whether more is cut off a side of a picture than a matter of looks. */
const isCropped = ({ attributes }: OdfNode, { styles }: OdfPart): boolean => {
  const clip = styles.of('graphic', attributes['draw:style-name']).graphic['fo:clip'] ?? ''
  return (/^rect\(([^()]*)\)$/.exec(clip)?.[1] ?? '').split(/[\s,]+/).some((side) => lengthOf(side) >= CROPPED_FROM)
}

/** A line across the text, as LibreOffice makes it of Word's. */
const isRule = (node: OdfNode): boolean => {
  const of = (name: string) => lengthOf(node.attributes[`svg:${name}`])
  const [width, height] =
    node.name === 'draw:line'
      ? [Math.abs(of('x2') - of('x1')), Math.abs(of('y2') - of('y1'))]
      : [of('width'), of('height')]
  const isLine = node.name === 'draw:line' || node.name === 'draw:rect' || node.name === 'draw:custom-shape'
  return isLine && width >= LONG && height <= THIN && plainTextOf(node).trim() === ''
}

const isInLine = ({ attributes }: OdfNode) => attributes['text:anchor-type'] !== 'paragraph'

const boxOf = (box: OdfNode, part: OdfPart, otherwise: 'chart' | undefined): Inline[] => {
  const hasWords = plainTextOf(box).trim() !== '' || below(box, 'draw:image').length > 0
  if (!hasWords) {
    if (otherwise) tellOf(part, otherwise)
    return []
  }
  tellOf(part, 'text-box')
  return part.readBlocks(box.children, part).map((block) => ({ kind: 'block', block }))
}

const sourceOf = (image: OdfNode, part: OdfPart): string | undefined => {
  const data = childOf(image, 'office:binary-data')
  if (data) return part.pictureOf('', Buffer.from(plainTextOf(data), 'base64'))
  const href = image.attributes['xlink:href'] ?? ''
  return href === '' ? undefined : part.pictureOf(href.replace(/^\.\//, ''))
}

/** The formula that an object holds, in the file itself or beside it. */
const formulaOf = (object: OdfNode | undefined, part: OdfPart): XmlNode | undefined => {
  if (!object) return undefined
  const href = object.attributes['xlink:href'] ?? ''
  const root = childOf(object, 'math:math') ?? (href === '' ? undefined : part.objectOf(href.replace(/^\.\//, '')))
  if (root?.name !== 'math:math') return undefined
  return toMath(root)
}

/** Without what is no part of the formula: notes of programs about it, of which LibreOffice's are its source. */
const toMath = ({ name, attributes, children }: OdfNode): XmlNode => ({
  namespace: NAMESPACES.mathml,
  name: name.replace('math:', ''),
  attributes: toAttributes(Object.fromEntries(Object.entries(attributes).filter(([key]) => !key.includes(':')))),
  children: children.flatMap((child): XmlNode['children'] => {
    if (typeof child === 'string') return [child.trim()].filter((text) => text !== '')
    if (child.name.startsWith('math:annotation')) return []
    return child.name === 'math:semantics' ? toMath(child).children : [toMath(child)]
  }),
})
