import { type Atrule, type CssNode, generate, parse, type Rule, walk } from 'css-tree'
import { attributeOf, type XmlNode } from './xml-tree.ts'

/** The looks of an element that stay where a book becomes another one. What is undefined stays as it is around it. */
export interface Looks {
  italic?: boolean
  bold?: boolean
  smallCaps?: boolean
  caps?: boolean
  align?: 'center' | 'left' | 'right' | 'start' | 'end'
  raised?: 'sup' | 'sub' | undefined
  struck?: boolean
  underlined?: boolean
  newPage?: boolean
  hidden?: boolean
}

export type LooksOf = (node: XmlNode) => Looks

interface KnownLooks {
  looks: Looks
  /** Of its last rule. */
  order: number
}

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
  const ofRules = (node: XmlNode): Looks[] => {
    const name = node.name.toLowerCase()
    const classes = new Set(attributeOf(node, 'class')?.split(/\s+/).slice(0, MAX_CLASSES))
    const inOrder = (selectors: string[]) =>
      selectors
        .flatMap((selector) => rules.get(selector) ?? [])
        .toSorted((one, other) => one.order - other.order)
        .map(({ looks }) => looks)
    return [
      ...inOrder([name]),
      ...inOrder([...classes].map((one) => `.${one}`)),
      ...inOrder([...classes].map((one) => `${name}.${one}`)),
    ]
  }
  return (node) => {
    const before = known.get(node)
    if (before) return before
    const style = attributeOf(node, 'style')?.slice(0, MAX_STYLE)
    const looks: Looks = Object.assign({}, ...ofRules(node), style === undefined ? {} : looksOfStyle(style))
    known.set(node, looks)
    return looks
  }
}

/** By their selectors, those of one selector together. */
const rulesOf = (sheets: readonly string[], media: RegExp): Map<string, KnownLooks> => {
  const rules = new Map<string, KnownLooks>()
  let order = 0
  const enter = (rule: Rule, looks: Looks) => {
    const selectors = rule.prelude.type === 'SelectorList' ? rule.prelude.children.toArray() : []
    for (const selector of selectors.map((one) => generate(one)).filter((one) => SIMPLE.test(one))) {
      const key = selector.replace(/^[^.]+/, (name) => name.toLowerCase())
      order += 1
      rules.set(key, { looks: { ...rules.get(key)?.looks, ...looks }, order })
    }
  }
  for (const css of sheets)
    walk(parse(css, { parseValue: false, parseCustomProperty: false, onParseError: () => {} }), {
      visit: 'Rule',
      enter(rule: Rule) {
        const looks = looksIn(rule.block.children.toArray())
        if (Object.keys(looks).length > 0 && (!this.atrule || isFor(this.atrule, media))) enter(rule, looks)
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

const looksOfStyle = (style: string): Looks => {
  const list = parse(style, { context: 'declarationList', parseValue: false, onParseError: () => {} })
  return list.type === 'DeclarationList' ? looksIn(list.children.toArray()) : {}
}

const looksIn = (declarations: CssNode[]): Looks =>
  Object.assign({}, ...declarations.map((one) => (one.type === 'Declaration' ? looksOf(one.property, one.value) : {})))

const ALIGNMENTS = ['center', 'left', 'right', 'start', 'end'] as const

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
      return { caps: said === 'uppercase' }
    case 'vertical-align':
      return { raised: said === 'super' ? 'sup' : said === 'sub' ? 'sub' : undefined }
    case 'text-decoration':
    case 'text-decoration-line':
      return { struck: said.includes('line-through'), underlined: said.includes('underline') }
    case 'page-break-before':
    case 'break-before':
      return { newPage: /^(?:always|left|right|page)$/.test(said) }
    case 'display':
      return { hidden: said === 'none' }
    default:
      return {}
  }
}
