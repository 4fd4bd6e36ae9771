import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'

/** What stands in braces after a heading, a picture, a link or a span, or on a line of its own. */
export interface Attributes {
  id?: string
  classes: string[]
  others: ReadonlyMap<string, string>
}

/**
 * The attributes that Markdown names by words: what stands in any other braces is text, such as the set {a, b}.
 */
const NAMES =
  /^(?:id|class|width|height|align|float|sample|title|alt|lang|language|dir|style|format|caption|type|target|rel|cover|fullbleed|scale|(?:column-?)?widths|line-?numbers|number|start(?:-?from)?|poster|role|icon|data-[\w-]+)$/i
const MARKS = /^(?:pagebreak|frontmatter|mainmatter|backmatter|\/?aside|\/?blurb|\/?quiz|\/?exercise|unnumbered)$/i
const MAX_LENGTH = 500
const PART =
  /\s*(?:#([\p{L}\p{N}_:.-]+)|\.([\p{L}\p{N}_-]+)|([\p{L}][\p{L}\p{N}_-]*)\s*[=:]\s*("[^"]*"|'[^']*'|[^\s"'{}=,]+)|(-)(?=\s|$)|(\/?\p{L}+)(?=[\s,]|$))(?:\s*,)?(?=\s|$|[#.])/uy

/** Reads `{#id .class key=value}`, kramdown's `{: .class}` and Leanpub's `{key: value}`; undefined for braces that hold anything else. */
export const readAttributes = (braces: string): Attributes | undefined => {
  if (!braces.startsWith('{') || !braces.endsWith('}') || braces.length > MAX_LENGTH) return undefined
  const inside = braces.slice(1, -1).replace(/^:/, '').trim()
  if (inside === '') return undefined
  const attributes: Attributes = { classes: [], others: new Map() }
  const others = new Map<string, string>()
  for (PART.lastIndex = 0; PART.lastIndex < inside.length;) {
    const found = PART.exec(inside)
    if (!found) return undefined
    const [, id, name, key, value = '', dash, mark] = found
    if (id !== undefined) attributes.id = id
    if (name !== undefined) attributes.classes.push(name)
    if (dash !== undefined) attributes.classes.push('unnumbered')
    if (mark !== undefined) {
      if (!MARKS.test(mark)) return undefined
      attributes.classes.push(mark.toLowerCase())
    }
    if (key !== undefined) {
      if (!NAMES.test(key)) return undefined
      others.set(key.toLowerCase(), value.replace(/^(["'])(.*)\1$/s, '$2'))
    }
  }
  const named = others.get('id')
  if (named !== undefined) attributes.id = named
  return { ...attributes, others }
}

/** The braces that a line ends with, and where they begin. */
const endingBraces = (line: string): { at: number; attributes: Attributes } | undefined => {
  const trimmed = line.trimEnd()
  const at = trimmed.endsWith('}') ? trimmed.lastIndexOf('{') : -1
  const attributes = at < 0 || trimmed[at - 1] === '\\' ? undefined : readAttributes(trimmed.slice(at))
  return attributes && { at, attributes }
}

const isPageBreak = ({ classes }: Attributes) => classes.includes('pagebreak')

/** What a place or a language is to the book; everything else says how it looks. */
const apply = (token: Token | undefined, { id, others }: Attributes) => {
  if (!token) return
  if (id !== undefined) token.attrSet('id', id)
  const lang = others.get('lang')
  if (lang !== undefined) token.attrSet('lang', lang)
}

/** Takes attributes in braces out of headings, paragraphs, pictures, links, code and spans. `onAttributes` is told of each. */
export const markdownAttributes = (markdown: MarkdownIt, onAttributes: (line: number) => void) => {
  markdown.core.ruler.before('inline', 'attributes', (state) => takeFromBlocks(state, onAttributes))
  markdown.inline.ruler.before('link', 'span', readSpan)
  markdown.inline.ruler.push('attributes', readAfter)
}

const takeFromBlocks = (state: StateCore, onAttributes: (line: number) => void) => {
  const { tokens } = state
  /** Those of a line before a block. */
  let waiting: Attributes | undefined
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    const inline = tokens[at + 1]
    const isHeading = token.type === 'heading_open'
    if (inline?.type !== 'inline' || (!isHeading && token.type !== 'paragraph_open')) {
      if (waiting && token.nesting === 1) apply(token, waiting)
      if (token.nesting === 1) waiting = undefined
      kept.push(token)
      continue
    }
    const [line = 0] = inline.map ?? []
    if (waiting) apply(token, waiting)
    waiting = undefined
    if (isHeading) {
      const found = endingBraces(inline.content)
      if (found) {
        apply(token, found.attributes)
        inline.content = inline.content.slice(0, found.at).trimEnd()
        onAttributes(line)
      }
      kept.push(token)
      continue
    }
    const lines = inline.content.split('\n')
    const first = readAttributes((lines[0] ?? '').trim())
    if (first && lines.length === 1) {
      // Kramdown's stand below their block, Leanpub's above it: ids lead to about the same place.
      waiting = first
      onAttributes(line)
      at += 2
      if (isPageBreak(first)) kept.push(pageBreak(state, token))
      continue
    }
    if (first) {
      if (isPageBreak(first)) kept.push(pageBreak(state, token))
      apply(token, first)
      lines[0] = ''
      onAttributes(line)
    }
    const last = lines.length - 1
    const ending = endingBraces(lines[last] ?? '')
    const isTold = ending && (ending.attributes.id !== undefined || ending.attributes.classes.length > 0)
    const isAfterBlank = ending && /\s$/.test((lines[last] ?? '').slice(0, ending.at))
    if (ending && (ending.at === 0 || (isTold && isAfterBlank))) {
      apply(token, ending.attributes)
      lines[last] = (lines[last] ?? '').slice(0, ending.at).trimEnd()
      onAttributes(line + last)
    }
    // Lines keep their numbers.
    inline.content = lines.join('\n').trimEnd()
    kept.push(token)
  }
  state.tokens = kept
}

const pageBreak = (state: StateCore, { level, map }: Token): Token => {
  const token = new state.Token('page_break', 'hr', 0)
  return Object.assign(token, { level, map, block: true })
}

const NAMED = new Map([
  ['underline', 'u'],
  ['ul', 'u'],
  ['mark', 'mark'],
  ['highlight', 'mark'],
  ['kbd', 'kbd'],
])

/** Without it, a text of brackets would be searched to its end for each of them. */
let lastSpan = { text: '', at: -1 }

/** `[words]{.smallcaps}` of pandoc. */
const readSpan = (state: StateInline, isSilent: boolean): boolean => {
  if (state.src[state.pos] !== '[') return false
  if (lastSpan.text !== state.src) lastSpan = { text: state.src, at: state.src.lastIndexOf(']{') }
  if (state.pos > lastSpan.at) return false
  const { pos, posMax } = state
  const close = state.md.helpers.parseLinkLabel(state, pos)
  if (close < 0 || state.src[close + 1] !== '{') return false
  const end = state.src.indexOf('}', close)
  const attributes = end < 0 || end >= posMax ? undefined : readAttributes(state.src.slice(close + 1, end + 1))
  if (!attributes) return false
  if (!isSilent) {
    const { classes, others, id } = attributes
    const tag = classes.map((name) => NAMED.get(name)).find(Boolean) ?? 'span'
    const open = state.push('mark_open', tag, 1)
    if (id !== undefined) open.attrSet('id', id)
    if (classes.includes('smallcaps')) open.attrSet('class', 'small-caps')
    const lang = others.get('lang')
    if (lang !== undefined) open.attrSet('lang', lang)
    tokenizeWithin(state, pos + 1, close)
    state.push('mark_close', tag, -1)
  }
  state.pos = end + 1
  return true
}

/** Reads a part of a line as Markdown of its own. */
export const tokenizeWithin = (state: StateInline, from: number, to: number) => {
  const { posMax } = state
  state.pos = from
  state.posMax = to
  state.md.inline.tokenize(state)
  state.posMax = posMax
}

const RAW_LENGTH = '{=html5}'.length

/** Attributes that follow a picture, a link or code without a space. */
const readAfter = (state: StateInline, isSilent: boolean): boolean => {
  if (state.src[state.pos] !== '{' || !/[)\]`>]/.test(state.src[state.pos - 1] ?? '') || isSilent) return false
  const before = state.tokens.at(-1)
  if (state.pending !== '' || !before || !['image', 'link_close', 'code_inline'].includes(before.type)) return false
  const [raw] = /^\{=html\d?\}/.exec(state.src.slice(state.pos, state.pos + RAW_LENGTH)) ?? []
  if (raw !== undefined && before.type === 'code_inline') {
    before.type = 'html_inline'
    state.pos += raw.length
    return true
  }
  const end = state.src.slice(state.pos, state.pos + MAX_LENGTH).indexOf('}')
  const attributes = end < 0 ? undefined : readAttributes(state.src.slice(state.pos, state.pos + end + 1))
  if (!attributes) return false
  const open = before.type === 'link_close' ? state.tokens.findLast(({ type }) => type === 'link_open') : before
  if (attributes.id !== undefined) open?.attrSet('id', attributes.id)
  state.pos += end + 1
  return true
}
