import { fateOf } from '#server/formats/epub/allowed-elements.ts'
import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { words } from '#server/formats/epub/words.ts'
import { attributeOf, elementsOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { toAttributes } from './content.ts'
import type { Piece } from './manuscript.ts'

/** Attributes of formulas that say how they look, none that names a place. */
const OF_FORMULAS = words(`
  display alttext mathvariant mathcolor mathbackground stretchy fence separator accent accentunder width height depth lspace
  rspace columnalign rowalign columnspan rowspan rowspacing columnspacing columnlines rowlines frame displaystyle scriptlevel
  linethickness minsize maxsize symmetric largeop movablelimits open close separators notation voffset
`)
/** Elsewhere they are an error, though browsers know them. */
const OF_STYLES = words('displaystyle scriptlevel')
const WITH_STYLES = words('math mstyle mtable')
const COLOUR = /^(?:#[\da-f]{3}(?:[\da-f]{3})?|[a-z]{3,20}|transparent)$/i

/**
 * Cleans formulas, and says by attributes and by classes of the book what the program that made them said by a style sheet of
 * its own: alignment, lines, boxes, strokes and colours. Equations that are to be numbered get their numbers, in the order of the
 * text.
 */
export const createFormulaCleaner = () => {
  let equations = 0
  const clean = (node: XmlNode): XmlNode => {
    const children = node.children.flatMap((child): Piece[] => {
      if (typeof child === 'string') return [child]
      if (attributeOf(child, 'class') === 'tml-eqn') {
        equations += 1
        return [`(${equations})`]
      }
      // Strokes that a style sheet would draw.
      if (/^tml-cancel\b/.test(attributeOf(child, 'class') ?? '')) return []
      const isKept = child.namespace === NAMESPACES.mathml && fateOf(NAMESPACES.mathml, child.name, '') === 'kept'
      return isKept ? [clean(child)] : []
    })
    const style = styleOf(node)
    const isBox = node.name === 'mrow' && style.has('border')
    const name = isBox ? 'menclose' : node.name
    const own = node.attributes
      .filter((one) => one.namespace === '' && OF_FORMULAS.has(one.name))
      .filter(
        (one) =>
          !OF_STYLES.has(one.name) || (WITH_STYLES.has(name) && (one.name !== 'scriptlevel' || name !== 'mtable')),
      )
      .filter((one) => !/^math(?:color|background)$/.test(one.name) || COLOUR.test(one.value))
    const colour = style.get('color') ?? ''
    const said = Object.fromEntries(own.map((one) => [one.name, one.value]))
    const more = {
      ...(isBox && { notation: 'box' }),
      ...(COLOUR.test(colour) && !said['mathcolor'] && { mathcolor: colour }),
      ...(name === 'mtd' && !said['columnalign'] && { columnalign: alignmentOf(node) }),
      ...(name === 'mtable' && linesOf(node)),
    }
    const all = { ...said, ...more }
    const classes = classesOf(
      { ...node, name, attributes: toAttributes({ ...all, class: attributeOf(node, 'class') }) },
      style,
    )
    return { namespace: node.namespace, name, attributes: toAttributes({ ...all, class: classes }), children }
  }
  return clean
}

const styleOf = (node: XmlNode): ReadonlyMap<string, string> =>
  new Map(
    (attributeOf(node, 'style') ?? '').split(';').flatMap((rule): [string, string][] => {
      const [name = '', value = ''] = rule.split(':').map((part) => part.trim())
      return value === '' ? [] : [[name, value]]
    }),
  )

const alignmentOf = (node: XmlNode): string | undefined =>
  /\btml-(left|right)\b/.exec(attributeOf(node, 'class') ?? '')?.[1]

const SIDES = [
  ['border-bottom', 'math-line-below'],
  ['border-top', 'math-line-above'],
  ['border-right', 'math-line-after'],
  ['border-left', 'math-line-before'],
] as const

const NOTATIONS: Readonly<Record<string, string>> = {
  box: 'math-box',
  top: 'math-line-above',
  bottom: 'math-line-below',
  horizontalstrike: 'math-struck',
  updiagonalstrike: 'math-struck-up',
  downdiagonalstrike: 'math-struck-down',
  verticalstrike: 'math-struck-vertical',
  left: 'math-line-before',
  right: 'math-line-after',
}

const isNothing = (length: string | undefined) => length !== undefined && Number.parseFloat(length) === 0

const classesOf = (node: XmlNode, style: ReadonlyMap<string, string>): string | undefined => {
  const align = attributeOf(node, 'columnalign')
  const classes = [
    ...SIDES.flatMap(([side, name]) => (style.has(side) ? [name] : [])),
    ...(node.name === 'menclose'
      ? (attributeOf(node, 'notation') ?? '').split(' ').flatMap((one) => NOTATIONS[one] ?? [])
      : []),
    ...(node.name === 'mtd' && (align === 'left' || align === 'right') ? [`math-${align}`] : []),
    ...(node.name === 'mtd' && isNothing(style.get('padding-left')) && isNothing(style.get('padding-right'))
      ? ['math-tight']
      : []),
    ...(style.get('width') === '50%'
      ? ['math-half', ...(node.children.length > 0 ? ['math-right'] : [])]
      : style.get('width') === '100%'
        ? ['math-wide']
        : []),
  ]
  return classes.length > 0 ? classes.join(' ') : undefined
}

/** The lines between columns and rows, as they are said for programs that draw them themselves. */
const linesOf = (table: XmlNode): Record<string, string | undefined> => {
  const rows = elementsOf(table).map((row) => elementsOf(row).map(styleOf))
  const said = (all: boolean[]) =>
    all.some(Boolean) ? all.map((has) => (has ? 'solid' : 'none')).join(' ') : undefined
  const first = rows[0] ?? []
  return {
    columnlines: said(first.slice(0, -1).map((cell) => cell.has('border-right'))),
    rowlines: said(rows.slice(0, -1).map((row) => row.some((cell) => cell.has('border-bottom')))),
  }
}
