import { parse, walk } from 'css-tree'
import { attributeOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'

/** The looks of an element that paper keeps. What is undefined stays as it is around it. */
export interface Looks {
  italic?: boolean
  bold?: boolean
  caps?: boolean
  align?: 'center' | 'left' | 'right' | 'start' | 'end'
  hidden?: boolean
}

type Rule = { name: string | undefined; className: string | undefined; looks: Looks }

/** Reads the looks that style sheets give elements by their name, their class, or both. */
export const readLooks = (sheets: string[]): ((node: XmlNode) => Looks) => {
  const rules = sheets.flatMap(rulesOf)
  return (node) => {
    const classes = attributeOf(node, 'class')?.split(/\s+/) ?? []
    const own = attributeOf(node, 'style')
    const matching = rules.filter(
      ({ name, className }) =>
        (name === undefined || name === node.name) && (className === undefined || classes.includes(className)),
    )
    // A class says more than a name.
    const ordered = [...matching.filter((rule) => !rule.className), ...matching.filter((rule) => rule.className)]
    return Object.assign({}, ...ordered.map(({ looks }) => looks), own === undefined ? {} : looksOf(declarations(own)))
  }
}

const SIMPLE = /^([a-z][a-z\d]*)?(?:\.([\w-]+))?$/i

const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = []
  const sheet = parse(css, { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false })
  walk(sheet, {
    visit: 'Rule',
    enter(node) {
      // What only screens or other media are given is not for paper.
      if (this.atrule !== null || node.prelude.type !== 'Raw') return
      const looks = looksOf(
        node.block.children.toArray().flatMap((child) => (child.type === 'Declaration' ? [toPair(child)] : [])),
      )
      if (Object.keys(looks).length === 0) return
      for (const selector of node.prelude.value.split(',')) {
        const found = SIMPLE.exec(selector.trim())
        if (found && found[0] !== '') rules.push({ name: found[1]?.toLowerCase(), className: found[2], looks })
      }
    },
  })
  return rules
}

const ALIGNMENTS = ['center', 'left', 'right', 'start', 'end'] as const

type Pair = readonly [property: string, value: string]

const toPair = (node: { property: string; value: { type: string; value?: unknown } }): Pair => [
  node.property.toLowerCase(),
  String(node.value.value ?? '')
    .toLowerCase()
    .trim(),
]

const declarations = (style: string): Pair[] => {
  const list = parse(style, { context: 'declarationList', parseValue: false })
  if (list.type !== 'DeclarationList') return []
  return list.children.toArray().flatMap((child) => (child.type === 'Declaration' ? [toPair(child)] : []))
}

const looksOf = (pairs: Pair[]): Looks => {
  const looks: Looks = {}
  for (const [property, value] of pairs) {
    if (property === 'font-style') looks.italic = /italic|oblique/.test(value)
    if (property === 'font-weight') looks.bold = value === 'bold' || value === 'bolder' || Number(value) >= 600
    if (property === 'font-variant' || property === 'font-variant-caps') looks.caps = value.includes('small-caps')
    if (property === 'text-align') {
      const found = ALIGNMENTS.find((one) => one === value)
      looks.align = found ?? 'start'
    }
    if (property === 'display') looks.hidden = value === 'none'
  }
  return looks
}
