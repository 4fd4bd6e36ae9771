import {
  type Atrule,
  type CssNode,
  type Declaration,
  type DeclarationList,
  generate,
  type List,
  type ListItem,
  parse,
  type Rule,
  walk,
  type WalkContext,
} from 'css-tree'
import type { EpubChapterSummary } from '#contract/shapes/epub.ts'
import { AT_RULES, FUNCTIONS, isPropertyAllowed, standardKeyword, standardProperty } from './css-allowed.ts'
import { fitRootUnit, rootUnitIn } from './css-lengths.ts'
import { fitDeclarations } from './fit-css.ts'
import { withNestingSigns } from './nested-rules.ts'
import { words } from './words.ts'

export interface CssImport {
  reference: string
  media: string
}

export interface CleanCss {
  css: string
  /** They come before this sheet, in this order. */
  imports: CssImport[]
  /** Declarations and rules that were left out because they name what is not in the book, or run something. */
  removed: number
  /** What it makes the unit of lengths (see css-lengths.ts). */
  rootUnit: number | undefined
}

interface Options {
  context: 'stylesheet' | 'declarationList'
  /** What flows is made fit for its reader (see fit-css.ts); a page of a fixed layout is as its author made it. */
  layout?: EpubChapterSummary['layout']
  /** The element that has the style attribute, by its name. */
  element?: string
  /** That of the whole document, in place of the sheet's own. */
  rootUnit?: number | undefined
  /** The path of a file in the book by its reference; undefined for what may not be referred to. */
  refer: (reference: string) => string | undefined
}

/** Text that could not be parsed, but is harmless in any reading. */
const PLAIN = /^[\w\s.,#%+-]*$/

/**
 * Keeps of a style sheet, or of a style attribute, only what is known to be harmless. A file of the book is written as
 * `url(book:PATH)`, with the path encoded as in a URL.
 */
export const cleanCss = (source: string, options: Options): CleanCss => {
  const { context, layout = 'pre-paginated', element, refer } = options
  const isFit = layout === 'reflowable'
  const imports: CssImport[] = []
  const rules: { node: Rule; item: ListItem<CssNode>; list: List<CssNode> }[] = []
  let removed = 0
  try {
    const text = context === 'stylesheet' ? withNestingSigns(source) : source
    const tree = parse(text, { context, parseCustomProperty: true })
    walk(tree, {
      enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
        if (node.type === 'Atrule' && node.name.toLowerCase() === 'import') {
          imports.push(...importOf(node))
          list.remove(item)
          return walk.skip
        }
        if (!list || isAllowed(node, refer)) return undefined
        list.remove(item)
        removed += isNotable(node) ? 1 : 0
        return walk.skip
      },
      leave(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
        if (isFit && node.type === 'Rule' && !/keyframes$/i.test(this.atrule?.name ?? ''))
          rules.push({ node, item, list })
      },
    })
    const rootUnit = isFit ? rootUnitIn(tree) : undefined
    if (isFit) fitRootUnit(tree, options.rootUnit ?? rootUnit ?? 1, element)
    for (const { node, item, list } of rules) fitRule(node, item, list)
    if (tree.type === 'DeclarationList') fitAttribute(tree, isFit, element)
    return { css: generate(tree), imports, removed, rootUnit }
  } catch {
    // Nested beyond the stack.
    return { css: '', imports: [], removed: 1, rootUnit: undefined }
  }
}

/** Nothing in a style attribute is above the rules of the reader, as `!important` there would be. */
const fitAttribute = ({ children }: DeclarationList, isFit: boolean, element = '') => {
  children.forEach((node) => {
    if (node.type === 'Declaration') node.important = false
  })
  if (!isFit) return
  const { ofBlocks, ofLines } = fitDeclarations(children, false)
  if (element === 'hr') keepBreak(children)
  if (BLOCKS.has(element)) for (const one of ofBlocks) children.appendData(one)
  if (LINES.has(element)) for (const one of ofLines) children.appendData(one)
}

/** A line that is not shown, but begins a page, as Google Docs writes it: what has no box breaks nothing. */
const keepBreak = (children: List<CssNode>) => {
  const declarations = children.toArray().filter((node) => node.type === 'Declaration')
  const said = (name: string) => declarations.filter(({ property }) => property.toLowerCase() === name)
  const hidden = said('display').filter(({ value }) => generate(value).toLowerCase() === 'none')
  const breaks = [...said('break-before'), ...said('break-after')]
  if (hidden.length === 0 || !breaks.some(({ value }) => generate(value) === 'column')) return
  for (const one of hidden) one.value = { type: 'Raw', value: 'block' }
  for (const [property, value] of [
    ['visibility', 'hidden'],
    ['margin', '0'],
    ['border', '0'],
  ] as const)
    children.appendData({ type: 'Declaration', important: false, property, value: { type: 'Raw', value } })
}

/** Rewrites a rule, and adds one for the blocks among its elements. */
const fitRule = (rule: Rule, item: ListItem<CssNode>, list: List<CssNode>) => {
  const selectors = rule.prelude.type === 'SelectorList' ? rule.prelude.children.toArray() : []
  const texts = selectors.map((one) => generate(one))
  const fitted = fitDeclarations(rule.block.children, texts.length > 0 && texts.every((one) => LETTER.test(one)))
  for (const [names, more] of [[BLOCKS, fitted.ofBlocks] as const, [LINES, fitted.ofLines] as const]) {
    const ofText = more.length > 0 ? texts.flatMap((text, n) => onlyOf(names, text, selectors[n])) : []
    if (ofText.length === 0) continue
    const value = `${ofText.join()}{${more.map((one) => generate(one)).join(';')}}`
    if (item.next) list.insertData({ type: 'Raw', value }, item.next)
    else list.appendData({ type: 'Raw', value })
  }
}

/** The selector of those of its elements that have one of these names, as specific as it is. */
const onlyOf = (names: ReadonlySet<string>, text: string, selector: CssNode | undefined): string[] => {
  if (PSEUDO_ELEMENT.test(text) || selector?.type !== 'Selector') return []
  const parts = selector.children.toArray()
  const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const type = last.find((part) => part.type === 'TypeSelector')?.name.toLowerCase()
  if (type !== undefined && type !== '*') return names.has(type) ? [text] : []
  return [`${text}:where(${[...names].join()})`]
}

const LETTER = /::?first-letter$/i
const PSEUDO_ELEMENT = /::[\w-]+$|:(?:before|after|first-letter|first-line)$/i
/** The elements whose text stands in lines of their own. */
const BLOCKS = words(
  'p div section article aside header footer main nav blockquote figure li dd dt h1 h2 h3 h4 h5 h6 pre',
)
/** Those, and the elements around them, whose lines they take over. */
const LINES: ReadonlySet<string> = new Set([
  ...BLOCKS,
  ...words('html body center address details summary ul ol menu dl table caption thead tbody tfoot tr td th'),
])

const isAllowed = (node: CssNode, refer: Options['refer']): boolean => {
  if (node.type === 'Atrule') return isAtRuleAllowed(node)
  if (node.type === 'Rule') return node.prelude.type !== 'Raw' || PLAIN.test(node.prelude.value)
  if (node.type === 'Declaration') return isDeclarationAllowed(node, refer)
  return !['Raw', 'Comment', 'CDO', 'CDC'].includes(node.type)
}

/** A mistake in a style sheet is nothing to tell the author; what was refused is. */
const isNotable = (node: CssNode): boolean =>
  node.type !== 'Comment' && /url|src|image|expression|behavio|binding|progid/i.test(generate(node))

const isAtRuleAllowed = (node: Atrule): boolean => {
  const name = node.name.toLowerCase()
  if (!AT_RULES.has(name)) return false
  if (name === 'font-face') return node.block !== null && hasSource(node)
  // A length of the reader's letters cannot be the first value of a property.
  if (name === 'property') return !/initial-value\s*:[^;}]*\d/i.test(generate(node))
  if (!node.prelude) return true
  if (name === 'namespace') return namesOnly(node.prelude)
  return isHarmless(node.prelude, () => undefined)
}

/** The address of a namespace is a name, which nothing loads. */
const namesOnly = (prelude: CssNode): true => {
  walk(prelude, (node) => {
    if (node.type === 'Url') Object.assign(node, { type: 'String' })
  })
  return true
}

const hasSource = ({ block }: Atrule): boolean =>
  block?.children.some((child) => child.type === 'Declaration' && child.property.toLowerCase() === 'src') ?? false

const isDeclarationAllowed = (node: Declaration, refer: Options['refer']): boolean => {
  if (!isPropertyAllowed(node.property)) return false
  const property = standardProperty(node.property)
  if (property === 'src' && node.value.type === 'Value') keepKnownSources(node.value.children, refer)
  if (!isHarmless(node.value, refer)) return false
  if (property === node.property) return true
  node.property = property
  walk(node.value, (child) => {
    if (child.type === 'Identifier') child.name = standardKeyword(property, child.name)
  })
  return true
}

/** Removes the sources of a font that aren't in the book, so that they don't cost the others. */
const keepKnownSources = (sources: List<CssNode>, refer: Options['refer']) => {
  const groups: CssNode[][] = [[]]
  for (const node of sources.toArray()) {
    if (node.type === 'Operator' && node.value === ',') groups.push([])
    else groups.at(-1)?.push(node)
  }
  const isKnown = (nodes: CssNode[]) =>
    nodes.some((node) => node.type === 'Url' && refer(node.value) !== undefined && !node.value.startsWith('#'))
  const known = groups.filter(isKnown)
  sources.clear()
  for (const [at, group] of known.entries()) {
    if (at > 0) sources.appendData({ type: 'Operator', value: ',' })
    for (const node of group) sources.appendData(node)
  }
  if (known.length === 0) sources.appendData({ type: 'Raw', value: '(' })
}

/** Whether all of a value is harmless; rewrites the addresses in it. */
const isHarmless = (value: CssNode, refer: Options['refer']): boolean => {
  let isSafe = true
  walk(value, (node) => {
    if (node.type === 'Raw') isSafe &&= PLAIN.test(node.value)
    else if (node.type === 'Function') isSafe &&= FUNCTIONS.has(node.name.toLowerCase())
    else if (node.type === 'Url' && !node.value.startsWith('#')) {
      const path = refer(node.value)
      isSafe &&= path !== undefined
      if (path !== undefined) node.value = `book:${encodePath(path)}`
    }
  })
  return isSafe
}

const importOf = ({ prelude }: Atrule): CssImport[] => {
  if (prelude?.type !== 'AtrulePrelude') return []
  const [address, ...conditions] = prelude.children.toArray()
  if (address?.type !== 'Url' && address?.type !== 'String') return []
  const media = conditions.filter(({ type }) => type === 'MediaQueryList').map((node) => generate(node))
  return [{ reference: address.value, media: media.join(' ') }]
}

/** A path as it stands in `url(book:…)`. */
export const encodePath = (path: string): string =>
  encodeURIComponent(path.toWellFormed())
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
