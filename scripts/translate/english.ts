/**
 * The English messages, read from the modules of web/messages and server/platform/language/messages: texts as they are, functions as ICU MessageFormat.
 * What a function does with its arguments is found by calling it: with a mark in place of each argument, and with the
 * values that English treats apart (1, 0, none, false).
 */
import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wordsIn } from './icu.ts'

/** Modules that each language's build makes by itself. */
const OF_THE_BUILD = new Set(['language.ts', 'sentences.ts', 'translate-sentence.ts'])

/** Where the messages of each file of translations stand. */
const FOLDERS = {
  pages: join(import.meta.dirname, '../../web/messages'),
  server: join(import.meta.dirname, '../../server/platform/language/messages'),
}
export type Part = keyof typeof FOLDERS

/** A text, or what a function of some arguments answers. */
export interface Message {
  /** Such as `library.LIBRARY.range`. */
  key: string
  /** ICU MessageFormat. */
  text: string
  arguments: readonly Argument[]
  /** It has no words: all languages have the same. */
  isShared?: true
}

export interface Argument {
  name: string
  /** The property of the first argument, or a position. */
  from: number | 'property'
}

/** Messages in the shape that their module exports them in. */
export type Tree = Message | readonly Tree[] | { readonly [name: string]: Tree } | Made | Unclear | Literal

/** What a function of these arguments answers, if that is no single text. */
export class Made {
  readonly arguments: readonly Argument[]
  readonly tree: Tree
  constructor(names: readonly Argument[], tree: Tree) {
    this.arguments = names
    this.tree = tree
  }
}

/** A number, a truth value or nothing. */
export class Literal {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** A function that ICU MessageFormat can't say. */
export class Unclear {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
}

export interface MessageModule {
  name: string
  path: string
  exports: Record<string, Tree>
}

/** The values that English treats apart, as ICU names them. */
const APART = [
  { key: 'one', value: 1 },
  { key: '=0', value: 0 },
  { key: 'none', value: null },
  { key: 'none', value: undefined },
  { key: 'none', value: '' },
  { key: 'false', value: false },
] as const

const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Stands for an argument; it answers as text and as a number. */
class Mark extends String {
  readonly name: string
  constructor(name: string) {
    super(`${OPEN}${name}${CLOSE}`)
    this.name = name
  }
  toFixed(digits: number) {
    return `${OPEN}${this.name}, number, .${'0'.repeat(digits)}${CLOSE}`
  }
}

export const readEnglish = async (part: Part = 'pages'): Promise<MessageModule[]> => {
  const folder = FOLDERS[part]
  const names = await Array.fromAsync(glob('*.ts', { cwd: folder }))
  const modules = names.filter((name) => !name.endsWith('.test.ts') && !OF_THE_BUILD.has(name)).toSorted()
  return Promise.all(modules.map((name) => readModule(join(folder, name))))
}

export const readModule = async (path: string): Promise<MessageModule> => {
  const name = basename(path, '.ts')
  const values = Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>)
  const exports = Object.fromEntries(values.map(([key, value]) => [key, treeOf(value, `${name}.${key}`)]))
  return { name, path, exports }
}

const treeOf = (value: unknown, key: string): Tree => {
  if (typeof value === 'string') return toMessage(key, quoted(value), [])
  if (typeof value === 'function') return answersOf(value as (...args: unknown[]) => unknown, key)
  if (Array.isArray(value)) return value.map((item, index) => treeOf(item, `${key}.${index}`))
  if (typeof value !== 'object' || value === null) return new Literal(value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, treeOf(item, `${key}.${name}`)]))
}

const toMessage = (key: string, text: string, names: readonly Argument[]): Message | Unclear => {
  // A number that was calculated with a mark.
  if (text.includes('NaN')) return new Unclear(key)
  const isTranslated = (isWords(text) || isOrdered(text, names) || key.startsWith('signs.')) && !isAddress(key)
  return { key, text, arguments: names, ...(!isTranslated && { isShared: true }) }
}

/** Numbers, addresses and signs by themselves are no messages. */
const isWords = (text: string) => wordsIn(text).some((part) => /\p{L}/u.test(part))

/** Arguments and what stands between them, such as the order of a date, or quotation marks. */
const isOrdered = (text: string, names: readonly Argument[]) => names.length > 0 && wordsIn(text).join('') !== ''

/** Fragments and addresses of links. */
const isAddress = (key: string) => /\.(?:id|to)$/.test(key)

/** As ICU MessageFormat has it: braces, and apostrophes before them, are quoted. */
const quoted = (text: string) => text.replaceAll(/'(?=[{}'\uE000]|$)/g, "''").replaceAll(/[{}]+/g, "'$&'")

const answersOf = (make: (...args: unknown[]) => unknown, key: string): Tree => {
  const names = argumentsOf(make, key)
  const call = (values: ReadonlyMap<string, unknown>) => {
    const args: unknown[] = []
    const properties: Record<string, unknown> = {}
    for (const { name, from } of names)
      if (from === 'property') properties[name] = values.get(name)
      else args[from] = values.get(name)
    return names.some(({ from }) => from === 'property') ? make(properties, ...args.slice(1)) : make(...args)
  }
  const marked = new Map(names.map(({ name }) => [name, new Mark(name)]))
  const sample = attempt(() => call(marked))
  if (sample === undefined) return new Unclear(key)
  if (typeof sample === 'string' || sample instanceof Mark) {
    const message = messageOf((values) => String(call(values)), names, key)
    return names.length === 0 ? new Made([], message) : message
  }
  const tree = partsOf(sample, key, [], call, names)
  return new Made(names, tree)
}

const partsOf = (
  sample: unknown,
  key: string,
  path: readonly string[],
  call: (values: ReadonlyMap<string, unknown>) => unknown,
  names: readonly Argument[],
): Tree => {
  if (typeof sample === 'string' || sample instanceof Mark) {
    const at = (values: ReadonlyMap<string, unknown>) =>
      String(path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], call(values)))
    return messageOf(at, names, key)
  }
  const next = (item: unknown, step: string) => partsOf(item, `${key}.${step}`, [...path, step], call, names)
  if (Array.isArray(sample)) return sample.map((item, index) => next(item, `${index}`))
  if (typeof sample !== 'object' || sample === null) return new Unclear(key)
  return Object.fromEntries(Object.entries(sample).map(([step, item]) => [step, next(item, step)]))
}

const messageOf = (
  call: (values: ReadonlyMap<string, unknown>) => string,
  names: readonly Argument[],
  key: string,
): Message | Unclear => {
  let text: string
  try {
    text = branch(call, names, new Map(names.map(({ name }) => [name, new Mark(name)])), 0)
  } catch (error) {
    if (error instanceof Unsayable) return new Unclear(key)
    throw error
  }
  return toMessage(key, text.replaceAll(OPEN, '{').replaceAll(CLOSE, '}'), names)
}

/** English treats a value apart that no form of ICU MessageFormat has. */
class Unsayable extends Error {}

/** The text by all arguments from one on, each as the mark and as each value that English treats apart. */
const branch = (
  call: (values: ReadonlyMap<string, unknown>) => string,
  names: readonly Argument[],
  values: ReadonlyMap<string, unknown>,
  index: number,
): string => {
  const argument = names[index]
  if (!argument) return withNumbers(call, names, values)
  const { name } = argument
  const others = branch(call, names, values, index + 1)
  const cases = APART.flatMap(({ key, value }) => {
    const text = attempt(() => branch(call, names, new Map([...values, [name, value]]), index + 1))
    const isSaid =
      text === undefined || isSame(text, withValue(others, name, value)) || /\b(?:null|undefined|NaN)\b/.test(text)
    return isSaid ? [] : [{ key, value, text }]
  })
  if (cases.length === 0) return others
  const textOf = (wanted: string) => cases.find(({ key }) => key === wanted)?.text
  const isBoolean = /^(?:is|has|are|can|was)[A-Z]/.test(name)
  const zero = textOf('=0')
  const isNumber =
    !isBoolean &&
    (textOf('one') !== undefined ||
      others.includes(`${OPEN}${name}, number`) ||
      (zero !== undefined && !cases.some(({ key, text }) => key === 'none' && text === zero)))
  const kept = uniqueBy(cases, ({ key }) => key).filter(({ key }) =>
    isBoolean ? key === 'false' : isNumber ? key === 'one' || key === '=0' : key === 'none',
  )
  // A number that is not there counts as none.
  const nothing = isBoolean ? textOf('false') : isNumber ? (zero ?? withValue(others, name, 0)) : textOf('none')
  const isLost = cases.some(
    ({ value, text }) => !value && text !== nothing && !(isNumber && (value === '' || value === false)),
  )
  if (isLost) throw new Unsayable(`${name} has more forms than ICU MessageFormat can tell apart.`)
  const forms = [...kept.toSorted((one, other) => one.key.localeCompare(other.key)), { key: 'other', text: others }]
  return `${OPEN}${name}, ${isNumber ? 'plural' : 'select'}, ${forms.map(({ key, text }) => `${key} ${OPEN}${text}${CLOSE}`).join(' ')}${CLOSE}`
}

/** Which apostrophes are quoted depends on what follows them. */
const isSame = (one: string, other: string) => one.replaceAll("''", "'") === other.replaceAll("''", "'")

/** The text with that value in place of the mark. */
const withValue = (text: string, name: string, value: unknown) =>
  text.replaceAll(new RegExp(`${OPEN}${name}(?:, number(?:, \\.(0+))?)?${CLOSE}`, 'gu'), (_, zeros?: string) =>
    zeros && typeof value === 'number' ? value.toFixed(zeros.length) : String(value),
  )

const uniqueBy = <T>(items: readonly T[], keyOf: (item: T) => string) => [
  ...new Map(items.toReversed().map((item) => [keyOf(item), item])).values(),
]

/** The text, its numbers marked as such: those that English groups in thousands. */
const withNumbers = (
  call: (values: ReadonlyMap<string, unknown>) => string,
  names: readonly Argument[],
  values: ReadonlyMap<string, unknown>,
) => {
  const escape = (text: string) => quoted(text)
  const text = escape(call(values))
  return names.reduce((marked, { name }) => {
    if (!(values.get(name) instanceof Mark) || !marked.includes(`${OPEN}${name}${CLOSE}`)) return marked
    const grouped = attempt(() => call(new Map([...values, [name, 1_234_567]])))
    return grouped?.includes('1,234,567')
      ? marked.replaceAll(`${OPEN}${name}${CLOSE}`, `${OPEN}${name}, number${CLOSE}`)
      : marked
  }, text)
}

const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch (error) {
    if (error instanceof Unsayable) throw error
    return undefined
  }
}

/** The names of a function's arguments, or of the properties that it takes out of its one argument. */
const argumentsOf = (make: (...args: never[]) => unknown, key: string): Argument[] => {
  const source = make.toString()
  const [, properties, list] = /^\(?\s*(?:\{([^}]*)\}\s*\)|([^()]*?)\s*\))\s*=>/.exec(source) ?? []
  if (properties === undefined && list === undefined) throw new Error(`${key}: its arguments can't be read.`)
  const names = (properties ?? list ?? '')
    .split(',')
    .map((part) => part.split('=')[0]?.trim() ?? '')
    .filter(Boolean)
  return names.map((name, index) => ({ name, from: properties === undefined ? index : 'property' }))
}

/** All messages of a tree that are translated, in order. */
export const messagesIn = (tree: Tree): Message[] => {
  if (tree instanceof Literal || tree instanceof Unclear) return []
  if (tree instanceof Made) return messagesIn(tree.tree)
  if (isMessage(tree)) return tree.isShared ? [] : [tree]
  return Object.values(tree).flatMap(messagesIn)
}

export const isMessage = (tree: object): tree is Message =>
  'key' in tree && typeof tree.key === 'string' && 'text' in tree && typeof tree.text === 'string'
