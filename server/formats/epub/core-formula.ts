import { isLetterKind } from './math-letters.ts'
import type { XmlAttribute, XmlTag } from './read-xml.ts'
import { words } from './words.ts'

/** What an element of a formula says of those in it. */
export interface Formula {
  /** The kind of the letters; empty for the usual one. */
  variant: string
  /** Whether its text is written in letters of this kind. */
  hasLetters: boolean
  /** What a table says of its cells, in it and in its rows, and how many rows, or cells of a row, there were so far. */
  table?: Table
  count: number
}

interface Table {
  columns: { align: string[]; lines: string[]; spacing: string[] }
  rowLines: string[]
}

interface CoreElement {
  tag: XmlTag
  formula: Formula
  /** Whether it stands for another element. */
  isStandIn: boolean
}

const TOKENS = words('mi mn mo ms')

/**
 * An element of a formula as browsers show it, which know a core of MathML: kinds of letters, lines and alignment of tables,
 * boxes and strokes, and lengths by names are said in words of that core, or in CSS.
 */
export const asCore = (tag: XmlTag, around: Formula = { variant: '', hasLetters: false, count: 0 }): CoreElement => {
  const attributes = new Map(Object.entries(tag.attributes))
  const take = (name: string) => {
    const value = attributes.get(name)?.value.trim() ?? ''
    attributes.delete(name)
    return value
  }
  const set = (name: string, value: string) => attributes.set(name, plain(name, value))
  const variant = take('mathvariant').toLowerCase() || around.variant
  const formula: Formula = { variant, hasLetters: false, count: 0 }
  const styles: string[] = []
  let { local } = tag
  for (const name of LENGTHS) if (attributes.has(name)) set(name, lengthOf(take(name), name))
  if (attributes.has('mathsize')) styles.push(`font-size:${sizeOf(take('mathsize'))}`)
  if (TOKENS.has(local)) formula.hasLetters = isLetterKind(variant)
  if (local === 'mi' && variant === 'normal') set('mathvariant', variant)
  if (local === 'mtext') styles.push(...styleOfWords(variant))
  if (local === 'math' && take('mode') === 'display' && !attributes.has('display')) set('display', 'block')
  if (local === 'menclose') {
    const notations = take('notation').toLowerCase().split(/\s+/)
    local = notations.join() === 'radical' ? 'msqrt' : 'mrow'
    styles.push(...enclosing(notations))
  }
  if (local === 'mlabeledtr') {
    local = 'mtr'
    // Its label is in none of the columns.
    formula.count = -1
  }
  if (local === 'mtable') {
    const lists = ['columnalign', 'columnlines', 'columnspacing', 'rowlines'].map((name) => listOf(take(name)))
    const [align = [], lines = [], spacing = [], rowLines = []] = lists
    formula.table = { columns: { align, lines, spacing }, rowLines }
    styles.push(...lineAt('border', take('frame')))
  } else if (local === 'mtr' && around.table) {
    const { columns, rowLines } = around.table
    const align = listOf(take('columnalign'))
    const line = around.count === 0 ? 'none' : (nth(rowLines, around.count - 1) ?? 'none')
    formula.table = { columns: align.length > 0 ? { ...columns, align } : columns, rowLines: [line] }
    around.count += 1
  } else if (local === 'mtd' && around.table) {
    styles.push(...styleOfCell(around.table, around.count, take('columnalign')))
    around.count += Number.parseInt(attributes.get('columnspan')?.value ?? '', 10) || 1
  }
  const style = [...styles, ...(attributes.has('style') ? [take('style')] : [])].join(';')
  if (style !== '') set('style', style)
  return {
    tag: { ...tag, local, attributes: Object.fromEntries(attributes) },
    formula,
    isStandIn: local !== tag.local,
  }
}

const plain = (local: string, value: string): XmlAttribute => ({ uri: '', local, value })

/** Names of spaces, in parts of a letter of which an em has 18. */
const SPACES = 'veryverythin verythin thin medium thick verythick veryverythick'.split(' ')
const LENGTHS = 'width height depth lspace rspace voffset linethickness minsize maxsize'.split(' ')
const THICKNESS = new Map([
  ['thin', '50%'],
  ['medium', '100%'],
  ['thick', '200%'],
])
/** Those of which a bare number is a multiple. */
const MULTIPLIED = words('linethickness minsize maxsize')

const lengthOf = (value: string, name: string): string => {
  const [, minus = '', space = ''] = /^(negative)?(\w+)mathspace$/.exec(value) ?? []
  const at = SPACES.indexOf(space)
  if (at >= 0) return `${minus && '-'}${((at + 1) / 18).toFixed(4)}em`
  if (name === 'linethickness' && THICKNESS.has(value)) return THICKNESS.get(value) ?? ''
  return MULTIPLIED.has(name) && /^[\d.]+$/.test(value) ? `${Number(value) * 100}%` : value
}

const SIZES = new Map([
  ['small', '80%'],
  ['normal', '100%'],
  ['big', '125%'],
])
const sizeOf = (value: string) => SIZES.get(value) ?? (/^[\d.]+$/.test(value) ? `${Number(value) * 100}%` : value)

/** Words stay words. */
const styleOfWords = (variant: string): string[] => [
  ...(variant.includes('bold') ? ['font-weight:bold'] : []),
  ...(variant.includes('italic') ? ['font-style:italic'] : []),
  ...(variant.includes('sans-serif') ? ['font-family:sans-serif'] : []),
  ...(variant === 'monospace' ? ['font-family:monospace'] : []),
]

const STROKES = new Map([
  ['horizontalstrike', 'to bottom,transparent 47%,currentColor 47%,currentColor 53%,transparent 53%'],
  ['verticalstrike', 'to right,transparent 47%,currentColor 47%,currentColor 53%,transparent 53%'],
  ['updiagonalstrike', 'to bottom right,transparent 48%,currentColor 48%,currentColor 52%,transparent 52%'],
  ['downdiagonalstrike', 'to top right,transparent 48%,currentColor 48%,currentColor 52%,transparent 52%'],
  ['updiagonalarrow', 'to bottom right,transparent 48%,currentColor 48%,currentColor 52%,transparent 52%'],
])
/** The sides with a line of each kind of box. */
const SIDES = new Map([
  ['box', 'top right bottom left'],
  ['roundedbox', 'top right bottom left'],
  ['circle', 'top right bottom left'],
  ['', 'top left'],
  ['longdiv', 'top left'],
  ['actuarial', 'top right'],
  ['madruwb', 'bottom right'],
  ['phasorangle', 'bottom left'],
  ['radical', 'top left'],
  ...['top', 'right', 'bottom', 'left'].map((side): [string, string] => [side, side]),
])

const enclosing = (notations: string[]): string[] => {
  if (notations.join() === 'radical') return []
  const sides = new Set(notations.flatMap((one) => SIDES.get(one)?.split(' ') ?? []))
  const strokes = notations.flatMap((one) => STROKES.get(one) ?? [])
  return [
    ...[...sides].map((side) => `border-${side}:1px solid`),
    ...(sides.size > 0 ? ['padding:0.2em'] : []),
    ...(notations.includes('roundedbox') ? ['border-radius:0.5em'] : []),
    ...(notations.includes('circle') ? ['border-radius:50%'] : []),
    ...(strokes.length > 0 ? [`background:${strokes.map((one) => `linear-gradient(${one})`).join()}`] : []),
  ]
}

const listOf = (value: string): string[] => value.split(/\s+/).filter((one) => one !== '')
/** The last one of a list is repeated. */
const nth = (list: string[], at: number): string | undefined => list[at] ?? list.at(-1)

const lineAt = (side: string, line: string | undefined): string[] =>
  line === 'solid' || line === 'dashed' ? [`${side}:1px ${line}`] : []

const styleOfCell = ({ columns: { align, lines, spacing }, rowLines }: Table, at: number, own: string): string[] => {
  const aligned = own || (nth(align, at) ?? '')
  if (at < 0) return []
  const halfOf = (gap: number) => half(lengthOf(nth(spacing, gap) ?? '', 'width'))
  const [before, behind] = [at === 0 ? '' : halfOf(at - 1), halfOf(at)]
  return [
    ...(aligned === 'left' || aligned === 'right' ? [`text-align:${aligned}`] : []),
    ...(before === '' ? [] : [`padding-left:${before}`]),
    ...(behind === '' ? [] : [`padding-right:${behind}`]),
    ...(at === 0 ? [] : lineAt('border-left', nth(lines, at - 1))),
    ...lineAt('border-top', rowLines[0]),
  ]
}

const half = (length: string): string => {
  const [, number, unit = ''] = /^([\d.]+)(em|ex|px|pt|cm|mm|in|pc)?$/.exec(length) ?? []
  return number === undefined ? '' : `${Number((Number(number) / 2).toFixed(4))}${unit}`
}
