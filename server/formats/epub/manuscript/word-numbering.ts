import { childOf, childrenOf, isOn, valueOf, type WordNode } from './word-xml.ts'

interface Level {
  start: number
  format: string
  /** Its text, in which `%1` is the number of the first level. */
  text: string
  /** Whether something stands between the number and the text. */
  isApart: boolean
  /** All numbers in it are decimal. */
  isLegal: boolean
  /** It begins again below each number of a higher level. */
  restarts: boolean
  /** The style whose paragraphs are of this level. */
  style: string | undefined
}

interface List {
  /** Of the definition that lists share, with which they count on. */
  definition: string
  levels: Level[]
  /** The numbers that its levels begin with, once. */
  starts: ReadonlyMap<number, number>
}

export interface ItemNumber {
  /** With the blank behind it, 'unknown' for one that can't be written, or undefined where there is none. */
  text: string | undefined
  count?: number
  /** Of a list in XHTML. */
  type?: string | undefined
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  ...{ lowerLetter: 'a', upperLetter: 'A', lowerRoman: 'i', upperRoman: 'I' },
}

const LEVELS = 9
/** Of the text of a level. */
const MAX_TEXT = 100

/**
 * Counts the paragraphs of the numbered lists of a Word file. `next` is called for each of them in order, and returns its
 * number, or undefined where there is none.
 */
export const createNumbering = (part: WordNode | undefined) => {
  const lists = readLists(part)
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  const next = (numbering: WordNode, style: string | undefined): ItemNumber | undefined => {
    const id = valueOf(childOf(numbering, 'w:numId')) ?? ''
    const list = lists.get(id)
    if (!list) return id === '0' || id === '' ? undefined : { text: 'unknown' }
    const named = valueOf(childOf(numbering, 'w:ilvl'))
    const ofStyle = list.levels.findIndex((one) => style !== undefined && one.style === style)
    const at = named !== undefined && /^[0-8]$/.test(named) ? Number(named) : Math.max(0, ofStyle)
    const level = list.levels[at]
    if (!level) return { text: 'unknown' }
    const counts = counters.get(list.definition) ?? []
    counters.set(list.definition, counts)
    const start = begun.has(`${id} ${at}`) ? undefined : list.starts.get(at)
    begun.add(`${id} ${at}`)
    const count = start ?? (counts[at] ?? level.start - 1) + 1
    counts[at] = count
    for (let below = at + 1; below < LEVELS; below += 1) if (list.levels[below]?.restarts) counts[below] = undefined
    if (level.format === 'bullet') return undefined
    return { text: textOf(list.levels, level, counts), count, type: TYPES[level.format] }
  }
  return { next }
}

export type Numbering = ReturnType<typeof createNumbering>

const textOf = (levels: Level[], level: Level, counts: (number | undefined)[]): string | undefined => {
  let isUnknown = false
  const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const of = levels[Number(digit) - 1]
    const format = level.isLegal && of?.format !== 'none' ? 'decimal' : (of?.format ?? '')
    const number = Object.hasOwn(FORMATS, format)
      ? FORMATS[format]?.(counts[Number(digit) - 1] ?? of?.start ?? 1)
      : undefined
    if (number === undefined) isUnknown = true
    return number ?? ''
  })
  if (isUnknown) return 'unknown'
  return text.trim() === '' ? undefined : text.trim() + (level.isApart ? ' ' : '')
}

const toLetters = (value: number): string => {
  // After z come aa, bb, cc.
  const letter = String.fromCodePoint(97 + ((value - 1) % 26))
  return letter.repeat(Math.ceil(value / 26))
}

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

const toRoman = (value: number): string => {
  let rest = value
  return ROMAN.map(([size, letters]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return letters.repeat(count)
  }).join('')
}

/** Letters and Roman numbers are written of small numbers alone. */
const MAX_WRITTEN = 3999
const MAX_LETTERS = 26 * 4

const within = (max: number, write: (value: number) => string) => (value: number) =>
  value >= 1 && value <= max ? write(value) : undefined

const FORMATS: Readonly<Record<string, (value: number) => string | undefined>> = {
  none: () => '',
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  lowerLetter: within(MAX_LETTERS, toLetters),
  upperLetter: within(MAX_LETTERS, (value) => toLetters(value).toUpperCase()),
  lowerRoman: within(MAX_WRITTEN, toRoman),
  upperRoman: within(MAX_WRITTEN, (value) => toRoman(value).toUpperCase()),
}

/** Gives the definitions that name a style the levels of that style, which another definition holds. */
export const linkLists = (part: WordNode | undefined): WordNode | undefined => {
  const ofStyles = new Map(
    childrenOf(part).map((node) => [
      valueOf(childOf(node, 'w:styleLink')),
      childrenOf(node).filter(({ name }) => name === 'w:lvl'),
    ]),
  )
  const linked = (node: WordNode): WordNode => {
    const style = valueOf(childOf(node, 'w:numStyleLink'))
    const children = style === undefined ? undefined : ofStyles.get(style)
    return children ? { ...node, children } : node
  }
  return part && { ...part, children: childrenOf(part).map(linked) }
}

const readLists = (part: WordNode | undefined): Map<string, List> => {
  const definitions = new Map<string, Level[]>()
  const lists = new Map<string, List>()
  for (const node of childrenOf(part)) {
    if (node.name === 'w:abstractNum') definitions.set(node.attributes['w:abstractNumId'] ?? '', levelsOf(node))
    if (node.name !== 'w:num') continue
    const definition = valueOf(childOf(node, 'w:abstractNumId')) ?? ''
    const levels = [...(definitions.get(definition) ?? [])]
    const starts = new Map<number, number>()
    for (const override of childrenOf(node).filter(({ name }) => name === 'w:lvlOverride')) {
      const at = indexOf(override)
      const start = numberOf(childOf(override, 'w:startOverride'))
      const level = childOf(override, 'w:lvl')
      if (at !== undefined && start !== undefined) starts.set(at, start)
      if (at !== undefined && level) levels[at] = toLevel(level)
    }
    if (levels.length > 0) lists.set(node.attributes['w:numId'] ?? '', { definition, levels, starts })
  }
  return lists
}

const levelsOf = (definition: WordNode): Level[] => {
  const levels: Level[] = []
  for (const node of childrenOf(definition)) {
    const at = node.name === 'w:lvl' ? indexOf(node) : undefined
    if (at !== undefined) levels[at] = toLevel(node)
  }
  return levels
}

const toLevel = (node: WordNode): Level => ({
  start: numberOf(childOf(node, 'w:start')) ?? 0,
  format: valueOf(childOf(node, 'w:numFmt')) ?? 'decimal',
  text: (valueOf(childOf(node, 'w:lvlText')) ?? '').slice(0, MAX_TEXT),
  isApart: valueOf(childOf(node, 'w:suff')) !== 'nothing',
  isLegal: isOn(childOf(node, 'w:isLgl')),
  restarts: valueOf(childOf(node, 'w:lvlRestart')) !== '0',
  style: valueOf(childOf(node, 'w:pStyle')),
})

const indexOf = ({ attributes }: WordNode): number | undefined => {
  const value = attributes['w:ilvl'] ?? ''
  return /^[0-8]$/.test(value) ? Number(value) : undefined
}

const numberOf = (node: WordNode | undefined): number | undefined => {
  const value = valueOf(node) ?? ''
  return /^\d{1,5}$/.test(value) ? Number(value) : undefined
}
