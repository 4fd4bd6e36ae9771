import type { MarkdownIt, StateInline } from 'markdown-it'
import { tokenizeWithin } from './markdown-attributes.ts'

/**
 * Marks in a line: `H~2~O`, `x^2^` and `==marked==`, as pandoc and Obsidian have them. Unlike the plugins for them, these leave
 * ordinary words alone: a raised or lowered part stands at a word and has no blanks or operators in it, so that
 * `a^2+b^2`, `~5` and `a==b` stay as they are.
 */
export const markdownMarks = (markdown: MarkdownIt) => {
  markdown.inline.ruler.before('emphasis', 'raised', readRaised)
  markdown.inline.ruler.before('emphasis', 'marked', readMarked)
}

const RAISED = /([\^~])([+\-−]?(?:\\[ ~^]|[\p{L}\p{N}\p{M}.,′'’"*_()]){1,60}[+\-−]?)\1/uy
const WORD = /[\p{L}\p{N}]/u
const BASE = /[\p{L}\p{N}\p{M})\]}*_”’$`>]/u

const readRaised = (state: StateInline, isSilent: boolean): boolean => {
  const { src, pos } = state
  const mark = src[pos]
  if ((mark !== '^' && mark !== '~') || src[pos + 1] === mark || src[pos - 1] === mark) return false
  RAISED.lastIndex = pos
  const [all, , inside = ''] = RAISED.exec(src) ?? []
  if (all === undefined || pos + all.length > state.posMax || !WORD.test(inside)) return false
  const after = src[pos + all.length] ?? ''
  if (after === mark) return false
  // An isotope is raised before its letter: ^14^C.
  const isBefore = mark === '^' && WORD.test(after) && !BASE.test(src[pos - 1] ?? '')
  if (!isBefore && !BASE.test(src[pos - 1] ?? '')) return false
  if (!isSilent) {
    const tag = mark === '^' ? 'sup' : 'sub'
    state.push('mark_open', tag, 1)
    tokenizeWithin(state, pos + 1, pos + all.length - 1)
    state.push('mark_close', tag, -1)
  }
  state.pos = pos + all.length
  return true
}

/** Without it, a text of marks that do not end would be read to its end for each of them. */
let endless = { text: '', from: 0 }

const readMarked = (state: StateInline, isSilent: boolean): boolean => {
  const { src, pos, posMax } = state
  if (!src.startsWith('==', pos) || /[\p{L}\p{N}=!<>]/u.test(src[pos - 1] ?? '') || /[\s=]/.test(src[pos + 2] ?? ' '))
    return false
  if (endless.text === src && endless.from <= pos) return false
  let close = src.indexOf('==', pos + 3)
  while (close >= 0 && close < posMax && (/\s/.test(src[close - 1] ?? '') || src[close + 2] === '='))
    close = src.indexOf('==', close + 3)
  if (close < 0) endless = { text: src, from: pos }
  if (close < 0 || close + 2 > posMax || WORD.test(src[close + 2] ?? '')) return false
  if (!isSilent) {
    state.push('mark_open', 'mark', 1)
    tokenizeWithin(state, pos + 2, close)
    state.push('mark_close', 'mark', -1)
  }
  state.pos = close + 2
  return true
}
