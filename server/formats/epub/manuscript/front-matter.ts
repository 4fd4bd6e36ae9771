import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { Words } from './manuscript.ts'

const FRONT_MATTER = /^(?:[ \t]*\n)*---[ \t]*\n(?![ \t]*\n)([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

export const NO_WORDS: Words = {
  title: '',
  subtitle: '',
  date: '',
  authors: [],
  language: '',
  description: '',
  direction: null,
  modified: '',
}

export interface FrontMatter {
  words: Words
  /** What it says, by the names that it has for it. */
  fields: Record<string, unknown>
  text: string
  /** How many lines stand before the text. */
  lines: number
  /** What its lines are, where they could not be read. */
  unreadable?: 'YAML' | 'TOML'
  /** The names of its fields, where no mark says that they are fields. */
  unmarked?: string[]
}

const TOML = /^(?:[ \t]*\n)*\+\+\+[ \t]*\n([\s\S]{0,20000}?)\n?\+\+\+[ \t]*(?:\n|$)/
/** Title, authors and date of pandoc, each on a line, which may go on in indented ones. */
const PERCENT =
  /^%(?!%)[ \t]*([^\n]*(?:\n[ \t]+\S[^\n]*)*)(?:\n%(?!%)[ \t]*([^\n]*(?:\n[ \t]+\S[^\n]*)*))?(?:\n%(?!%)[ \t]*([^\n]*))?(?:\n|$)/
/** Lines of MultiMarkdown, up to a blank one; Logseq has two colons. */
const FIELDS = /^(?:[A-Za-z][\w -]{0,40}:[^\n]*(?:\n|$)(?:[ \t]+\S[^\n]*(?:\n|$))*){1,60}(?=[ \t]*\n|$)/
const FIELD = /^([A-Za-z][\w -]{0,40}):((?:[^\n]*)(?:\n[ \t]+\S[^\n]*)*)/gm

/**
 * What a Markdown file says of its book in the lines before its text, and the text: YAML, TOML, JSON, the lines with `%` of pandoc
 * or the fields of MultiMarkdown. A text can begin with a rule as well: lines that are no fields stay in it.
 */
export const readFrontMatter = (text: string): FrontMatter => {
  const whole = { words: NO_WORDS, fields: {}, text, lines: 0 }
  const without = (header: string, fields: Record<string, unknown>): FrontMatter => ({
    words: wordsOf(fields),
    fields,
    text: text.slice(header.length),
    lines: header.split('\n').length - 1,
  })
  const [yaml, toml, percent] = [FRONT_MATTER.exec(text), TOML.exec(text), PERCENT.exec(text)]
  const json = readJson(text)
  if (yaml) {
    // Without aliases, a few lines can't become a large text.
    const fields = parsed(() => parseYaml(yaml[1] ?? '', { maxAliasCount: 0, logLevel: 'error' }) as unknown)
    if (fields === undefined) return { ...whole, unreadable: 'YAML' }
    return isRecord(fields) ? without(yaml[0], fields) : whole
  }
  if (toml) {
    const fields = parsed(() => parseToml(toml[1] ?? ''))
    return isRecord(fields) ? without(toml[0], fields) : { ...whole, unreadable: 'TOML' }
  }
  if (json) return without(json.header, json.fields)
  if (percent) {
    const [title, authors, date] = percent.slice(1).map((one = '') => one.trim())
    const author = authors?.split(/\s*;\s*|\s*\n\s*/).filter((one) => one !== '')
    return without(percent[0], { title: title?.replace(/\s+/g, ' '), author, date })
  }
  return readFields(text, without) ?? whole
}

/** An object, as Hugo writes it: a brace on a line of its own begins it, and one of those ends it. */
const readJson = (text: string): { header: string; fields: Record<string, unknown> } | undefined => {
  if (!/^\{[ \t]*\n/.test(text)) return undefined
  for (const end of [...text.slice(0, MAX_JSON).matchAll(/\n\}[ \t]*(?=\n|$)/g)].slice(0, MAX_ENDS)) {
    const header = text.slice(0, end.index + end[0].length + 1)
    const fields = parsed(() => JSON.parse(header) as unknown)
    if (isRecord(fields)) return { header, fields }
  }
  return undefined
}

const MAX_JSON = 20_000
const MAX_ENDS = 20

/** Undefined for what begins with other lines: it has to be about its title or its author. */
const readFields = (
  text: string,
  without: (header: string, fields: Record<string, unknown>) => FrontMatter,
): FrontMatter | undefined => {
  const found = /^[A-Za-z][\w -]{0,40}:/.test(text) ? FIELDS.exec(text.slice(0, 20_000)) : null
  if (!found) return undefined
  const fields = [...found[0].matchAll(FIELD)].map(
    ([, name = '', value = '']) => [name, value.replace(/^:/, '').trim()] as const,
  )
  const [first] = fields
  if (
    first === undefined ||
    !/^(?:title|author|subtitle|date|language|base header level|css|latex [\w ]+)$/i.test(first[0])
  )
    return undefined
  const read = without(found[0], Object.fromEntries(fields))
  if (read.words.title === '' && read.words.authors.length === 0) return undefined
  return { ...read, unmarked: fields.map(([name]) => name) }
}

/** Whether programs for web pages, such as Hugo, Jekyll and Obsidian Publish, leave it out of what they publish. */
export const isDraft = (fields: Record<string, unknown>): boolean =>
  fields['draft'] === true || fields['published'] === false || fields['publish'] === false

const parsed = (read: () => unknown): unknown => {
  try {
    return read() ?? null
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a file of a book says: `book.toml`, `book.json`. */
export const wordsOfBook = (fields: unknown): Words => (isRecord(fields) ? wordsOf(fields) : NO_WORDS)

/** What programs write after a day. */
const TIME_OF_DAY = /(?<=^\d{4}-\d\d-\d\d)[T ]\d\d:\d\d.*$/

const wordsOf = (fields: object): Words => {
  const all = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value as unknown]))
  const texts = (...names: string[]) => names.flatMap((name) => textsOf(all.get(name)))
  const first = (...names: string[]) => texts(...names)[0] ?? ''
  const direction = first('dir', 'direction', 'text-direction').toLowerCase()
  return {
    title: first('title'),
    subtitle: first('subtitle'),
    authors: texts('author', 'authors', 'creator'),
    date: first('date').replace(TIME_OF_DAY, ''),
    language: first('lang', 'language'),
    description: first('description', 'summary', 'abstract'),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
    modified: '',
  }
}

/** The roles of those whom pandoc names beside the authors, in words or by the codes of libraries. */
const OTHER_ROLE =
  /^(?:editor|edt|translator|trl|illustrator|ill|contributor|ctb|narrator|nrt|publisher|pbl|designer|dsr|producer|pro)$/i

/** The texts in a value: of a list each, of a person the name. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number')
    return [String(value).trim()].filter((text) => text !== '')
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [value.toISOString()]
  if (typeof value !== 'object' || value === null) return []
  const { name, text, role } = value as Record<string, unknown>
  return typeof role === 'string' && OTHER_ROLE.test(role) ? [] : textsOf(name ?? text)
}
