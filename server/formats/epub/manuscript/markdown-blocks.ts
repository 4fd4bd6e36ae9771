import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { readAttributes } from './markdown-attributes.ts'

const NO_BREAK_SPACE = '\u00A0'

/** Line blocks and fenced divisions of pandoc, page breaks, task lists, and alerts of GitHub and Obsidian. */
export const markdownBlocks = (markdown: MarkdownIt, onDivision: (line: number) => void) => {
  markdown.block.ruler.after('table', 'line_block', readLineBlock)
  markdown.block.ruler.before('hr', 'division', (...args) => readDivision(onDivision, ...args), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  markdown.core.ruler.before('inline', 'defined_code', settleDefinedCode)
  markdown.core.ruler.before('inline', 'alerts', openAlerts)
  markdown.core.ruler.before('inline', 'tasks', markTasks)
  markdown.core.ruler.before('inline', 'breaks', takeBreaks)
  markdown.core.ruler.after('inline', 'divisions', directDivisions)
  for (const hidden of ['division', 'page_break']) markdown.renderer.rules[hidden] = () => ''
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)

/** A poem: `| ` begins each line, whose indentation is kept. Rows of a table end with a bar as well. */
const readLineBlock = (state: StateBlock, first: number, end: number, isSilent: boolean): boolean => {
  const lines: string[] = []
  let line = first
  for (; line < end; line += 1) {
    const isWithin = (state.sCount[line] ?? 0) >= state.blkIndent
    const text = isWithin ? lineOf(state, line) : ''
    if (/^\|(?:\s|$)/.test(text) && (state.sCount[line] ?? 0) - state.blkIndent < 4)
      lines.push(text.slice(1).replace(/^ /, ''))
    // A line that goes on below itself.
    else if (lines.length > 0 && text !== '' && (state.sCount[line] ?? 0) > state.blkIndent)
      lines.push(`${lines.pop()} ${text}`)
    else break
  }
  if (lines.every((text) => text === '' || text.endsWith('|'))) return false
  if (isSilent) return true
  let stanza: string[] = []
  const close = (to: number) => {
    if (stanza.length === 0) return
    const map: [number, number] = [to - stanza.length, to]
    Object.assign(state.push('paragraph_open', 'p', 1), { map, attrs: [['class', 'gap']] })
    const content = stanza.map((text) =>
      text.replace(/^ +/, (blanks) => NO_BREAK_SPACE.repeat(blanks.length)).replace(/\\+$/, ''),
    )
    Object.assign(state.push('inline', '', 0), { content: content.join('\\\n'), map, children: [] })
    state.push('paragraph_close', 'p', -1)
    stanza = []
  }
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') close(first + at)
    else stanza.push(text.trimEnd())
  }
  close(line)
  state.line = line
  return true
}

const DIVISION = /^:{3,}[ \t]*(?:(\{[^{}]*\}|[\w-]+)[ \t]*([^:\n]*?))?[ \t]*:*[ \t]*$/

/** The first and last lines of a division, `::: {.note}` or `:::note Title`, which is what stands between them. */
const readDivision = (
  onDivision: (line: number) => void,
  ...[state, line, , isSilent]: [StateBlock, number, number, boolean]
): boolean => {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false
  const text = lineOf(state, line)
  const found = text.startsWith(':::') && text.length <= 500 ? DIVISION.exec(text) : undefined
  const name = found?.[1]
  const attributes = name?.startsWith('{') ? readAttributes(name) : undefined
  if (!found || (name?.startsWith('{') && !attributes)) return false
  if (isSilent) return true
  const token = state.push('division', '', 0)
  token.map = [line, line + 1]
  token.meta = { isEnd: name === undefined, lang: attributes?.others.get('lang') }
  const title = found[2]?.trim() ?? ''
  if (title !== '') pushBold(state, title, [line, line + 1])
  if (name !== undefined) onDivision(line)
  state.line = line + 1
  return true
}

const pushBold = (state: StateBlock, content: string, map: [number, number]) => {
  state.push('paragraph_open', 'p', 1).map = map
  Object.assign(state.push('inline', '', 0), { content: `**${content}**`, map, children: [] })
  state.push('paragraph_close', 'p', -1)
}

/** What stands in a division is in its language. What follows a page break begins a page. */
const directDivisions = (state: StateCore) => {
  const languages: (string | undefined)[] = []
  let isNewPage = false
  for (const token of state.tokens) {
    if (token.type === 'page_break') isNewPage = true
    else if (isNewPage && token.tag !== '' && token.nesting >= 0) {
      token.attrJoin('class', 'new-page')
      isNewPage = false
    }
    if (token.type === 'division') {
      const { isEnd, lang } = token.meta as { isEnd: boolean; lang?: string }
      if (isEnd) languages.pop()
      else languages.push(lang ?? languages.at(-1))
    }
    const lang = languages.at(-1)
    if (lang !== undefined && (token.type === 'paragraph_open' || token.type === 'heading_open'))
      token.attrSet('lang', lang)
  }
}

/** Code of a definition begins four columns after its words, not after its sign. */
const settleDefinedCode = ({ src, tokens }: StateCore) => {
  const lines = src.split('\n')
  const deeper: number[] = []
  for (const token of tokens) {
    if (token.type === 'dd_open') {
      const [first = 0] = token.map ?? []
      // A blank line may stand before the sign.
      const signed = lines.slice(first, first + 3).find((line) => /^\s*[:~]\s/.test(line)) ?? ''
      const [sign = '', blanks = ''] = /^\s*[:~](\s+)/.exec(signed) ?? []
      deeper.push(sign === '' || blanks.includes('\t') ? 0 : Math.max(0, blanks.length - 1))
    }
    if (token.type === 'dd_close') deeper.pop()
    const by = deeper.at(-1) ?? 0
    if (token.type === 'code_block' && by > 0)
      token.content = token.content.replace(new RegExp(`^ {1,${by}}`, 'gm'), '')
  }
}

const ALERT = /^\[!([\w-]+)\][+-]?[ \t]*(.*)$/
const MARKUA = /^markua-([A-Z])$/
/** The heading of an aside of Leanpub. */
const TITLE = /^#{1,6}[ \t]+(\S.*)$/
/** What the letter of an aside of Leanpub says. */
const ASIDES: Readonly<Record<string, string>> = {
  D: 'Discussion',
  E: 'Error',
  I: 'Information',
  Q: 'Question',
  T: 'Tip',
  W: 'Warning',
  X: 'Exercise',
}

/** `> [!NOTE]` of GitHub, `> [!note] Title` of Obsidian. */
const openAlerts = (state: StateCore) => {
  const kept: Token[] = []
  for (const [at, token] of state.tokens.entries()) {
    const [quote, open] = [state.tokens[at - 2], state.tokens[at - 1]]
    const isFirst = token.type === 'inline' && open?.type === 'paragraph_open' && quote?.type === 'blockquote_open'
    const [first = '', ...rest] = isFirst ? token.content.split('\n') : []
    const [, kind = '', words = ''] = ALERT.exec(first) ?? []
    if (!isFirst || kind === '') {
      kept.push(token)
      continue
    }
    const aside = MARKUA.exec(kind)?.[1]
    const label = aside === undefined ? words || capitalized(kind) : (ASIDES[aside] ?? '')
    const title = aside === undefined ? '' : (TITLE.exec(words)?.[1] ?? '')
    const content = (aside === undefined || title !== '' ? rest : [words, ...rest]).join('\n')
    kept.pop()
    const paragraph = (text: string) => {
      if (text === '') return
      const opened = Object.assign(new state.Token('paragraph_open', 'p', 1), { block: true, map: token.map })
      const inline = Object.assign(new state.Token('inline', '', 0), {
        content: text,
        map: token.map,
        children: [],
        block: true,
      })
      kept.push(opened, inline, Object.assign(new state.Token('paragraph_close', 'p', -1), { block: true }))
    }
    paragraph(label === '' ? '' : `**${label}**`)
    paragraph(title === '' ? '' : `**${title}**`)
    paragraph(content)
    // Its own end, which follows.
    const close = state.tokens[at + 1]
    if (close) close.type = 'alert_close'
  }
  state.tokens = kept.filter(({ type }) => type !== 'alert_close')
}

const capitalized = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`

const TASK = /^\[([ xX])\](?=\s)/

/** A box before each task, open or done. */
const markTasks = (state: StateCore) => {
  for (const [at, token] of state.tokens.entries()) {
    if (token.type !== 'inline' || state.tokens[at - 2]?.type !== 'list_item_open') continue
    token.content = token.content.replace(TASK, (_, done: string) => (done === ' ' ? '☐' : '☑'))
  }
}

const PAGE_BREAK = /^(?:\\(?:newpage|pagebreak|clearpage)(?:\{\})?|\{\{< ?pagebreak ?>\}\})$/
/** As authors of Typora and Obsidian write it, for PDFs. */
const HTML_BREAK =
  /^<(div|p)\s[^<>]{0,200}(?:page-)?break-(?:after|before)\s*:\s*(?:always|page)\b[^<>]{0,200}>\s*(?:&nbsp;\s*)?<\/\1>\s*$/i
const CONTENTS = /^(?:\[TOC\]|\[\[_?TOC_?\]\]|\$\{toc\})$/i

/** A paragraph that is a page break, or the place of a table of contents, which every book has. */
const takeBreaks = (state: StateCore) => {
  const kept: Token[] = []
  for (let at = 0; at < state.tokens.length; at += 1) {
    const token = state.tokens[at] as Token
    const text = token.type === 'paragraph_open' ? (state.tokens[at + 1]?.content.trim() ?? '') : ''
    const isHtml = token.type === 'html_block' && HTML_BREAK.test(token.content)
    const isBreak = isHtml || PAGE_BREAK.test(text)
    if (!isBreak && !CONTENTS.test(text)) {
      kept.push(token)
      continue
    }
    if (isBreak)
      kept.push(
        Object.assign(new state.Token('page_break', 'hr', 0), { map: token.map, level: token.level, block: true }),
      )
    if (!isHtml) at += 2
  }
  state.tokens = kept
}
