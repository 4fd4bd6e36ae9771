import type { MarkdownIt, StateBlock, StateCore } from 'markdown-it'
import { words } from '#server/formats/epub/words.ts'

/** What writers of Markdown use HTML for. */
const KEPT = words(`
  sub sup br hr u mark img kbd small em strong i b s del ins code var samp q cite abbr span a p h1 h2 h3 h4 h5 h6 ul ol li
  dl dt dd blockquote pre table caption thead tbody tfoot tr th td figure figcaption ruby rb rt rp
`)
/** Only their content stays. */
const UNWRAPPED = words(`
  div center font section article aside header footer main nav picture details tt big wbr colgroup col source hgroup address
`)
const RENAMED = new Map([
  ['strike', 's'],
  ['summary', 'b'],
])
/** Blocks that begin at the begin of a line and end at a blank one, or a `pre` at its end. */
const BLOCKS = words(`
  p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr th td figure figcaption hr div center
  section article aside header footer main nav details summary address hgroup colgroup col
`)
const ATTRIBUTES = words('src alt href id name start type colspan rowspan style align lang class')
/** By which pandoc marks small capitals in HTML. */
const SMALL_CAPS = /^small-?caps$/i

const TAG = /<(\/?)([a-z][a-z\d]*)((?:\s+[^\s"'<>/=`]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/iy
const ATTRIBUTE = /([^\s"'<>/=`]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g
const BEGIN = /^<\/?([a-z][a-z\d]*)(?=[\s/>]|$)/i
const MAX_TAG = 2_000_000

interface HtmlEvents {
  onComment: () => void
  /** A tag that is kept as text. */
  onText: () => void
}

/**
 * Keeps the harmless HTML in Markdown, and shows every other tag as text. What is written is made into a tree by a parser of HTML
 * and then cleaned as all content is: nothing here has to be well-formed.
 */
export const markdownHtml = (markdown: MarkdownIt, events: HtmlEvents) => {
  markdown.block.ruler.at('html_block', readBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
  const { escapeHtml } = markdown.utils

  const tagAt = (html: string, at: number, isBlock: boolean): [text: string, end: number] => {
    TAG.lastIndex = at
    const [all = '', slash = '', name = '', attributes = ''] = html.length - at > MAX_TAG ? [] : (TAG.exec(html) ?? [])
    const tag = name.toLowerCase()
    if (all === '') return ['&lt;', at + 1]
    // A division may have a language for what stands in it.
    if (isBlock && tag === 'div')
      return [`<${slash}div${slash === '' ? attributesOf(attributes) : ''}>`, at + all.length]
    if (UNWRAPPED.has(tag)) return ['', at + all.length]
    const kept = RENAMED.get(tag) ?? (KEPT.has(tag) ? tag : undefined)
    if (kept === undefined) {
      events.onText()
      return [escapeHtml(all), at + all.length]
    }
    const written = slash === '' ? attributesOf(attributes) : ''
    const [before, after] = tag === 'summary' ? (slash === '' ? ['<p>', ''] : ['', '</p>']) : ['', '']
    return [`${before}<${slash}${kept}${written}>${after}`, at + all.length]
  }

  const attributesOf = (attributes: string): string =>
    [...attributes.matchAll(ATTRIBUTE)]
      .map(([, name = '', ...values]) => {
        const value = values.find((one) => one !== undefined) ?? ''
        const key = name.toLowerCase()
        if (!ATTRIBUTES.has(key)) return ''
        if (key === 'class') return SMALL_CAPS.test(value) ? ' class="small-caps"' : ''
        if (key === 'align') return /^(?:center|right)$/i.test(value) ? alignment(value.toLowerCase()) : ''
        // Entities in values are read once, by the parser.
        const kept = key === 'src' ? markdown.normalizeLink(value) : value
        return ` ${key === 'name' ? 'id' : key}="${kept.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
      })
      .join('')

  const write = (html: string, isBlock: boolean): string => {
    const written: string[] = []
    const lastEnd = html.lastIndexOf('-->')
    let at = 0
    for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
      written.push(html.slice(at, next))
      const end = html.startsWith('<!--', next) && next + 2 <= lastEnd ? html.indexOf('-->', next + 2) : -1
      if (end >= 0) {
        events.onComment()
        at = end + '-->'.length
        continue
      }
      const [text, after] = tagAt(html, next, isBlock)
      written.push(text)
      at = after
    }
    written.push(html.slice(at))
    return written.join('')
  }
  const { rules } = markdown.renderer
  rules.html_inline = (tokens, at) => write(tokens[at]?.content ?? '', false)
  rules.html_block = (tokens, at) => write(withoutPercent(tokens[at]?.content ?? '', events.onComment), true)
  markdown.core.ruler.before('inline', 'raw_html', readRaw)
}

/** HTML in a block of code that says so, as pandoc writes it. */
const readRaw = (state: StateCore) => {
  for (const token of state.tokens)
    if (token.type === 'fence' && /^\{=html\d?\}$/.test(token.info.trim())) token.type = 'html_block'
}

const alignment = (value: string) => ` class="${value}" style="text-align:${value}"`

/** Without comments of Obsidian. */
const withoutPercent = (html: string, onComment: () => void): string => {
  const parts = html.split('%%')
  // One without an end is text.
  const rest = parts.length % 2 === 0 ? `%%${parts.pop()}` : ''
  parts.forEach((_, at) => at % 2 === 1 && onComment())
  return parts.filter((_, at) => at % 2 === 0).join('') + rest
}

const readBlock = (state: StateBlock, first: number, end: number, isSilent: boolean): boolean => {
  if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)
  const name = BEGIN.exec(lineOf(first))?.[1]?.toLowerCase() ?? ''
  if (!BLOCKS.has(name)) return false
  if (isSilent) return true
  let line = first + 1
  const isEnd = (text: string) => /<\/pre>/i.test(text)
  if (name === 'pre') {
    for (line = first; line < end && !isEnd(lineOf(line)); line += 1)
      if ((state.sCount[line] ?? 0) < state.blkIndent) break
    line = Math.min(end, line + 1)
  } else while (line < end && lineOf(line).trim() !== '' && (state.sCount[line] ?? 0) >= state.blkIndent) line += 1
  const token = state.push('html_block', '', 0)
  token.map = [first, line]
  token.content = state.getLines(first, line, state.blkIndent, true)
  state.line = line
  return true
}
