import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { readGrid } from './grid-table.ts'
import { readRuledTable } from './ruled-table.ts'

export interface MarkdownCell {
  lines: string[]
  columns: number
  rows: number
}

export interface MarkdownTable {
  /** Rows of the head, then of the body. */
  head: MarkdownCell[][]
  body: MarkdownCell[][]
  /** By column: `center`, `right` or nothing. */
  aligned: readonly string[]
  /** How many lines it takes. */
  height: number
}

const MAX_LINES = 5_000

/** Tables of pandoc that are drawn with lines, and the captions of all tables. */
export const markdownTables = (markdown: MarkdownIt) => {
  markdown.block.ruler.before('table', 'drawn_table', readTable, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  markdown.core.ruler.before('inline', 'cells', keepCells)
  markdown.core.ruler.before('inline', 'captions', moveCaptions)
  markdown.core.ruler.before('inline', 'figures', takeFigures)
}

const readTable = (state: StateBlock, first: number, end: number, isSilent: boolean): boolean => {
  const lineOf = (at: number): string | undefined => {
    const line = first + at
    if (line >= end || at > MAX_LINES) return undefined
    const isBlank = state.isEmpty(line)
    if (!isBlank && (state.sCount[line] ?? 0) < state.blkIndent) return undefined
    return state.getLines(line, line + 1, state.blkIndent, false)
  }
  // What is drawn with lines of signs alone may follow a paragraph, what begins with words may not.
  const table = readGrid(lineOf) ?? (isSilent ? undefined : readRuledTable(lineOf))
  if (!table) return false
  if (isSilent) return true
  writeTable(state, table, first)
  state.line = first + table.height
  return true
}

const writeTable = (state: StateBlock, { head, body, aligned, height }: MarkdownTable, first: number) => {
  const map: [number, number] = [first, first + height]
  state.push('table_open', 'table', 1).map = map
  const write = (rows: MarkdownCell[][], part: 'thead' | 'tbody') => {
    if (rows.length === 0) return
    state.push(`${part}_open`, part, 1)
    const tag = part === 'thead' ? 'th' : 'td'
    for (const row of rows) {
      state.push('tr_open', 'tr', 1)
      let column = 0
      for (const { lines, columns, rows: down } of row) {
        const open = state.push(`${tag}_open`, tag, 1)
        if (columns > 1) open.attrSet('colspan', String(columns))
        if (down > 1) open.attrSet('rowspan', String(down))
        const side = aligned[column] ?? ''
        if (side !== '') open.attrSet('style', `text-align:${side}`)
        writeCell(state, lines, map)
        state.push(`${tag}_close`, tag, -1)
        column += columns
      }
      state.push('tr_close', 'tr', -1)
    }
    state.push(`${part}_close`, part, -1)
  }
  write(head, 'thead')
  write(body, 'tbody')
  state.push('table_close', 'table', -1)
}

/** A cell holds Markdown; the words of one paragraph stand in it without the paragraph. */
const writeCell = (state: StateBlock, lines: string[], map: [number, number]) => {
  const tokens: Token[] = []
  state.md.block.parse(lines.join('\n'), state.md, state.env, tokens)
  const isOne = tokens.length === 3 && tokens[0]?.type === 'paragraph_open'
  for (const token of tokens) {
    token.level += state.level
    if (token.map) token.map = map
    if (isOne && token.type.startsWith('paragraph')) token.hidden = true
    state.tokens.push(token)
  }
}

/** Cells beyond the columns of the head, which the parser leaves out. */
const keepCells = (state: StateCore) => {
  const lines = state.src.split('\n')
  const kept: Token[] = []
  let cells = 0
  let line: string | undefined
  for (const token of state.tokens) {
    if (token.type === 'tr_open') {
      cells = 0
      line = token.map ? lines[token.map[0]] : undefined
    }
    if (token.type === 'td_open') cells += 1
    if (token.type === 'tr_close' && line !== undefined && cells > 0)
      for (const content of cellsOf(line).slice(cells)) {
        const [open, close] = [new state.Token('td_open', 'td', 1), new state.Token('td_close', 'td', -1)]
        const inline = Object.assign(new state.Token('inline', '', 0), { content, children: [], map: token.map })
        kept.push(open, inline, close)
      }
    kept.push(token)
  }
  state.tokens = kept
}

/** Without blank ones at its end. */
const cellsOf = (line: string): string[] => {
  let end = line.length
  while (/[\s|]/.test(line[end - 1] ?? '') && line[end - 2] !== '\\') end -= 1
  return line
    .slice(0, end)
    .replace(/^[\s>]+/, '')
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const CAPTION = /^(?:Table:|:(?=\s))\s*/

/** `Table: words` before or after a table is its caption. */
const moveCaptions = (state: StateCore) => {
  const { tokens } = state
  const kept: Token[] = []
  /** Where the last table begins in what is kept, if it has no caption. */
  let table = -1
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    const [inline, close, after] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]]
    const isParagraph = token.type === 'paragraph_open' && inline?.type === 'inline' && CAPTION.test(inline.content)
    if (isParagraph && inline && close) {
      const isAfter = table >= 0 && kept.at(-1)?.type === 'table_close'
      const isBefore = !isAfter && after?.type === 'table_open'
      if (isAfter || isBefore) {
        inline.content = inline.content.replace(CAPTION, '')
        token.type = 'caption_open'
        close.type = 'caption_close'
        token.tag = close.tag = 'caption'
        if (isBefore && after) {
          kept.push(after, token, inline, close)
          at += 3
        } else {
          kept.splice(table + 1, 0, token, inline, close)
          at += 2
        }
        table = -1
        continue
      }
    }
    if (token.type === 'table_open') table = kept.length
    kept.push(token)
  }
  state.tokens = kept
}

/** `![Words](picture.png){#id}` alone in a paragraph: a picture with a caption, as pandoc and Leanpub show it. */
const FIGURE = /^!\[((?:[^\][\\\n]|\\.){1,1000})\]\(([^()\n]{1,1000})\)\{[^{}\n]{1,200}\}$/
const TITLED = /^!\[(?:[^\][\\\n]|\\.){0,1000}\]\([^()\n"]{1,1000}\s"([^"\n]{1,500})"\s*\)$/

const takeFigures = (state: StateCore) => {
  const kept: Token[] = []
  for (let at = 0; at < state.tokens.length; at += 1) {
    const token = state.tokens[at] as Token
    const inline = state.tokens[at + 1]
    const content = token.type === 'paragraph_open' && inline?.type === 'inline' ? inline.content.trim() : ''
    const words = content.startsWith('![') ? (FIGURE.exec(content) ?? TITLED.exec(content))?.[1] : undefined
    kept.push(token)
    if (words === undefined || !inline) continue
    const close = state.tokens[at + 2] as Token
    token.type = 'figure_open'
    close.type = 'figure_close'
    token.tag = close.tag = 'figure'
    const caption = (type: string, nesting: 1 | -1) =>
      Object.assign(new state.Token(type, 'figcaption', nesting), { block: true, level: token.level + 1 })
    const text = Object.assign(new state.Token('inline', '', 0), {
      content: words,
      children: [],
      map: inline.map,
      block: true,
    })
    kept.push(inline, caption('caption_open', 1), text, caption('caption_close', -1), close)
    at += 2
  }
  state.tokens = kept
}
