import { numberIn } from './number-formats.ts'
import type { FieldPart } from './word-fields.ts'

/** A number in the text that a program counts when it opens the file. */
export interface CountedField {
  kind: 'counted'
  /** Fields of the same sequence or list count on. */
  list: string
  /** From 0. */
  level: number
  /** Begins with this number. */
  starts: number | undefined
  /** Says the number before once more. */
  repeats: boolean
  /** Counts, and shows nothing. */
  isHidden: boolean
  /** What stands around the number, with `%` in its place. */
  shape: string
  format: string
  /** A list that is not named, which is that of a numbered paragraph. */
  isOfParagraph: boolean
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['alphabetic', 'lowerLetter'],
  ['ALPHABETIC', 'upperLetter'],
  ['roman', 'lowerRoman'],
  ['ROMAN', 'upperRoman'],
  ['Roman', 'upperRoman'],
])

/** The levels of the lists that Word has for numbers in the text. */
const LISTS: Readonly<Record<string, readonly (readonly [format: string, shape: string])[]>> = {
  numberdefault: [
    ['decimal', '%)'],
    ['lowerLetter', '%)'],
    ['lowerRoman', '%)'],
    ['decimal', '(%)'],
    ['lowerLetter', '(%)'],
    ['lowerRoman', '(%)'],
    ['decimal', '%.'],
    ['lowerLetter', '%.'],
    ['lowerRoman', '%.'],
  ],
  outlinedefault: [
    ['upperRoman', '%.'],
    ['upperLetter', '%.'],
    ['decimal', '%.'],
    ['lowerLetter', '%)'],
    ['decimal', '(%)'],
    ['lowerLetter', '(%)'],
    ['lowerRoman', '(%)'],
    ['lowerLetter', '(%)'],
    ['lowerRoman', '(%)'],
  ],
}

const numberOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : undefined

/** Undefined for a field that counts nothing. */
export const readCounted = (
  name: string,
  values: readonly string[],
  switches: ReadonlyMap<string, string>,
): CountedField | undefined => {
  const common = { kind: 'counted', repeats: false, isHidden: false, isOfParagraph: false } as const
  if (name === 'SEQ')
    return {
      ...common,
      list: `SEQ ${(values[0] ?? '').toLowerCase()}`,
      level: 0,
      starts: switches.has('r') ? numberOf(values[1]) : undefined,
      repeats: switches.has('c'),
      // A format that it is given shows a number that is hidden.
      isHidden: switches.has('h') && !switches.has('*'),
      shape: '%',
      format: FORMATS.get(switches.get('*') ?? '') ?? 'decimal',
    }
  if (name === 'LISTNUM') {
    const list = (values[0] ?? 'NumberDefault').toLowerCase()
    const level = Math.min(9, Math.max(1, numberOf(switches.get('l')) ?? 1)) - 1
    const [format = 'decimal', shape = '%)'] = (LISTS[list] ?? LISTS['numberdefault'])?.[level] ?? []
    const isOfParagraph = values.length === 0 && !switches.has('l')
    return { ...common, list, level, starts: numberOf(switches.get('s')), shape, format, isOfParagraph }
  }
  return name === 'AUTONUM'
    ? { ...common, list: name, level: 0, starts: undefined, shape: '%.', format: 'decimal' }
    : undefined
}

/** Counts the numbers in the text of a file: called for each of them in their order. */
export const createCounts = () => {
  const counts = new Map<string, number[]>()
  return (field: CountedField): FieldPart[] => {
    const { list, level, starts, repeats, isHidden, shape, format } = field
    const of = counts.get(list) ?? []
    counts.set(list, of)
    of[level] = starts ?? (of[level] ?? 0) + (repeats ? 0 : 1)
    of.length = level + 1
    const number = numberIn(format, of[level] ?? 0)
    return isHidden || number === undefined ? [] : [{ text: shape.replace('%', number) }]
  }
}
