import { readAttributes } from './markdown-attributes.ts'
import { rewriteLists } from './markdown-lists.ts'
import { eachPlainLine, type RewrittenList } from './plain-lines.ts'

const CAPTION = /^ {0,3}:[ \t]+(?=\S)/
const RULED = /^ {0,3}(?:\+[-=:+]{2,}\+|-{3,}(?: +-+)*)[ \t]*$/
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-*:?[ \t]*)+$/

/** `: words` before a table is its caption, and no definition of the paragraph above: `Table: words`. */
const rewriteCaptions = (text: string): string => {
  const lines = text.split('\n')
  const isBlank = (at: number) => (lines[at] ?? '').trim() === ''
  for (let at = 0; at < lines.length; at += 1) {
    const marker = CAPTION.exec(lines[at] ?? '')?.[0]
    if (marker === undefined || !isBlank(at - 1)) continue
    let next = at
    while (next < lines.length && !isBlank(next)) next += 1
    if (!isBlank(next)) continue
    while (next < lines.length && isBlank(next)) next += 1
    const [first = '', second = ''] = lines.slice(next, next + 2)
    if (RULED.test(first) || DELIMITERS.test(second) || RULED.test(second))
      lines[at] = `Table: ${(lines[at] ?? '').slice(marker.length)}`
    at = next - 1
  }
  return lines.join('\n')
}

const EXAMPLE = /^( {0,3})\(@([\w-]*)\)[ \t]+(?=\S)/
export interface RewrittenLines {
  text: string
  /** The numbers of examples by their names. */
  examples: ReadonlyMap<string, number>
  /** Lists that were rewritten, by their first lines, counted from 0. */
  lists: ReadonlyMap<number, RewrittenList>
}

const ASIDE = /^([ABCDEGIQTWX])> ?/
/** Where a picture or a link by name leads, with its size or its looks behind it, as pandoc and MultiMarkdown write them. */
const SIZED_DEFINITION =
  /^( {0,3}\[[^\]^\n][^\]\n]{0,200}\]:[ \t]*(?:<[^<>\n]*>|\S+)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?)(?:(?:[ \t]+(?:width|height|class|id|style|align)=(?:"[^"\n]*"|[^"\s]+))+|[ \t]+(\{[^{}\n]{1,500}\}))[ \t]*$/
/** Marks between two scenes, which are as well headings of nothing and signs of definitions. */
const SCENE_BREAK = /^(?:#{1,6}|#(?: #){2,}|~(?: ~)*)$/
/** The title of a part of Leanpub. */
const PART = /^-#[ \t]+(?=\S)/

/**
 * Markdown with lists of examples as pandoc has them, `(@)` and `(@name)`, numbered through the file, and asides of Leanpub,
 * `A> …`, as quotations that say what they are, its parts as headings, the marks between scenes as rules, and what links by name
 * lead to without sizes. Lines keep their numbers.
 */
export const rewriteLines = (source: string): RewrittenLines => {
  const { text: counted, lists } = rewriteLists(source)
  const text = rewriteCaptions(counted)
  const examples = new Map<string, number>()
  const kept: string[] = []
  let copied = 0
  let count = 0
  let aside = ''
  /** Whether a list may begin in the next line. */
  let isOpen = true
  let isInList = false
  eachPlainLine(text, ({ start, end, at }) => {
    const line = text.slice(start, end)
    const [marker, indent = '', name = ''] = EXAMPLE.exec(line) ?? []
    if (marker !== undefined && isOpen) {
      const number = examples.get(name) ?? (count += 1)
      if (name !== '') examples.set(name, number)
      if (!isInList) lists.set(at, { start: number, type: '' })
      isInList = true
      kept.push(text.slice(copied, start), `${indent}${number}) `)
      copied = start + marker.length
    }
    const [quote, letter = ''] = ASIDE.exec(line) ?? []
    if (quote !== undefined) {
      kept.push(text.slice(copied, start), letter === aside ? '> ' : `> [!markua-${letter}] `)
      copied = start + quote.length
    }
    aside = letter
    const part = PART.exec(line)?.[0]
    if (part !== undefined) {
      kept.push(text.slice(copied, start), '# ')
      copied = start + part.length
    }
    const [, definition, braces] = SIZED_DEFINITION.exec(line) ?? []
    if (definition !== undefined && (braces === undefined || readAttributes(braces))) {
      kept.push(text.slice(copied, start), definition)
      copied = end
    }
    if (SCENE_BREAK.test(line) && isBetweenBlankLines(text, start, end)) {
      kept.push(text.slice(copied, start), '***')
      copied = end
    }
    if (line.trim() !== '' && marker === undefined && !/^\s/.test(line)) isInList = false
    isOpen = line.trim() === '' || (isOpen && marker !== undefined)
  })
  return { text: kept.join('') + text.slice(copied), examples, lists }
}

const MAX_BLANKS = 20

/** Whether blank lines stand before and after a line, and other lines before and after those. */
const isBetweenBlankLines = (text: string, start: number, end: number): boolean =>
  /\S\s*\n[ \t]*\n$/.test(text.slice(Math.max(0, start - MAX_BLANKS), start)) &&
  /^\n[ \t]*\n\s*\S/.test(text.slice(end, end + MAX_BLANKS))
