import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import deflist from 'markdown-it-deflist'
import footnote from 'markdown-it-footnote'
import type { ManuscriptFindings } from './manuscript-findings.ts'
import { markdownAttributes } from './markdown-attributes.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { foldComments, markdownComments } from './markdown-comments.ts'
import { markdownDashes } from './markdown-dashes.ts'
import { markdownHtml } from './markdown-html.ts'
import { type RewrittenLines, rewriteLines } from './markdown-lines.ts'
import { markdownLinks, type NamedFiles } from './markdown-links.ts'
import { markdownMarks } from './markdown-marks.ts'
import { markdownMath } from './markdown-math.ts'
import { markdownTables } from './markdown-tables.ts'
import { markdownUnknown } from './markdown-unknown.ts'
import { texToMathml } from './tex-to-mathml.ts'
import { areUnspaced } from './unspaced-scripts.ts'

/** Begins the address of a picture that is in the text, as Google Docs writes it, and the number in its place. */
export const HELD = 'data:image/'

interface RenderOptions {
  findings: ManuscriptFindings
  held: string[]
  files: NamedFiles
  /** The id of a heading by its words. */
  slugOf: (heading: string) => string
  /** The path of the file, where there are several. */
  path: string | undefined
  /** The number of the first line of the text in its file. */
  firstLine: number
}

/** Writes HTML, which is not cleaned yet. */
export const renderMarkdown = (text: string, options: RenderOptions): string => {
  const { findings, held, files, slugOf, path, firstLine } = options
  const markdown = new MarkdownIt({ html: true, xhtmlOut: true }).use(footnote).use(deflist).use(cjkFriendly)
  const { normalizeLink, validateLink } = markdown
  markdown.normalizeLink = (url) => {
    if (!url.startsWith(HELD)) return normalizeLink(url)
    if (!held.includes(url)) held.push(url)
    return `${HELD}${held.indexOf(url)}`
  }
  markdown.validateLink = (url) => url.startsWith(HELD) || validateLink(url)
  let place = ''
  const tex = (formula: string, isBlock: boolean) => {
    const mathml = texToMathml(formula, isBlock)
    if (!mathml) findings.count('equation', place)
    return mathml ?? `<code>${markdown.utils.escapeHtml(formula)}</code>`
  }
  const at = (line: number) => ({ line: line + firstLine, path })
  const onComment = () => findings.count('comment', place)
  markdown.use(markdownMath, tex)
  markdown.use(markdownComments, onComment)
  markdown.use(markdownHtml, { onComment, onText: () => findings.count('html', place) })
  markdown.use(markdownBlocks, (line) => findings.countLine('division', at(line)))
  markdown.use(markdownAttributes, (line) => findings.countLine('attributes', at(line)))
  markdown.use(markdownTables)
  markdown.use(markdownMarks)
  markdown.use(markdownLinks, {
    files,
    slugOf,
    onLost: () => findings.count('link'),
    onEmbed: () => findings.count('embed'),
  })
  markdown.use(markdownUnknown, {
    onUnknown: (mark, line) => findings.unknown(mark, at(line)),
    onCitation: (line) => findings.countLine('citation', at(line)),
    onAfter: (line) => findings.countLine('attributes', at(line)),
  })
  markdown.use(markdownDashes, slugOf)
  markdown.core.ruler.after('text_join', 'unspaced', joinUnspaced)
  markdown.core.ruler.before('footnote_tail', 'repeated_notes', ({ tokens }) => {
    for (const label of repeatedNotes(tokens)) findings.count('lost-note', `[^${label}]`)
  })
  markdown.renderer.rules['heading_open'] = (tokens, at, options, _, self) => {
    place = (tokens[at + 1]?.content ?? '').replace(/<!--.*?-->/g, '')
    return self.renderToken(tokens, at, options)
  }
  const { text: rewritten, examples, lists } = rewriteLines(foldComments(text))
  const env: { footnotes?: { refs?: Record<string, number> } } = {}
  const tokens = partLists(markdown.parse(rewritten, env), lists)
  for (const label of notesWithoutReference(env)) findings.count('lost-note', `[^${label}]`)
  for (const { children } of tokens)
    for (const child of children ?? [])
      if (child.type === 'text')
        child.content = child.content.replace(/\(@([\w-]+)\)/g, (all, name: string) => {
          const number = examples.get(name)
          return number === undefined ? all : `(${number})`
        })
  // Addresses are judged when the tree is cleaned, where the author is told.
  return markdown.renderer.render(tokens, markdown.options, env)
}

/** Lists that were rewritten have what they count with, and end where another one begins, whose signs are other ones. */
const partLists = (tokens: Token[], lists: RewrittenLines['lists']): Token[] => {
  const open: Token[] = []
  return tokens.flatMap((token) => {
    const list = lists.get(token.map?.[0] ?? -1)
    if (token.type === 'ordered_list_close') open.pop()
    if (token.type === 'ordered_list_open') {
      open.push(token)
      if (list && list.type !== '') token.attrSet('type', list.type)
    }
    const within = open.at(-1)
    if (token.type !== 'list_item_open' || !list || !within || within.map?.[0] === token.map?.[0]) return [token]
    const [end, begin] = [
      Object.assign(Object.create(within) as Token, { type: 'ordered_list_close', nesting: -1 }),
      Object.assign(Object.create(within) as Token, { map: token.map, attrs: null }),
    ]
    if (list.start !== 1) begin.attrSet('start', String(list.start))
    if (list.type !== '') begin.attrSet('type', list.type)
    open[open.length - 1] = begin
    return [end, begin, token]
  })
}

/** Takes the ends of lines away that other scripts have a blank for. */
const joinUnspaced = ({ tokens }: StateCore) => {
  for (const { children } of tokens) {
    let [line, end]: [string, Token | undefined] = ['', undefined]
    for (const child of children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') end = child
      else if (child.content !== '') {
        if (end?.type === 'softbreak' && areUnspaced(line, child.content)) end.type = 'text'
        line = child.content
        end = undefined
      }
    }
  }
}

/** The labels of notes that another one of the same label replaces. */
const repeatedNotes = (tokens: Token[]): string[] => {
  const known = new Set<string>()
  return tokens
    .filter(({ type }) => type === 'footnote_reference_open')
    .map(({ meta }) => (meta as { label: string }).label)
    .filter((label) => known.has(label) || !known.add(label))
}

/** The labels of notes that the text never shows. */
const notesWithoutReference = ({ footnotes }: { footnotes?: { refs?: Record<string, number> } }): string[] =>
  Object.entries(footnotes?.refs ?? {}).flatMap(([key, number]) => (number < 0 ? [key.slice(1)] : []))
