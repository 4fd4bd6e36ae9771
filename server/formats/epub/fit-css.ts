import { type CssNode, type Declaration, generate, type List } from 'css-tree'
import { customToRelative, emOf, hasFunction, numberOf, sizeOf, toRelative } from './css-lengths.ts'
import { words } from './words.ts'

interface Fitted {
  /** Further declarations, which hold for blocks alone. */
  ofBlocks: Declaration[]
  /** For all whose lines others take over: blocks, and what they stand in. */
  ofLines: Declaration[]
}

/** Those of one rule by property, the last one of each. */
type Declarations = ReadonlyMap<string, Declaration>

/** A value by its text, undefined to leave the declaration out, or true to keep what was changed in place. */
type Fit = (value: CssNode, all: Declarations, property: string) => string | true | undefined

/** What a reader does with the text is the reader's; and what old engines alone know. */
const REFUSED = words(`
  user-select -webkit-user-select -moz-user-select -ms-user-select pointer-events touch-action -webkit-touch-callout
  color-scheme forced-color-adjust content-visibility contain container container-type -webkit-text-security
  -webkit-text-size-adjust text-size-adjust scroll-snap-type scroll-behavior overscroll-behavior resize
  font-size-adjust interactivity user-modify -webkit-user-modify line-clamp max-lines block-ellipsis continue
  -webkit-box-reflect
`)

/** Boxes beside or over the text become boxes in it. */
const POSITIONS = words('relative static inherit initial unset revert')
const MAX_SHIFT_EM = 1.5
/** Letters that are moved do not lie over another line, or far over other words. */
const [MAX_RAISE_EM, MAX_ASIDE_EM] = [0.75, 0.5]
const SHIFTS = words(`
  left right top bottom inset inset-inline inset-block inset-inline-start inset-inline-end inset-block-start
  inset-block-end
`)

/** A margin on one side is at most this share of a column, and one of two sides at most that one. */
const SIDE = 30
const BOTH_SIDES = 15
const OUTWARDS = 'max(-5%,-20px)'
/** What is moved upwards does not lie over the line above it. */
const UPWARDS = '-0.25em'
const ABOVE = '25vh'
const HIGHEST = '80vh'
/** A margin up to this stays on any screen. */
const SMALL_EM = 1

const MIN_LEADING = 1.15
const MAX_LEADING = 2.5
/** A letter of this size is as wide as the smallest screen. */
const MAX_LETTER_EM = 6
/** A smaller one cannot be read, also where it is a part of a part. */
const MIN_LETTER_EM = 0.45
/** Parts of the letters around that are no further from them add up to none of both in any book. */
const [SMALL_PART, LARGE_PART] = [0.8, 1.5]
/** A first letter is as high as so many lines. */
const MAX_INITIAL_LINES = 3
/** A line around a box is no thicker. */
const MAX_BORDER = '1rem'
/** A line around each letter leaves its inside open. */
const MAX_STROKE_EM = 0.05
/** An inner column has room for a few words. */
const COLUMN_EM = 9

const SYSTEM_FONTS = words('caption icon menu message-box small-caption status-bar')

const childrenOf = (value: CssNode): CssNode[] => (value.type === 'Value' ? value.children.toArray() : [value])
const only = (value: CssNode): CssNode | undefined => {
  const children = childrenOf(value)
  return children.length === 1 ? children[0] : undefined
}
const keyword = (node: CssNode | undefined): string => (node?.type === 'Identifier' ? node.name.toLowerCase() : '')

/** A size of letters that can be read and is on any screen; undefined for none at all. */
const letterSize = (node: CssNode): string | undefined => {
  const em = emOf(node)
  const part = partOf(node)
  if ((part ?? em ?? 1) <= 0) return undefined
  if (part !== undefined && part < SMALL_PART) return `max(${generate(node)},${MIN_LETTER_EM}rem)`
  if (part !== undefined) return part > LARGE_PART ? `min(${generate(node)},${MAX_LETTER_EM}rem)` : generate(node)
  if (em !== undefined) return `${numberOf(Math.min(Math.max(em, MIN_LETTER_EM), MAX_LETTER_EM))}rem`
  toRelative(node)
  return node.type === 'Function' || node.type === 'Dimension'
    ? `clamp(${MIN_LETTER_EM}rem,${generate(node)},${MAX_LETTER_EM}rem)`
    : (sizeOf(keyword(node)) ?? generate(node))
}

/** The size in parts of that of the letters around it; undefined for one that is no such part. */
const partOf = (node: CssNode): number | undefined => {
  if (node.type === 'Percentage') return Number(node.value) / 100
  return node.type === 'Dimension' && node.unit.toLowerCase() === 'em' ? Number(node.value) : undefined
}

const fontSize: Fit = (value) => {
  const one = only(value)
  if (keyword(one) === 'initial') return '1rem'
  return one ? letterSize(one) : true
}

/** The size of the letters of a rule in pixels of 16 to the reader's; those of an unknown size are such ones. */
const letterEm = (all: Declarations): number => {
  const one = only(all.get('font-size')?.value ?? { type: 'Raw', value: '' })
  if (one?.type === 'Percentage') return Number(one.value) / 100 || 1
  return Number.parseFloat(sizeOf(keyword(one)) ?? '') || emOf(one) || 1
}

const leadingOf = (node: CssNode | undefined, all: Declarations, ofLetter = letterEm(all)): string | undefined => {
  const em = emOf(node)
  if (node?.type !== 'Number' && node?.type !== 'Percentage' && em === undefined) return undefined
  const leading =
    node?.type === 'Number'
      ? Number(node.value)
      : node?.type === 'Percentage'
        ? Number(node.value) / 100
        : node?.type === 'Dimension' && node.unit.toLowerCase() === 'em'
          ? Number(node.value)
          : (em ?? 0) / ofLetter
  return numberOf(Math.min(leading, MAX_LEADING))
}

const initialLetter: Fit = (value) =>
  childrenOf(value)
    .map((node) => (node.type === 'Number' ? String(Math.min(Number(node.value), MAX_INITIAL_LINES)) : generate(node)))
    .join(' ')

const lineHeight: Fit = (value, all) => {
  const leading = leadingOf(only(value), all)
  if (leading !== undefined) return leading
  toRelative(value, { unit: 'em' })
  return true
}

const font: Fit = (value, all) => {
  const children = childrenOf(value)
  if (children.some((child) => SYSTEM_FONTS.has(keyword(child)))) return undefined
  if (keyword(only(value)) === 'initial') return 'inherit'
  const slash = children.findIndex((child) => child.type === 'Operator' && child.value === '/')
  const at =
    slash > 0
      ? slash - 1
      : children.findIndex(
          (child) => child.type === 'Dimension' || child.type === 'Percentage' || sizeOf(keyword(child)) !== undefined,
        )
  const size = children[at]
  if (!size) return true
  const ofLetter = emOf(size) ?? (Number.parseFloat(sizeOf(keyword(size)) ?? '') || 1)
  const leading = slash > 0 ? leadingOf(children[slash + 1], all, ofLetter) : undefined
  const fitted = letterSize(size)
  if (fitted === undefined) return undefined
  toRelative(value)
  return children
    .map((child, n) => {
      if (n === at) return fitted
      return slash > 0 && n === slash + 1 && leading !== undefined ? leading : generate(child)
    })
    .join(' ')
    .replaceAll(' , ', ',')
}

/** A length that is at most `most` and, if negative, at least `least`. */
const within = (node: CssNode, least: string, most: string): string => {
  toRelative(node)
  const text = generate(node)
  const em = emOf(node)
  if (node.type === 'Function') return `clamp(${least},${text},${most})`
  if (node.type !== 'Dimension' || (em !== undefined && em >= 0 && em <= SMALL_EM)) return text
  return Number(node.value) < 0 ? `max(${text},${least})` : `min(${text},${most})`
}

const percentWithin = (node: CssNode | undefined, least: number, most: number): string | undefined =>
  node?.type === 'Percentage' ? `${numberOf(Math.min(Math.max(Number(node.value), least), most))}%` : undefined
const isBelow = (node: CssNode) => node.type === 'Percentage' && Number(node.value) < 0

const isNegative = (value: CssNode | undefined): boolean => value !== undefined && generate(value).startsWith('-')

const acrossOf = (all: Declarations, property: string): number => {
  const kind = property.split('-', 1)[0] ?? ''
  const hasBoth = ['left', 'right'].every((side) => all.has(`${kind}-${side}`))
  return hasBoth && !isNegative(all.get('text-indent')?.value) ? BOTH_SIDES : SIDE
}

const across = (node: CssNode, share: number) =>
  isBelow(node)
    ? `max(${generate(node)},${OUTWARDS})`
    : (percentWithin(node, 0, 50) ?? within(node, OUTWARDS, `${share}%`))
const along = (node: CssNode) =>
  isBelow(node) ? UPWARDS : (percentWithin(node, 0, 50) ?? within(node, UPWARDS, ABOVE))

/** A custom property may hold several values. */
const hasVariable = (value: CssNode) => /\bvar\(/i.test(generate(value))

const each = (value: CssNode, fit: (node: CssNode) => string) =>
  childrenOf(value).length > 1 && hasVariable(value) ? true : childrenOf(value).map(fit).join(' ')

const sides: Fit = (value, all) => {
  const children = childrenOf(value)
  if (children.length > 4 || hasVariable(value)) return true
  const share = isNegative(all.get('text-indent')?.value) ? SIDE : BOTH_SIDES
  const [first] = children
  if (children.length === 1 && first && ['Dimension', 'Function'].includes(first.type))
    return `${along(first)} ${across(first, share)}`
  return children.map((child, n) => (n % 2 === 1 ? across(child, share) : along(child))).join(' ')
}
const sideways: Fit = (value, all, property) => {
  const share = property.endsWith('-inline') ? BOTH_SIDES : acrossOf(all, property)
  return each(value, (side) => across(side, share))
}
const upwards: Fit = (value) => each(value, along)

const indent: Fit = (value) => {
  const [first, ...rest] = childrenOf(value)
  if (!first) return true
  if (first.type === 'Percentage' && Math.abs(Number(first.value)) > 50) return undefined
  if (Math.abs(emOf(first) ?? 0) > 20) return undefined
  return [within(first, `-${SIDE}%`, '40%'), ...rest.map((node) => generate(node))].join(' ')
}

/** Never more than there is. */
const width: Fit = (value) => {
  const one = only(value)
  if (!one || one.type === 'Identifier') return true
  if (one.type === 'Percentage') return percentWithin(one, 0, 100) ?? true
  const text = generate(value)
  return emOf(one) === 0 || /^(?:fit-content|min-content|max-content)/i.test(text) ? undefined : `min(${text},100%)`
}

const shift: Fit = (value, _, property) => {
  const one = only(value)
  const em = emOf(one)
  if (one?.type === 'Identifier') return true
  if (em === undefined || Math.abs(em) > MAX_SHIFT_EM) return undefined
  const most = /^(?:top|bottom|inset-block)/.test(property) ? MAX_RAISE_EM : MAX_ASIDE_EM
  if (Math.abs(em) > most) return `${em < 0 ? -most : most}em`
  toRelative(value)
  return true
}

/** Moved letters stay with their line. */
const spacing =
  (least: number, most: number): Fit =>
  (value) => {
    const one = only(value)
    if (one?.type === 'Function' || (one?.type === 'Dimension' && emOf(one) === undefined)) {
      toRelative(value)
      return `clamp(${least}em,${generate(value)},${most}em)`
    }
    if (one?.type === 'Percentage') return percentWithin(one, least * 100, most * 100) ?? true
    const em = emOf(one)
    if (em !== undefined && (em < least || em > most)) return `${em < least ? least : most}em`
    toRelative(value, { unit: 'em' })
    return true
  }

const whiteSpace: Fit = (value) => {
  const names = childrenOf(value).map((node) => generate(node).toLowerCase())
  if (names.length === 1 && names[0] === 'nowrap') return 'normal'
  if (names.length === 1 && names[0] === 'pre') return 'pre-wrap'
  return names.filter((name) => name !== 'nowrap').join(' ')
}

const wrap: Fit = (value) =>
  childrenOf(value)
    .map((node) => (keyword(node) === 'nowrap' ? 'wrap' : generate(node)))
    .join(' ')

/** At least as wide as a few words. */
const columnWidth = (node: CssNode): string => {
  toRelative(node)
  return node.type === 'Identifier' ? generate(node) : `max(${generate(node)},${COLUMN_EM}em)`
}

const columns: Fit = (value) => {
  const children = childrenOf(value)
  const count = children.find(({ type }) => type === 'Number')
  const lengths = children.filter(({ type }) => type === 'Dimension' || type === 'Function')
  if (lengths.length > 0) return [...(count ? [generate(count)] : []), ...lengths.map(columnWidth)].join(' ')
  return count ? `${generate(count)} ${COLUMN_EM}em` : true
}

const drawnLine =
  (mostEm: number, most: string): Fit =>
  (value) =>
    childrenOf(value)
      .map((node) => ((emOf(node) ?? 0) > mostEm ? most : generate(node)))
      .join(' ')

const border = drawnLine(1, MAX_BORDER)

/** One that reaches far lies over the text. */
const shadow =
  (mostEm: number): Fit =>
  (value) =>
    childrenOf(value).some((node) => Math.abs(emOf(node) ?? 0) > mostEm) ? undefined : true

const atMost: Fit = (value) => {
  toRelative(value)
  return true
}

const BREAKS = words('always page left right recto verso column all')
const breaks: Fit = (value) => (BREAKS.has(keyword(only(value))) ? 'column' : true)

const display: Fit = (value) => {
  const name = generate(value).toLowerCase()
  if (/^-(?:webkit|moz|ms)-inline/.test(name)) return 'inline-block'
  return /^-(?:webkit|moz|ms)-/.test(name) ? 'block' : true
}

const FITS: ReadonlyMap<string, Fit> = new Map<string, Fit>([
  ['font-size', fontSize],
  ['font', font],
  ['line-height', lineHeight],
  ['margin', sides],
  ['padding', sides],
  ...['margin', 'padding'].flatMap((kind): [string, Fit][] => [
    ...['left', 'right', 'inline-start', 'inline-end', 'inline'].map((side): [string, Fit] => [
      `${kind}-${side}`,
      sideways,
    ]),
    ...['top', 'bottom', 'block-start', 'block-end', 'block'].map((side): [string, Fit] => [
      `${kind}-${side}`,
      upwards,
    ]),
  ]),
  ['text-indent', indent],
  ...['width', 'inline-size', 'min-width', 'min-inline-size'].map((name): [string, Fit] => [name, width]),
  ['position', (value) => (POSITIONS.has(keyword(only(value))) ? true : undefined)],
  ...[...SHIFTS].map((name): [string, Fit] => [name, shift]),
  // A line around a box is not drawn over it.
  ['outline-offset', (value) => (/(?:^|[(,\s])-/.test(generate(value)) ? undefined : border(value, new Map(), ''))],
  ['box-shadow', shadow(1.5)],
  ['-webkit-box-shadow', shadow(1.5)],
  ['text-shadow', shadow(0.5)],
  ...['-webkit-text-stroke', '-webkit-text-stroke-width'].map((name): [string, Fit] => [
    name,
    drawnLine(MAX_STROKE_EM, `${MAX_STROKE_EM}em`),
  ]),
  // Nothing lies behind the ground of a box around it.
  ['z-index', (value) => (generate(value).startsWith('-') ? undefined : true)],
  ...['initial-letter', '-webkit-initial-letter'].map((name): [string, Fit] => [name, initialLetter]),
  ['letter-spacing', spacing(-0.1, 1)],
  ['word-spacing', spacing(-0.2, 2)],
  ['vertical-align', spacing(-1, 1)],
  ['white-space', whiteSpace],
  ['text-wrap', wrap],
  ['text-wrap-mode', wrap],
  ...['top', 'right', 'bottom', 'left', 'block', 'inline', 'block-start', 'block-end', 'inline-start', 'inline-end']
    .flatMap((side) => [`border-${side}`, `border-${side}-width`])
    .concat('border', 'border-width', 'border-spacing', 'outline', 'outline-width')
    .map((name): [string, Fit] => [name, border]),
  ...['max-width', 'max-inline-size'].map((name): [string, Fit] => [name, atMost]),
  // What fades in is there from the beginning.
  ['visibility', (_, all) => (all.has('animation') || all.has('animation-name') ? undefined : true)],
  ['all', (value) => (keyword(only(value)) === 'initial' ? 'unset' : true)],
  ['columns', columns],
  ['column-width', (value) => each(value, columnWidth)],
  ['column-gap', (value) => (hasFunction(value) || keyword(only(value)) ? true : `min(${generate(value)},2em)`)],
  ['display', display],
])

/** The properties of breaks by any of their names. */
const BREAK = /^(?:page-|-webkit-column-|column-)?break-(before|after|inside)$/

/**
 * Makes the declarations of a rule, or of a style attribute, fit for a reader, who chooses the size of the letters, the
 * colours and the width of the lines, in place: absolute lengths become relative to the reader's letters, breaks of pages
 * become breaks of screens, and what would hide words, or lay them over each other, goes. What holds for all text, whatever
 * a book says, is a rule of the reader (web/reading/epub/frame/screen.ts). `isBeside` says that they are of a letter, not
 * of lines of text.
 */
export const fitDeclarations = (list: List<CssNode>, isBeside: boolean): Fitted => {
  const declarations = list.toArray().filter((node) => node.type === 'Declaration')
  const all = new Map(declarations.map((one) => [one.property.toLowerCase(), one]))
  const asWritten = new Map([...all].map(([property, one]) => [property, { ...one }]))
  const float = all.get('float')
  const isFloating = float !== undefined && keyword(only(float.value)) !== 'none'
  list.forEach((node, item) => {
    if (node.type === 'Declaration' && !fitDeclaration(node, asWritten)) list.remove(item)
  })
  for (const node of beside(asWritten)) list.appendData(node)
  if (isBeside || isFloating) return { ofBlocks: [], ofLines: [] }
  const left = new Set(list.toArray())
  const kept = new Map([...all].filter(([, one]) => left.has(one)))
  const fitted = { ofBlocks: ofBlocks(kept), ofLines: ofLines(kept) }
  if (!hasOwnLines(kept)) return fitted
  for (const node of fitted.ofLines) list.appendData(node)
  return { ...fitted, ofLines: [] }
}

const fitDeclaration = (node: Declaration, all: Declarations): boolean => {
  if (node.property.startsWith('--')) {
    customToRelative(node.value)
    return true
  }
  const property = node.property.toLowerCase()
  if (REFUSED.has(property)) return false
  const side = BREAK.exec(property)?.[1]
  if (side) node.property = `break-${side}`
  const fit = side && side !== 'inside' ? breaks : FITS.get(property)
  const fitted = fit ? fit(node.value, all, property) : true
  if (fitted !== undefined && fitted !== true) node.value = { type: 'Raw', value: fitted }
  return fitted !== undefined
}

/** What stands in other words beside what a rule says. */
const beside = (all: Declarations): Declaration[] => {
  const more: Declaration[] = []
  // A box is as high as its text, and at least as high as its style says.
  const height = all.get('min-height') ?? all.get('height') ?? all.get('block-size')
  if (height) more.push(as(height, 'min-height', lowest(height.value)))
  const count = all.get('column-count')
  if (count && !all.has('column-width')) more.push(as(count, 'column-width', `${COLUMN_EM}em`))
  return more
}

const as = ({ important }: Declaration, property: string, value: string): Declaration => ({
  type: 'Declaration',
  important,
  property,
  value: { type: 'Raw', value },
})

const lowest = (value: CssNode): string => {
  const one = only(value)
  return !one || one.type === 'Identifier' ? 'auto' : `min(${generate(value)},${HIGHEST})`
}

const ofBlocks = (all: Declarations): Declaration[] => {
  // What holds floating boxes together, by hiding what is outside of it, goes on to hold them.
  const overflow = all.get('overflow')
  return overflow && !['display', 'position'].some((name) => all.has(name))
    ? [as(overflow, 'display', 'flow-root')]
    : []
}

const ofLines = (all: Declarations): Declaration[] => [...unshifted(all), ...leadingOfLines(all)]

/** Lines that are moved as a whole lie over others. */
const unshifted = (all: Declarations): Declaration[] =>
  displayOf(all).startsWith('inline')
    ? []
    : [...SHIFTS].flatMap((property) => {
        const shifted = all.get(property)
        return shifted && keyword(only(shifted.value)) !== 'auto' ? [as(shifted, property, 'auto')] : []
      })

const leadingOfLines = (all: Declarations): Declaration[] => {
  const lines = all.get('line-height') ?? all.get('font')
  if (!lines) return []
  const text = generate(lines.value)
  const leading = /(?:^|\/ ?)([\d.]+)(?: |$)/.exec(text)?.[1]
  if (Number(leading) < MIN_LEADING) return [as(lines, 'line-height', String(MIN_LEADING))]
  const isLength = lines.property.toLowerCase() === 'line-height' && LENGTH.test(text) && !/var\(/i.test(text)
  return isLength ? [as(lines, 'line-height', `max(${MIN_LEADING}em,${text})`)] : []
}

/** A length that is known once the letters are. */
const LENGTH = /[\d.](?:r?em|r?lh|ex|ch|cap|ic|%)/i

/** Whether a rule sets in lines of their own whatever it is for. */
const hasOwnLines = (all: Declarations): boolean => !['', 'inline', 'none', 'contents'].includes(displayOf(all))

const displayOf = (all: Declarations): string => keyword(only(all.get('display')?.value ?? { type: 'Raw', value: '' }))
