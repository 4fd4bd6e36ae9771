import { type Atrule, type CssNode, generate, parse, type Rule, walk } from 'css-tree'
import { emOfText, sidesOfText } from './simple-lengths.ts'
import { attributeOf, type XmlNode } from './xml-tree.ts'

/** The looks of an element that stay where a book becomes another one. What is undefined stays as it is around it. */
export interface Looks {
  italic?: boolean
  bold?: boolean
  smallCaps?: boolean
  /** How letters are written, whatever was typed. */
  letters?: 'upper' | 'lower' | 'capitalized' | 'typed'
  /** The space between letters, in units of their size. */
  spacing?: number
  align?: 'center' | 'left' | 'right' | 'start' | 'end' | 'justify'
  raised?: 'sup' | 'sub' | undefined
  struck?: boolean
  underlined?: boolean
  newPage?: boolean
  /** Whether what follows begins on a new page. */
  endsPage?: boolean
  hidden?: boolean
  unseen?: boolean
  /** Whether it stands beside what is around it, as at a margin. */
  isBeside?: boolean
  /** Whether words stand in lines of their own. */
  ownLine?: boolean
  /** Space around lines, and before the first one, in units of the letters of the text. */
  left?: number
  right?: number
  padLeft?: number
  padRight?: number
  above?: number
  below?: number
  indent?: number
  /** What stands before the items of a list: a kind of numbers, or nothing; undefined for what its kind of list has. */
  marks?: (typeof MARKS)[string] | undefined
  /** Whether words that are marked as quoted have the quotation marks of their language. */
  quoted?: boolean
}

export type LooksOf = (node: XmlNode) => Looks

const MARKS: Readonly<Record<string, 'none' | '1' | 'a' | 'A' | 'i' | 'I'>> = {
  none: 'none',
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}

/** What a rule, or a style attribute, says of one property, and how far above others that is. */
interface Said {
  value: unknown
  rank: number
}

type SaidLooks = ReadonlyMap<string, Said>

const MAX_CLASSES = 16
const MAX_STYLE = 4096
/** Rules for an element, a class or both; others are for programs that lay pages out. */
const SIMPLE = /^(?:[a-z][a-z\d]*)?(?:\.[\w-]+)?$/i

/**
 * Reads the looks that style sheets, and elements themselves, give. `media` is of those that are meant. What is asked of an element
 * takes as long however many rules there are.
 */
export const readLooks = (sheets: readonly string[], media: RegExp): LooksOf => {
  const rules = rulesOf(sheets, media)
  const known = new WeakMap<XmlNode, Looks>()
  return (node) => {
    const before = known.get(node)
    if (before) return before
    const name = node.name.toLowerCase()
    const classes = new Set(attributeOf(node, 'class')?.split(/\s+/).slice(0, MAX_CLASSES))
    const selectors = [name, ...[...classes].flatMap((one) => [`.${one}`, `${name}.${one}`])]
    const style = attributeOf(node, 'style')?.slice(0, MAX_STYLE)
    const said = new Map<string, Said>()
    for (const selector of selectors) keepHighest(said, rules.get(selector))
    if (style !== undefined) keepHighest(said, looksOfStyle(style))
    const looks: Looks = Object.assign({}, ...Array.from(said, ([property, { value }]) => ({ [property]: value })))
    known.set(node, looks)
    return looks
  }
}

const keepHighest = (said: Map<string, Said>, more: SaidLooks = new Map()) => {
  for (const [property, one] of more) if (one.rank >= (said.get(property)?.rank ?? 0)) said.set(property, one)
}

/** A rule is above those before it, one with a class above those of names alone, a style attribute above all rules. */
const rankOf = (place: number, order: number, isImportant: boolean) =>
  ((isImportant ? MAX_PLACES : 0) + place) * MAX_RULES + order
const MAX_PLACES = 4
const MAX_RULES = 2 ** 40
const IN_ATTRIBUTE = 3
/** A name is 0, a class 1, both are 2. */
const placeOf = (selector: string) => (selector.includes('.') ? (selector.startsWith('.') ? 1 : 2) : 0)

/** By their selectors, of those of one selector the highest for each property. */
const rulesOf = (sheets: readonly string[], media: RegExp): ReadonlyMap<string, SaidLooks> => {
  const rules = new Map<string, Map<string, Said>>()
  let order = 0
  const enter = (rule: Rule) => {
    const selectors = rule.prelude.type === 'SelectorList' ? rule.prelude.children.toArray() : []
    order += 1
    for (const selector of selectors.map((one) => generate(one)).filter((one) => SIMPLE.test(one))) {
      const key = selector.replace(/^[^.]+/, (name) => name.toLowerCase())
      const said = rules.get(key) ?? new Map<string, Said>()
      keepHighest(said, looksIn(rule.block.children.toArray(), placeOf(key), order))
      if (said.size > 0) rules.set(key, said)
    }
  }
  for (const css of sheets)
    walk(parse(css, { parseValue: false, parseCustomProperty: false, onParseError: () => {} }), {
      visit: 'Rule',
      enter(rule: Rule) {
        if (!this.atrule || isFor(this.atrule, media)) enter(rule)
      },
    })
  return rules
}

const isFor = ({ name, prelude }: Atrule, media: RegExp): boolean =>
  name.toLowerCase() === 'media' &&
  prelude !== null &&
  generate(prelude)
    .toLowerCase()
    .split(',')
    .some((query) => media.test(query.trim()))

const looksOfStyle = (style: string): SaidLooks => {
  const list = parse(style, { context: 'declarationList', parseValue: false, onParseError: () => {} })
  return list.type === 'DeclarationList' ? looksIn(list.children.toArray(), IN_ATTRIBUTE, 0) : new Map()
}

const looksIn = (declarations: CssNode[], place: number, order: number): SaidLooks => {
  const said = new Map<string, Said>()
  for (const one of declarations) {
    if (one.type !== 'Declaration') continue
    const rank = rankOf(place, order, one.important !== false)
    const looks = Object.entries(looksOf(one.property, one.value)).filter(([key]) => place > 0 || !AROUND.has(key))
    keepHighest(said, new Map(looks.map(([property, value]) => [property, { value, rank }])))
  }
  return said
}

const ALIGNMENTS = ['center', 'left', 'right', 'start', 'end', 'justify'] as const
const LETTERS = new Map<string, Looks['letters']>([
  ['uppercase', 'upper'],
  ['lowercase', 'lower'],
  ['capitalize', 'capitalized'],
])
/** The space around all elements of a name is that of a screen. */
const AROUND: ReadonlySet<string> = new Set<keyof Looks>(['left', 'right', 'padLeft', 'padRight', 'above', 'below'])
/** A column is a page of those who read on a screen. */
const BREAKS = /^(?:always|page|left|right|recto|verso|column|all)$/
const OWN_LINE = /^(?:block|list-item|flow-root|flex|grid|table)\b/

const looksOf = (property: string, value: CssNode): Looks => {
  const said = generate(value).toLowerCase().trim()
  if (said === 'inherit') return {}
  switch (property.toLowerCase()) {
    case 'font-style':
      return { italic: /^(?:italic|oblique)/.test(said) }
    case 'font-weight':
      return { bold: said === 'bold' || said === 'bolder' || Number(said) >= 600 }
    case 'text-align':
      return { align: ALIGNMENTS.find((one) => one === said) ?? 'start' }
    case 'font-variant':
    case 'font-variant-caps':
      return { smallCaps: said.includes('small-caps') }
    case 'text-transform':
      return { letters: LETTERS.get(said.split(' ')[0] ?? '') ?? 'typed' }
    case 'letter-spacing':
      return said === 'normal' ? { spacing: 0 } : known({ spacing: emOfText(said) })
    case 'text-indent':
      return known({ indent: emOfText(said.split(' ')[0] ?? '') })
    case 'margin': {
      const [above, right, below, left] = sidesOfText(said)
      return known({ above, right, below, left })
    }
    case 'padding': {
      const [, padRight, , padLeft] = sidesOfText(said)
      return known({ padRight, padLeft })
    }
    case 'margin-left':
      return known({ left: emOfText(said) })
    case 'margin-right':
      return known({ right: emOfText(said) })
    case 'margin-top':
      return known({ above: emOfText(said) })
    case 'margin-bottom':
      return known({ below: emOfText(said) })
    case 'padding-left':
      return known({ padLeft: emOfText(said) })
    case 'padding-right':
      return known({ padRight: emOfText(said) })
    case 'vertical-align':
      return { raised: said === 'super' ? 'sup' : said === 'sub' ? 'sub' : undefined }
    case 'text-decoration':
    case 'text-decoration-line':
      return { struck: said.includes('line-through'), underlined: said.includes('underline') }
    case 'page-break-before':
    case 'break-before':
      return { newPage: BREAKS.test(said) }
    case 'page-break-after':
    case 'break-after':
      return { endsPage: BREAKS.test(said) }
    case 'list-style':
    case 'list-style-type':
      return { marks: MARKS[said.split(/\s+/).find((word) => Object.hasOwn(MARKS, word)) ?? ''] }
    case 'quotes':
      return { quoted: said !== 'none' }
    case 'display':
      return said === 'none' ? { hidden: true } : { hidden: false, ownLine: OWN_LINE.test(said) }
    case 'float':
      return { isBeside: said !== 'none' }
    case 'position':
      return said === 'absolute' ? { isBeside: true } : {}
    case 'visibility':
      return { unseen: said !== 'visible' }
    default:
      return {}
  }
}

/** Leaves out the looks that are undefined, so that those of other rules stay. */
const known = (looks: { [K in keyof Looks]: Looks[K] | undefined }): Looks =>
  Object.assign({}, ...Object.entries(looks).map(([name, value]) => (value === undefined ? {} : { [name]: value })))
