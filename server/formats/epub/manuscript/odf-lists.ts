import type { ItemSign } from './flow.ts'
import { formatOfNumbers, numberIn } from './number-formats.ts'
import type { OdfStyles } from './odf-styles.ts'
import { childOf, childrenOf, numberOf, type OdfNode } from './odf-xml.ts'
import { boxOf, symbolIn } from './word-symbols.ts'

const FORMATS: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
  '1st': 'ordinal',
  '01': 'decimalZero',
  One: 'cardinalText',
  First: 'ordinalText',
  '①, ②, ③, ...': 'decimalEnclosedCircle',
  'א, י, ק, ...': 'hebrew1',
  'А, Б, .., Аа, Аб, ... (ru)': 'russianUpper',
  'а, б, .., аа, аб, ... (ru)': 'russianLower',
}
const TYPES: Readonly<Record<string, string | undefined>> = { a: 'a', A: 'A', i: 'i', I: 'I' }
const MAX_LEVELS = 10

/** The levels of a list, or of the headings. */
const levelsOf = (node: OdfNode | undefined): OdfNode[] => {
  const levels: OdfNode[] = []
  for (const level of childrenOf(node)) {
    const at = numberOf(level.attributes['text:level'], 0)
    if (at >= 1 && at <= MAX_LEVELS) levels[at - 1] = level
  }
  return levels
}

/** The number of a level in words, with what stands around it; undefined for one that can't be written. */
const writeNumber = (
  levels: readonly (OdfNode | undefined)[],
  at: number,
  counts: readonly number[],
): string | undefined => {
  const { attributes = {} } = levels[at] ?? {}
  const format = attributes['style:num-format'] ?? ''
  if (format === '') return ''
  const shown = Math.min(at + 1, Math.max(1, numberOf(attributes['text:display-levels'], 1)))
  const numbers = new Map<string, string>()
  for (let level = at + 1 - shown; level <= at; level += 1) {
    const own = levels[level]?.attributes['style:num-format'] ?? ''
    if (own === '') continue
    const number = numberIn(FORMATS[own] ?? formatOfNumbers(own) ?? own, counts[level] ?? 1)
    if (number === undefined) return undefined
    numbers.set(String(level + 1), number)
  }
  // As Word's, with other signs between the numbers than dots.
  const shape = attributes['loext:num-list-format'] ?? attributes['style:num-list-format'] ?? ''
  if (numbers.size > 1 && shape !== '') return shape.replace(/%(\d+)%/g, (_, of: string) => numbers.get(of) ?? '')
  return `${attributes['style:num-prefix'] ?? ''}${[...numbers.values()].join('.')}${attributes['style:num-suffix'] ?? ''}`
}

/** Counts the items of the lists of a file. */
export const createOdfLists = (styles: OdfStyles) => {
  /** The numbers that the last list of a style came to, and each list by its id. */
  const ended = new Map<string, number[]>()
  return {
    /** The numbers that a list of the first level begins with. */
    begin: (node: OdfNode, style: string): number[] => {
      const { 'text:continue-numbering': goesOn, 'text:continue-list': of } = node.attributes
      const before =
        of === undefined
          ? goesOn === 'true'
            ? ended.get(style)
            : undefined
          : (ended.get(`#${of}`) ?? ended.get(style))
      const counts = [...(before ?? [])]
      ended.set(style, counts)
      const id = node.attributes['xml:id']
      if (id !== undefined) ended.set(`#${id}`, counts)
      return counts
    },
    /** Counts an item, and says its sign; `isUnknown` where its number can't be written. */
    next: (style: string, at: number, { counts, start }: { counts: number[]; start: string | undefined }) => {
      const levels = levelsOf(styles.lists.get(style))
      // Pandoc gives each nested list a style of one level.
      if (!levels[at] && levels.filter(Boolean).length === 1) levels[at] = levels.find(Boolean) as OdfNode
      const level = levels[at]
      const first = numberOf(level?.attributes['text:start-value'], 1, 99_999)
      counts[at] = start === undefined ? (counts[at] ?? first - 1) + 1 : numberOf(start, first, 99_999)
      counts.length = at + 1
      const count = counts[at] ?? 1
      if (level?.name !== 'text:list-level-style-number') {
        const bullet = level?.attributes['text:bullet-char'] ?? ''
        const font = childOf(level, 'style:text-properties')?.attributes['style:font-name']
        const label = boxOf(symbolIn(bullet, font))
        // A sign that is not seen is that of a paragraph that goes on with an item.
        const isContinued = level?.attributes['text:bullet-char'] !== undefined && bullet.trim() === ''
        return { sign: { level: at, isNumbered: false, label } satisfies ItemSign, text: '', isContinued }
      }
      const {
        'style:num-format': format = '',
        'style:num-prefix': prefix = '',
        'style:num-suffix': suffix = '',
      } = level.attributes
      const text = writeNumber(levels, at, counts)
      const isOne = numberOf(level.attributes['text:display-levels'], 1) <= 1
      const isPlain = isOne && !/[\p{L}\p{N}]/u.test(prefix + suffix) && (format === '1' || TYPES[format] !== undefined)
      const label = isPlain || text === undefined || text === '' ? undefined : text.trim()
      const sign: ItemSign = { level: at, isNumbered: true, count, type: isPlain ? TYPES[format] : undefined, label }
      return { sign, text, isContinued: text === '' }
    },
  }
}

export type OdfLists = ReturnType<typeof createOdfLists>

/** Counts the headings of a file. `next` returns the number of a heading; undefined for one that can't be written. */
export const createOutline = ({ outline }: OdfStyles) => {
  const levels = levelsOf(outline)
  const counts: number[] = []
  return {
    next: (
      level: number,
      { 'text:restart-numbering': restarts, 'text:start-value': start }: OdfNode['attributes'],
    ): string | undefined => {
      const at = Math.min(level, MAX_LEVELS) - 1
      const first = numberOf(levels[at]?.attributes['text:start-value'], 1, 99_999)
      counts[at] = restarts === 'true' ? numberOf(start, first, 99_999) : (counts[at] ?? first - 1) + 1
      counts.length = at + 1
      return writeNumber(levels, at, counts)
    },
  }
}
