import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const BEGIN = '<!--'
const END = '-->'

/** Leaves out comments (`<!-- … -->`) that are no code, and tells of each. One without an end is text. */
export const markdownComments = (markdown: MarkdownIt, onComment: () => void) => {
  markdown.inline.ruler.before('autolink', 'comment', readInline)
  markdown.block.ruler.before('html_block', 'comment', readBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
  markdown.renderer.rules['comment'] = () => {
    onComment()
    return ''
  }
}

/** Without it, a text of comments that do not end would be read to its end for each of them. */
let endless = { text: '', from: 0, max: 0 }

/** Where the comment at a place ends, or that place if there is none. */
const endOfComment = (text: string, at: number, max: number): number => {
  if (!text.startsWith(BEGIN, at)) return at
  if (endless.text === text && endless.max === max && endless.from <= at) return at
  const end = text.slice(0, max).indexOf(END, at + '<!'.length)
  if (end < 0) endless = { text, from: at, max }
  return end < 0 ? at : end + END.length
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
