import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { eachPlainLine } from './plain-lines.ts'

/** Comments of HTML, Obsidian (and at the begin of a line Leanpub), CriticMarkup, kramdown and Liquid. They are for the author alone. */
const PAIRS = [
  ['<!--', '-->'],
  ['%%', '%%'],
  ['{>>', '<<}'],
  ['{::comment}', '{:/comment}'],
  ['{% comment %}', '{% endcomment %}'],
  ['{%- comment -%}', '{%- endcomment -%}'],
] as const
const PERCENT = '%%'
const EMPTY = '<!-- -->'

/** Leaves out comments that are no code, and tells of each. One without an end is text. */
export const markdownComments = (markdown: MarkdownIt, onComment: () => void) => {
  markdown.inline.ruler.before('autolink', 'comment', readInline)
  markdown.block.ruler.before('html_block', 'comment', readBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
  markdown.renderer.rules['comment'] = () => {
    onComment()
    return ''
  }
}

/** Without it, a text of comments that do not end would be read to its end for each of them. */
const endless = new Map<string, { text: string; from: number; max: number }>()

/** Where the comment at a place ends, or that place if there is none. */
const endOfComment = (text: string, at: number, max: number): number => {
  const [begin, end] = PAIRS.find(([begin]) => text.startsWith(begin, at)) ?? ['', '']
  if (begin === '') return at
  const known = endless.get(begin)
  if (known?.text === text && known.max === max && known.from <= at) return at
  // The begin of `<!-->` is its end as well.
  const from = at + (begin === '<!--' ? '<!'.length : begin.length)
  const found = (max < text.length ? text.slice(0, max) : text).indexOf(end, from)
  if (found < 0) endless.set(begin, { text, from: at, max })
  return found < 0 ? at : found + end.length
}

const readInline = (state: StateInline, isSilent: boolean): boolean => {
  const end = endOfComment(state.src, state.pos, state.posMax)
  if (end === state.pos) return false
  if (!isSilent) state.push('comment', '', 0)
  state.pos = end
  return true
}

/** Comments at the beginning of a line, which may hold blank lines. Text after the last one is read as a line of its own. */
const readBlock = (state: StateBlock, first: number, last: number, isSilent: boolean): boolean => {
  const startOf = (line: number) => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  const max = state.eMarks[last - 1] ?? 0
  let at = startOf(first)
  let count = 0
  for (let end = endOfComment(state.src, at, max); end > at; end = endOfComment(state.src, at, max)) {
    count += 1
    at = state.skipSpaces(end)
  }
  if (count === 0) return false
  let line = first
  while ((state.eMarks[line] ?? max) < at) line += 1
  const isWhole = at >= (state.eMarks[line] ?? max)
  if (!isWhole && line === first) return false
  if (isSilent) return true
  for (let n = 0; n < count; n += 1) state.push('comment', '', 0)
  state.line = isWhole ? line + 1 : line
  if (!isWhole) {
    state.bMarks[line] = at
    state.tShift[line] = 0
    state.sCount[line] = state.blkIndent
  }
  return true
}

const MARK = /`+|\\.|<!--|%%|\{>>|\{::comment\}|\{%-? comment -?%\}/gs

/**
 * The text with an empty comment in the place of each that goes over lines: such a comment may begin within a paragraph,
 * and what stands in it may look like lists and headings. Its lines follow the paragraph as blank ones, so that
 * all others keep their numbers.
 */
export const foldComments = (text: string): string => {
  const kept: string[] = []
  let copied = 0
  let blanks = 0
  let upcoming: { 0: string; index: number } | undefined
  eachPlainLine(text, ({ start, end }) => {
    if (start < copied && end < copied) return
    if (blanks > 0 && text.slice(start, end).trim() === '') {
      kept.push(text.slice(copied, start), '\n'.repeat(blanks))
      copied = start
      blanks = 0
    }
    MARK.lastIndex = Math.max(start, copied)
    // Marks are looked for once, however many lines are before the next one.
    const next = () => {
      if (!upcoming || upcoming.index < MARK.lastIndex) upcoming = MARK.exec(text) ?? { 0: '', index: Infinity }
      return upcoming.index < end ? upcoming : undefined
    }
    for (let found = next(); found; found = next()) {
      const [mark, at] = [found[0], found.index]
      MARK.lastIndex = at + mark.length
      // So many per cent.
      if (mark === PERCENT && /^\d\s/.test(`${text[at - 1] ?? ''}${text[at + mark.length] ?? '\n'}`)) continue
      if (mark.startsWith('\\')) continue
      if (mark.startsWith('`')) {
        MARK.lastIndex = endOfCode(text, { at, mark, end })
        continue
      }
      const isFirst = text.slice(start, at).trim() === ''
      const close = isFirst && mark === PERCENT ? endOfPercent(text, { at, end }) : endOfComment(text, at, text.length)
      if (close === at) continue
      const lines = text.slice(at, close).split('\n').length - 1
      if (lines > 0 || close === end) {
        // What follows one that begins a line is a line of its own.
        const isAlone = isFirst && lines > 0
        kept.push(text.slice(copied, at), isAlone ? `${EMPTY}\n` : EMPTY)
        copied = close
        blanks += isAlone ? lines - 1 : lines
      }
      MARK.lastIndex = close
      if (close > end) break
    }
  })
  return kept.length === 0 ? text : kept.join('') + text.slice(copied) + '\n'.repeat(blanks)
}

/** Where a span of code in this line ends; a run of backticks that nothing closes there is text, and ends with itself. */
const endOfCode = (text: string, { at, mark, end }: { at: number; mark: string; end: number }): number => {
  const close = text.slice(at + mark.length, end).search(new RegExp(`(?<!\`)${mark}(?!\`)`))
  return close < 0 ? at + mark.length : at + mark.length + close + mark.length
}

/**
 * Where a comment at the beginning of a line ends: Obsidian's, or a line of Leanpub, where the next mark begins such a line as
 * well or there is none.
 */
const endOfPercent = (text: string, { at, end }: { at: number; end: number }): number => {
  const close = endOfComment(text, at, text.length)
  const hasWords = text.slice(at + PERCENT.length, end).trim() !== ''
  if (!hasWords || (close > at && close <= end)) return close
  const mark = close - PERCENT.length
  const line = text.slice(text.lastIndexOf('\n', mark) + 1, mark)
  const nextEnd = text.indexOf('\n', close)
  const after = text.slice(close, nextEnd < 0 ? text.length : nextEnd)
  return close === at || (line.trim() === '' && after.trim() !== '') ? end : close
}
