import { type CssNode, find, generate, walk } from 'css-tree'

/** CSS pixels by unit. */
const PX = new Map([
  ['px', 1],
  ['pt', 4 / 3],
  ['pc', 16],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 96 / 25.4],
  ['q', 96 / 101.6],
])
/** The size of a letter that a style takes for granted, in pixels of CSS. */
const REM_PX = 16
/** Shares of a window or of a container, by the width of a page of paper. */
const SHARE = /^(?:[sld]?v|cq)(?:w|h|i|b|min|max)$/
const SHARE_PX = 6
/** Lines and shadows may be as thin as they are; a share of a window is never meant so. */
const HAIRLINE_PX = 3
const IN_TEXT =
  /(?<![\w.#-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm|q|(?:[sld]?v|cq)(?:w|h|i|b|min|max))\b/gi

const SIZES = new Map([
  ['xx-small', 0.5625],
  ['x-small', 0.625],
  ['small', 0.8125],
  ['medium', 1],
  ['large', 1.125],
  ['x-large', 1.5],
  ['xx-large', 2],
  ['xxx-large', 3],
])

/** The pixels of a length in an absolute unit, or in a share of the window; undefined for any other. */
const pixelsOf = ({ value, unit }: { value: string; unit: string }): number | undefined => {
  const lower = unit.toLowerCase()
  const each = PX.get(lower) ?? (SHARE.test(lower) ? SHARE_PX : undefined)
  return each === undefined ? undefined : Number(value) * each
}

/** As CSS has it. */
export const numberOf = (value: number): string => String(Number(value.toFixed(4)))

/** How many letters of the text an absolute or relative length is long, as far as that is known. */
export const emOf = (node: CssNode | undefined): number | undefined => {
  if (node?.type === 'Number') return Number(node.value) === 0 ? 0 : undefined
  if (node?.type !== 'Dimension') return undefined
  const pixels = pixelsOf(node)
  if (pixels !== undefined) return pixels / REM_PX
  return ['em', 'rem'].includes(node.unit.toLowerCase()) ? Number(node.value) : undefined
}

/**
 * Writes absolute lengths in units of the reader's letters, in place: `unit` of 16 pixels. Those up to `keptPx` stay.
 */
export const toRelative = (node: CssNode, { unit = 'rem', keptPx = 0 } = {}): void => {
  const relative = (pixels: number) => numberOf(pixels / REM_PX) + unit
  const isKept = (pixels: number, inUnit: string) => Math.abs(pixels) <= keptPx && !SHARE.test(inUnit.toLowerCase())
  walk(node, (child) => {
    if (child.type === 'Dimension') {
      const pixels = pixelsOf(child)
      if (pixels === undefined || isKept(pixels, child.unit)) return
      Object.assign(child, { value: numberOf(pixels / REM_PX), unit })
    } else if (child.type === 'Raw')
      // The second value of `var()` is no tree.
      child.value = child.value.replace(IN_TEXT, (length, value: string, name: string) => {
        const pixels = pixelsOf({ value, unit: name }) ?? 0
        return isKept(pixels, name) ? length : relative(pixels)
      })
  })
}

/** Below it the size of the letters of a root is a unit, as where `62.5%` makes one of ten pixels, and not that of a text. */
const MIN_ROOT = 0.75
const ROOTS = new Set(['html', ':root'])

/**
 * What a sheet makes the unit of lengths, as a share of the letters of a text: 1 where its root has a size of these;
 * undefined where it says nothing of it.
 */
export const rootUnitIn = (sheet: CssNode): number | undefined => {
  if (sheet.type !== 'StyleSheet') return undefined
  let size: number | undefined
  // One under a condition may be of another medium.
  for (const rule of sheet.children.toArray())
    if (rule.type === 'Rule' && ROOTS.has(generate(rule.prelude))) size = sizeIn(rule) ?? size
  return size === undefined || (size > 0 && size < MIN_ROOT) ? size : 1
}

/**
 * Writes lengths in such a unit in those of the reader's letters, in place, and with them the size of the text where that
 * is one of the root's: `element` is the one that declarations without a selector are of.
 */
export const fitRootUnit = (tree: CssNode, unit: number, element?: string): void => {
  if (unit === 1) return
  // In a condition of a medium it is the size of a browser.
  walk(tree, {
    visit: 'Declaration',
    enter({ property, value }) {
      walk(value, (node) => {
        if (node.type !== 'Dimension' || node.unit.toLowerCase() !== 'rem') return
        node.value = numberOf(Number(node.value) * unit)
      })
      const isOfBody = this.rule ? generate(this.rule.prelude).split(',').every(isBody) : element === 'body'
      if (isOfBody && /^font(?:-size)?$/i.test(property)) fitTextSize(value, unit)
    },
  })
}

const isBody = (selector: string): boolean => /(?:^|[\s>])body(?:[.#:[][^\s>+~]*)?$/i.test(selector)

/** One that is no size of a text even so is left as it is. */
const fitTextSize = (value: CssNode, unit: number) => {
  const parts = value.type === 'Value' ? value.children.toArray() : []
  const size = parts.find(
    (node) => node.type === 'Percentage' || (node.type === 'Dimension' && /^em$/i.test(node.unit)),
  )
  if (size?.type !== 'Percentage' && size?.type !== 'Dimension') return
  // The height of a line stands behind the sign.
  if (parts[parts.indexOf(size) - 1]?.type === 'Operator') return
  const fitted = Number(size.value) * unit
  if (fitted >= (size.type === 'Percentage' ? 100 * MIN_ROOT : MIN_ROOT)) size.value = numberOf(fitted)
}

/** The size of the letters that a rule gives, as a share of that of a browser. */
const sizeIn = (rule: CssNode): number | undefined => {
  const declaration = find(rule, (node) => node.type === 'Declaration' && node.property.toLowerCase() === 'font-size')
  const value = declaration?.type === 'Declaration' ? declaration.value : undefined
  // What a function comes to is not known.
  const size = value?.type === 'Value' ? value.children.first : undefined
  return size?.type === 'Percentage' ? Number(size.value) / 100 : emOf(size ?? undefined)
}

/** What stands in a custom property may become any length, the size of letters among them. */
export const customToRelative = (node: CssNode): void => {
  toRelative(node, { keptPx: HAIRLINE_PX })
  walk(node, (child) => {
    if (child.type === 'Identifier')
      child.name = sizeOf(child.name) ?? (child.name === 'nowrap' ? 'normal' : child.name)
    else if (child.type === 'Raw' && /^\s*nowrap\s*$/i.test(child.value)) child.value = 'normal'
  })
}

/** A keyword for the size of letters, in units of the reader's. */
export const sizeOf = (keyword: string): string | undefined => {
  const size = SIZES.get(keyword.toLowerCase())
  return size === undefined ? undefined : `${size}rem`
}

export const hasFunction = (node: CssNode): boolean => /\(/.test(generate(node))
