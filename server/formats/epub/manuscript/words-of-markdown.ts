import { readAttributes } from './markdown-attributes.ts'
import { eachUnfencedLine } from './plain-lines.ts'

/** The number or letter of an item, which pandoc lets stand in brackets, or the box of a task. */
const ITEM =
  /^([\s>]*(?:[-*+][ \t]+)*)(?:\(?(?:\d{1,9}|[a-z]|[ivxlcdm]{1,9}|@[\w-]{0,100})[.)]|\(?[A-Z][IVXLCDM]{0,8}\)|[A-Z][IVXLCDM]{0,8}\.[ \t])(?=[ \t])|^([\s>]*)[-*+][ \t]+\[[ xX]\](?=[ \t])/
const BULLET = /^[\s>]*[-*+][ \t]/
const BRACES = /\{[^{}\n]{1,500}\}/g
const DIVISION = /^[\s>]*:{3,}[ \t]*[\w-]*/
/** Where a link by name leads. */
const DEFINITION = /^ {0,3}\[[^\]^\n][^\]\n]{0,200}\]:[ \t]*\S+.*$/
const FORMULA = /\$\$[^$]{1,2000}\$\$|(?<!\\)\$(?![\s$])(?:[^$\\\n]|\\.){0,500}?(?<![\s\\])\$(?!\d)/g
/** The beginning of the caption of a table, as pandoc has it. */
const CAPTION = /^ {0,3}Table:(?=[ \t])/
const EXAMPLE = /^ {0,3}\(@([\w-]{0,100})\)(?=[ \t])/
/** Elements within words, and others. An address in angles is shown. */
const INLINE_TAG = /<\/?(?:a|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)(?:\s[^<>\n]{0,2000})?>/gi
const TAG = /<\/?[a-z][\w-]{0,40}(?:\s[^<>\n]{0,2000})?\/?>/gi

/**
 * The words of Markdown without what no book shows as words: addresses, tags, attributes, names of notes and of characters, and
 * numbers of lists. Formulas are left out, whose letters TeX writes by other words.
 */
export const wordsOfMarkdown = (text: string): string => {
  const kept: string[] = []
  let copied = 0
  let isOpen = true
  /** The numbers of examples by their names. */
  const examples = new Map<string, number>()
  let count = 0
  eachUnfencedLine(text, ({ start, end }) => {
    const line = text.slice(start, end)
    const isItem = isOpen && ITEM.test(line)
    const example = isItem ? EXAMPLE.exec(line)?.[1] : undefined
    if (example !== undefined && !(example !== '' && examples.has(example))) examples.set(example, (count += 1))
    const plain = (isItem ? line.replace(ITEM, '$1$2 ') : line)
      .replace(DEFINITION, '')
      .replace(isOpen ? CAPTION : /$^/, '')
      .replace(DIVISION, ' ')
      .replace(BRACES, (braces) => (readAttributes(braces) ? ' ' : braces))
    // What stands between is code; the line that begins it names its language.
    kept.push(withoutLanguage(text.slice(copied, start)), plain)
    copied = end
    isOpen = line.trim() === '' || isItem || BULLET.test(line) || (isOpen && /^[ \t]/.test(line))
  })
  return [...kept, withoutLanguage(text.slice(copied))]
    .join('')
    .replace(/\(@([\w-]{1,100})\)/g, (reference, name: string) => `(${examples.get(name) ?? reference})`)
    .replace(FORMULA, ' ')
    .replace(IMAGE, ' $1$2 ')
    .replace(CAPTIONED, '$1 $2')
    .replace(SIZE, ']')
    .replace(RAW, '`')
    .replace(/!?\[\[(?:[^[\]|\n]{0,200}\|)?/g, ' ')
    .replace(/\]\([^()\n]{0,2000}\)|\]\[[^\]\n]{0,200}\]/g, ']')
    .replace(INLINE_TAG, '')
    .replace(TAG, ' ')
    .replace(/\[\^[^\]\s]{1,100}\]|&#?\w{1,10};/g, ' ')
}

const IMAGE = /<img\s(?:[^<>]{0,2000}?\s)?alt=(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})')[^<>]{0,2000}>/gi
/** A picture alone in a paragraph, of which the title is shown. */
const CAPTIONED = /^([ \t>]*!\[[^\][\n]{0,1000}\])\([^()\n"]{1,1000}\s"([^"\n]{1,500})"\s?\)[ \t]*$/gm
/** The size of a picture, behind its words. */
const SIZE = /\|\s*\d{1,5}(?:x\d{1,5})?\s*\]/g
const RAW = /`\{=html\d?\}/g
const FORMULA_BLOCK = /^[ \t>]*(`{3,}|~{3,})math[ \t]*\n[\s\S]*?\n[ \t>]*\1/gm

const withoutLanguage = (code: string) =>
  code.replace(FORMULA_BLOCK, ' ').replace(/^([\s>]*(?:`{3,}|~{3,}))[^\n]*/, '$1')
