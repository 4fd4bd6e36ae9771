import { eachUnfencedLine, type RewrittenList } from './plain-lines.ts'

/** `a)`, `iv.`, `(3)` or `#.` at the begin of a line. One capital and a period need two blanks after them, as names have one. */
const MARKER = /^([ \t]*)(\(?)([a-z]|[A-Z]|[ivxlc]{2,8}|[IVXLC]{2,8}|\d{1,4}|#)([.)])([ \t]+)(?=\S)/
const ROMANS = ['c', 'xc', 'l', 'xl', 'x', 'ix', 'v', 'iv', 'i']
const VALUES = [100, 90, 50, 40, 10, 9, 5, 4, 1]

interface Marked {
  line: number
  /** Where the line begins in the text. */
  start: number
  indent: string
  name: string
  /** What stands around the number: `)`, `.` or `()`. */
  form: string
}

/**
 * Markdown with lists that count with letters or Roman numbers, in brackets or by themselves (`#.`), as pandoc has them, made lists
 * with numbers. Lines and columns keep their places. What looks like the only item of such a list is text.
 */
export const rewriteLists = (text: string): { text: string; lists: Map<number, RewrittenList> } => {
  const lists = new Map<number, RewrittenList>()
  const written = new Map<number, string>()
  for (const list of listsIn(text)) {
    const [first] = list
    const numbers = numbersOf(list.map(({ name }) => name))
    if (!first || !numbers) continue
    lists.set(first.line, numbers)
    for (const [at, { start, indent, name, form }] of list.entries()) {
      const width = name.length + form.length
      written.set(start + indent.length, `${String(numbers.start + at).padStart(width - 1, '0')}${form.at(-1)}`)
    }
  }
  if (written.size === 0) return { text, lists }
  const parts: string[] = []
  let copied = 0
  for (const [at, marker] of [...written].toSorted(([one], [other]) => one - other)) {
    parts.push(text.slice(copied, at), marker)
    copied = at + marker.length
  }
  return { text: parts.join('') + text.slice(copied), lists }
}

const PLAIN_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** Items of one indentation and form, with nothing between them that begins a paragraph of its own. */
const listsIn = (text: string): Marked[][] => {
  const all: Marked[][] = []
  const open = new Map<string, Marked[]>()
  let isBlank = true
  /** How far the last item of any list is moved in; undefined outside of lists. */
  let outer: number | undefined
  let isAfterItem = false
  eachUnfencedLine(text, ({ start, end, at: line }) => {
    const own = text.slice(start, end)
    if (own.trim() === '') {
      isBlank = true
      return
    }
    const found = readMarker(own)
    const deep = (/^[ \t]*/.exec(own)?.[0] ?? '').length
    const isPlain = PLAIN_ITEM.test(own)
    const isCode = deep >= 4 && outer === undefined
    const mayBegin = !isCode && (isBlank || isAfterItem)
    for (const [key, [first]] of open) {
      const at = first?.indent.length ?? 0
      if (at > deep || (at === deep && (isBlank || isPlain) && !found)) open.delete(key)
    }
    if (found) {
      const one = { line, start, ...found }
      const key = `${found.indent} ${found.form}`
      const list = open.get(key)
      const isNext = list?.at(-1) !== undefined && numbersOf([list.at(-1)?.name ?? '', found.name]) !== undefined
      if (list && isNext) list.push(one)
      else if (mayBegin || list) {
        const begun = [one]
        open.set(key, begun)
        all.push(begun)
      }
    }
    const isItem = isPlain || (found !== undefined && open.has(`${found.indent} ${found.form}`))
    if (isItem) outer = deep
    else if (isBlank && deep <= (outer ?? 0)) outer = undefined
    isAfterItem = isItem
    isBlank = false
  })
  return all
}

const readMarker = (line: string): Pick<Marked, 'indent' | 'name' | 'form'> | undefined => {
  const [, indent = '', bracket = '', name = '', sign = '', blanks = ''] = MARKER.exec(line) ?? []
  if (name === '' || (bracket === '(' && sign === '.')) return undefined
  // Those with numbers and without a bracket are lists anyway.
  if (/^\d/.test(name) && bracket === '') return undefined
  if (/^[A-Z]$/.test(name) && sign === '.' && blanks.length < 2 && blanks !== '\t') return undefined
  return { indent, name, form: `${bracket}${sign}` }
}

/** What a list counts with; undefined for numbers that do not follow each other, plain ones, and a single one. */
const numbersOf = (names: readonly string[]): RewrittenList | undefined => {
  const [first = ''] = names
  if (names.length < 2) return undefined
  if (names.every((name) => name === '#')) return { start: 1, type: '' }
  for (const [type, valueOf] of KINDS) {
    const start = valueOf(first)
    if (start === undefined || names.some((name, at) => valueOf(name) !== start + at)) continue
    return { start, type }
  }
  return undefined
}

const letter = (base: string) => (name: string) =>
  name.length === 1 && name >= base && name <= String.fromCharCode(base.charCodeAt(0) + 25)
    ? name.charCodeAt(0) - base.charCodeAt(0) + 1
    : undefined

const roman = (name: string): number | undefined => {
  let [rest, value] = [name, 0]
  ROMANS.forEach((sign, at) => {
    while (rest.startsWith(sign)) {
      value += VALUES[at] ?? 0
      rest = rest.slice(sign.length)
    }
  })
  return rest === '' && name !== '' ? value : undefined
}

const KINDS: [type: string, valueOf: (name: string) => number | undefined][] = [
  ['', (name) => (/^\d+$/.test(name) ? Number(name) : undefined)],
  ['a', letter('a')],
  ['A', letter('A')],
  ['i', roman],
  ['I', (name) => (name === name.toUpperCase() ? roman(name.toLowerCase()) : undefined)],
]
