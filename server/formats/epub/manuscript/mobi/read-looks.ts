import { type CssNode, type Declaration, generate, parse, type Rule, walk } from 'css-tree'

/** What the style sheets of a book mean by its looks: the rest is up to the reader. */
export interface Looks {
  italic?: boolean
  bold?: boolean
  align?: 'center' | 'right' | 'start'
  smallCaps?: boolean
  caps?: boolean
  raised?: 'sup' | 'sub' | undefined
  struck?: boolean
  underlined?: boolean
  newPage?: boolean
}

export type LooksOf = (name: string, classes: readonly string[], style: string | undefined) => Looks

const MAX_CSS = 512 * 1024
const MAX_STYLE = 4096

/** Reads rules for an element, a class or both; others are for programs that lay pages out. */
export const readLooks = (css: string): LooksOf => {
  const known = new Map<string, Looks>()
  walk(parseCss(css.slice(0, MAX_CSS), 'stylesheet'), {
    visit: 'Rule',
    enter(rule) {
      const selectors = rule.prelude.type === 'SelectorList' ? rule.prelude.children.toArray() : []
      const looks = looksOf(rule)
      for (const selector of selectors.map((one) => generate(one)).filter((one) => SIMPLE.test(one)))
        known.set(selector, { ...known.get(selector), ...looks })
    },
  })
  return (name, classes, style) =>
    Object.assign(
      {},
      known.get(name),
      ...classes.map((one) => known.get(`.${one}`)),
      ...classes.map((one) => known.get(`${name}.${one}`)),
      style === undefined ? {} : looksOf(parseCss(style.slice(0, MAX_STYLE), 'declarationList')),
    ) as Looks
}

const SIMPLE = /^(?:[a-z][a-z\d]*)?(?:\.[\w-]+)?$/i

const parseCss = (css: string, context: 'stylesheet' | 'declarationList'): CssNode =>
  parse(css, { context, parseCustomProperty: false, onParseError: () => {} })

const looksOf = (node: Rule | CssNode): Looks => {
  const looks: Looks = {}
  walk(node, {
    visit: 'Declaration',
    enter: (declaration) => void Object.assign(looks, looksOfDeclaration(declaration)),
  })
  return looks
}

const looksOfDeclaration = ({ property, value }: Declaration): Looks => {
  const said = generate(value).toLowerCase()
  switch (property.toLowerCase()) {
    case 'font-style':
      return { italic: /^(?:italic|oblique)/.test(said) }
    case 'font-weight':
      return { bold: /^(?:bold|bolder|[6-9]00)$/.test(said) }
    case 'text-align':
      return { align: said === 'center' || said === 'right' ? said : 'start' }
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
    default:
      return {}
  }
}
