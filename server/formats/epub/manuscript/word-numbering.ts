import type { ItemSign } from './flow.ts'
import { isInWords, numberIn } from './number-formats.ts'
import { childOf, childrenOf, isOn, valueOf, type WordNode } from './word-xml.ts'
import { boxOf, symbolIn } from './word-symbols.ts'

interface Level {
  start: number
  format: string
  /** Its text, in which `%1` is the number of the first level; undefined where the file does not say it. */
  text: string | undefined
  /** The font of its text. */
  font: string | undefined
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
  /** The id of the definition that lists share, with which they count on. */
  definition: string
  levels: Level[]
  /** The numbers that its levels begin with, once. */
  starts: ReadonlyMap<number, number>
}

export interface ItemNumber {
  /** With the blank behind it, 'unknown' for one that can't be written, or undefined where there is none. */
  text: string | undefined
  /** The number or sign of an item of a list; there is none where the file does not hold the list. */
  sign?: ItemSign
  /** The text goes on with the item before, as nothing is shown before it. */
  isContinued?: boolean
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

const LEVELS = 9
/** The most characters of the text of a level. */
const MAX_TEXT = 100

/**
 * Counts the paragraphs of the numbered lists of a Word file. `next` is called for each of them in order, and returns its
 * number, or undefined where there is none.
 */
export const createNumbering = (part: WordNode | undefined, { isEnglish }: { isEnglish: boolean }) => {
  const lists = readLists(part, isEnglish)
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
    const isContinued = level.text !== undefined && level.text.trim() === ''
    if (level.format === 'bullet') {
      const label = boxOf(symbolIn(level.text ?? '', level.font).trim())
      return { text: undefined, sign: { level: at, isNumbered: false, label }, isContinued }
    }
    const text = textOf(list.levels, level, counts)
    const isPlain = isPlainNumber(level, at)
    const label = isPlain || text === undefined || text === 'unknown' ? undefined : text.trim()
    const type = isPlain ? TYPES[level.format] : undefined
    return { text, sign: { level: at, isNumbered: true, count, type, label }, isContinued }
  }
  /** Counts a number in the text, which is an item of a level of its own. */
  const nextOf = (list: string, level: number) =>
    next(
      { name: 'w:numPr', attributes: {}, children: [valued('w:numId', list), valued('w:ilvl', String(level))] },
      undefined,
    )
  return { next, nextOf }
}

const valued = (name: string, value: string): WordNode => ({ name, attributes: { 'w:val': value }, children: [] })

export type Numbering = ReturnType<typeof createNumbering>

const textOf = (levels: Level[], level: Level, counts: (number | undefined)[]): string | undefined => {
  let isUnknown = false
  const text = (level.text ?? '').replace(/%([1-9])/g, (_, digit: string) => {
    const of = levels[Number(digit) - 1]
    const format = level.isLegal && of?.format !== 'none' ? 'decimal' : (of?.format ?? '')
    const number = numberIn(format, counts[Number(digit) - 1] ?? of?.start ?? 1)
    if (number === undefined) isUnknown = true
    return number ?? ''
  })
  if (isUnknown) return 'unknown'
  return text.trim() === '' ? undefined : text.trim() + (level.isApart ? ' ' : '')
}

/** Whether XHTML can count so: its number alone, with no more than signs around it. */
const isPlainNumber = ({ format, text, isLegal }: Level, at: number): boolean =>
  (format === 'decimal' || (Object.hasOwn(TYPES, format) && !isLegal)) &&
  (text === undefined || new RegExp(`^[^\\p{L}\\p{N}%]*%${at + 1}[^\\p{L}\\p{N}%]*$`, 'u').test(text))

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

const readLists = (part: WordNode | undefined, isEnglish: boolean): Map<string, List> => {
  const toLevel = (node: WordNode) => inDigits(readLevel(node), isEnglish)
  const definitions = new Map<string, Level[]>()
  const lists = new Map<string, List>()
  for (const node of childrenOf(part)) {
    if (node.name === 'w:abstractNum')
      definitions.set(node.attributes['w:abstractNumId'] ?? '', levelsOf(node, toLevel))
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

const levelsOf = (definition: WordNode, toLevel: (node: WordNode) => Level): Level[] => {
  const levels: Level[] = []
  for (const node of childrenOf(definition)) {
    const at = node.name === 'w:lvl' ? indexOf(node) : undefined
    if (at !== undefined) levels[at] = toLevel(node)
  }
  return levels
}

const readLevel = (node: WordNode): Level => ({
  start: numberOf(childOf(node, 'w:start')) ?? 0,
  format: formatOf(node),
  text: valueOf(childOf(node, 'w:lvlText'))?.slice(0, MAX_TEXT),
  font: childOf(node, 'w:rPr', 'w:rFonts')?.attributes['w:ascii'],
  isApart: valueOf(childOf(node, 'w:suff')) !== 'nothing',
  isLegal: isOn(childOf(node, 'w:isLgl')),
  restarts: valueOf(childOf(node, 'w:lvlRestart')) !== '0',
  style: valueOf(childOf(node, 'w:pStyle')),
})

/** Numbers in words of another language than English are written in digits. */
const inDigits = (level: Level, isEnglish: boolean): Level =>
  isEnglish || !isInWords(level.format) ? level : { ...level, format: 'decimal' }

/** Numbers such as 001 stand as a format of their own beside another one for programs that do not know them. */
const formatOf = (node: WordNode): string => {
  const { 'w:val': value, 'w:format': first = '' } =
    childOf(node, 'mc:AlternateContent', 'mc:Choice', 'w:numFmt')?.attributes ?? {}
  if (value === 'custom' && /^0+1,/.test(first)) return first.slice(0, first.indexOf(','))
  return (
    valueOf(childOf(node, 'w:numFmt') ?? childOf(node, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt')) ?? 'decimal'
  )
}

const indexOf = ({ attributes }: WordNode): number | undefined => {
  const value = attributes['w:ilvl'] ?? ''
  return /^[0-8]$/.test(value) ? Number(value) : undefined
}

const numberOf = (node: WordNode | undefined): number | undefined => {
  const value = valueOf(node) ?? ''
  return /^\d{1,5}$/.test(value) ? Number(value) : undefined
}
