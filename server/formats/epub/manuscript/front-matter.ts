import { parse } from 'yaml'
import type { Words } from './manuscript.ts'

const FRONT_MATTER = /^---[ \t]*\n(?![ \t]*\n)([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

export const NO_WORDS: Words = {
  ...{ title: '', subtitle: '', date: '', authors: [], language: '', description: '', direction: null, modified: '' },
}

/**
 * What a Markdown file says of its book in the lines before its text, and the text. A text can begin with a rule as well:
 * lines that are no fields stay in it.
 */
export const readFrontMatter = (text: string): { words: Words; text: string; isUnreadable: boolean } => {
  const found = FRONT_MATTER.exec(text)
  const whole = { words: NO_WORDS, text, isUnreadable: false }
  if (!found) return whole
  try {
    // Without aliases, a few lines can't become a large text.
    const fields: unknown = parse(found[1] ?? '', { maxAliasCount: 0, logLevel: 'error' })
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return whole
    return { ...whole, words: wordsOf(fields), text: text.slice(found[0].length) }
  } catch {
    return { ...whole, isUnreadable: true }
  }
}

const wordsOf = (fields: object): Words => {
  const all = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value as unknown]))
  const texts = (...names: string[]) => names.flatMap((name) => textsOf(all.get(name)))
  const first = (...names: string[]) => texts(...names)[0] ?? ''
  const direction = first('dir', 'direction').toLowerCase()
  return {
    ...{ title: first('title'), subtitle: first('subtitle'), authors: texts('author', 'authors', 'creator') },
    date: first('date'),
    language: first('lang', 'language'),
    description: first('description', 'summary', 'abstract'),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
    modified: '',
  }
}

/** The texts in a value: of a list each, of a person the name. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number')
    return [String(value).trim()].filter((text) => text !== '')
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  const { name, text } = value as Record<string, unknown>
  return textsOf(name ?? text)
}
