import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { readAttributes } from './markdown-attributes.ts'

const DOLLAR = '$'
/** GitHub's way to write a formula in a line. */
const IN_BACKTICKS = /^`([\s\S]*)`$/

/**
 * Formulas in TeX: `$…$` in a line, without spaces at its ends, and `$$…$$` or code in `math` as a block. `render` writes what stands in
 * their place.
 */
export const markdownMath = (markdown: MarkdownIt, render: (tex: string, isBlock: boolean) => string) => {
  markdown.inline.ruler.after('escape', 'math', readInline)
  markdown.block.ruler.after('blockquote', 'math', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  markdown.core.ruler.after('block', 'math', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'fence' && token.info.trim() === 'math') token.type = 'math_block'
  })
  markdown.renderer.rules['math_inline'] = (tokens, at) => render(tokens[at]?.content ?? '', false)
  markdown.renderer.rules['math_block'] = (tokens, at) => {
    const id = tokens[at]?.attrGet('id')
    const named = id ? ` id="${markdown.utils.escapeHtml(String(id))}"` : ''
    return `<p${named}>${render(tokens[at]?.content ?? '', true)}</p>\n`
  }
}

/** The end of a formula, with the name by which Quarto and pandoc's filters refer to it. */
const CLOSED = /^([^]*?)\$\$(?:[ \t]{0,9}(\{[^{}]{0,100}\}))?$/

const INLINE = /^\$(?!\s)((?:[^$\\]|\\[\s\S])+?)(?<!\s)\$(?!\d)/
const INLINE_BLOCK = /^\$\$((?:[^$\\]|\\[\s\S])+?)\$\$/

const readInline = (state: StateInline, isSilent: boolean): boolean => {
  if (state.src[state.pos] !== DOLLAR) return false
  const rest = state.src.slice(state.pos, state.posMax)
  const found = INLINE_BLOCK.exec(rest) ?? INLINE.exec(rest)
  if (!found) return false
  if (!isSilent) state.push('math_inline', 'math', 0).content = (found[1] ?? '').replace(IN_BACKTICKS, '$1').trim()
  state.pos += found[0].length
  return true
}

const readBlock = (state: StateBlock, first: number, end: number, isSilent: boolean): boolean => {
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)
  if (!lineOf(first).startsWith('$$')) return false
  const lines: string[] = []
  let last = first
  let id: string | undefined
  for (let line = first; line < end; line += 1) {
    const text = line === first ? lineOf(line).slice(2) : lineOf(line)
    const found = CLOSED.exec(text.trimEnd())
    const attributes = readAttributes(found?.[2] ?? '')
    const closed = found?.[2] !== undefined && !attributes ? null : found
    id = attributes?.id
    lines.push(closed?.[1] ?? text)
    last = line
    if (closed) break
    if (line === end - 1) return false
  }
  if (isSilent) return true
  const token = state.push('math_block', 'math', 0)
  token.content = lines.join('\n').trim()
  if (id !== undefined) token.attrSet('id', id)
  state.line = last + 1
  return true
}
