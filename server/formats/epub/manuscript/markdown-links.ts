import type { MarkdownIt, StateCore, StateInline } from 'markdown-it'
import { tokenizeWithin } from './markdown-attributes.ts'

/** Where the notes and pictures of an archive are that Markdown names without their folders. */
export interface NamedFiles {
  /** The path of a note by its name or its path without `.md`; undefined if there is none, or are several. */
  note: (name: string) => string | undefined
}

interface LinkOptions {
  files: NamedFiles
  slugOf: (heading: string) => string
  /** Is called for each link to a note that isn't there. */
  onLost: () => void
  /** Is called for each note that is to be shown in another one. */
  onEmbed: () => void
}

const LINK = /(!?)\[\[([^[\]\n|#]{0,300})(?:#([^[\]\n|]{0,300}))?(?:\\?\|([^[\]\n]{0,500}))?\]\]/y
/** `[words][heading]` and `[heading][]`. One in a single pair of brackets may as well be words. */
const TO_HEADING = /(?<!!)\[([^[\]\n]{1,300})\]\[([^[\]\n]{0,300})\]/y
/** The size of a picture, behind its words. */
const SIZE = /\|\s*\d+(?:\s*x\s*\d+)?\s*$/
/** A path that may have blanks in it, and the size that some programs write behind that of a picture. */
const PATH =
  /((?:[^\s<>()"]|\([^<>()"\n]{0,100}\))(?:[^<>()"\n]|\([^<>()"\n]{0,100}\)){0,300}?\.[a-z]{2,8}(?:#[^\s<>()"]{0,200})?)(?:[ \t]+=\d*%?x\d*%?)?(?=[ \t]*\)|[ \t]+["'(])/iy
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|bmp|avif)$/i

/** CommonMark has no blanks in addresses, but editors and pandoc take `![A boat](my boat.png)`. */
export const takeBlanks = (markdown: MarkdownIt, isFile: (path: string) => boolean) => {
  const { parseLinkDestination } = markdown.helpers
  const readPath: typeof parseLinkDestination = (text, start, max) => {
    PATH.lastIndex = start
    const [all = '', path = ''] = PATH.exec(text) ?? []
    const isOne = /\s/.test(all) && start + all.length <= max && isFile(path.split('#')[0] ?? '')
    return isOne
      ? { ok: true, pos: start + all.length, str: markdown.utils.unescapeAll(path) }
      : parseLinkDestination(text, start, max)
  }
  markdown.helpers = { ...markdown.helpers, parseLinkDestination: readPath }
}

/** Links and embeds of Obsidian: `[[Note#Heading|words]]` and `![[boat.png]]`. */
export const markdownLinks = (markdown: MarkdownIt, { files, slugOf, onLost, onEmbed }: LinkOptions) => {
  const read = (state: StateInline, isSilent: boolean): boolean => {
    LINK.lastIndex = state.pos
    const [all, embed, name = '', part = '', label] = LINK.exec(state.src) ?? []
    if (all === undefined || state.pos + all.length > state.posMax) return false
    const said = name.trim()
    // Brackets in brackets are links of plain Markdown, or words.
    const next = state.src[state.pos + all.length]
    const isPlain =
      next === '(' || next === '[' || `${said}${part}` === '' || /^[\d\s.,*-]*$/.test(`${said}${part}`) || said !== name
    const references = (state.env as { references?: Record<string, unknown> }).references ?? {}
    if (isPlain || state.md.utils.normalizeReference(said) in references) return false
    if (!isSilent) push(state, { embed: embed !== '', name: said, part: part.trim(), label: label?.trim() })
    state.pos += all.length
    return true
  }
  const push = (
    state: StateInline,
    { embed, name, part, label }: { embed: boolean; name: string; part: string; label: string | undefined },
  ) => {
    if (embed && PICTURE.test(name)) {
      const alt = `|${label ?? ''}`.replace(SIZE, '').slice(1)
      const image = state.push('image', 'img', 0)
      image.attrs = [
        ['src', encodePath(name)],
        ['alt', ''],
      ]
      image.content = alt
      const text = new state.Token('text', '', 0)
      text.content = alt
      image.children = [text]
      return
    }
    const path = name === '' ? '' : files.note(name)
    const words = label ?? [name, part.replace(/^\^.*/, '')].filter((one) => one !== '').join(' › ')
    if (path === undefined) {
      onLost()
      state.push('text', '', 0).content = words
      return
    }
    if (embed) onEmbed()
    const fragment =
      part === '' ? '' : `#${encodeURIComponent(part.startsWith('^') ? part : slugOf(part.split('#').at(-1) ?? ''))}`
    const link = state.push('link_open', 'a', 1)
    link.attrs = [['href', `${path === '' ? '' : `/${encodePath(path)}`}${fragment}`]]
    state.push('text', '', 0).content = words
    state.push('link_close', 'a', -1)
  }
  const readToHeading = (state: StateInline, isSilent: boolean): boolean => {
    TO_HEADING.lastIndex = state.pos
    const [all, words = '', name = ''] = TO_HEADING.exec(state.src) ?? []
    if (all === undefined || state.pos + all.length > state.posMax) return false
    const { references = {}, headings } = state.env as { references?: Record<string, unknown>; headings?: Headings }
    const heading = state.md.utils.normalizeReference(name.trim() || words)
    const id = heading in references ? undefined : headings?.get(heading)
    if (id === undefined) return false
    const { pos } = state
    if (!isSilent) {
      state.push('link_open', 'a', 1).attrs = [['href', `#${encodeURIComponent(id)}`]]
      tokenizeWithin(state, pos + 1, pos + 1 + words.length)
      state.push('link_close', 'a', -1)
    }
    state.pos = pos + all.length
    return true
  }
  takeBlanks(markdown, (path) => PICTURE.test(path) || files.note(path) !== undefined)
  markdown.core.ruler.before('inline', 'headings', (state) => nameHeadings(state, slugOf))
  markdown.inline.ruler.before('link', 'wiki_link', read)
  markdown.inline.ruler.before('link', 'heading_link', readToHeading)
  markdown.core.ruler.after('inline', 'picture_sizes', ({ tokens }) => {
    for (const { children } of tokens)
      for (const image of children ?? []) {
        const words = image.type === 'image' ? image.children?.at(-1) : undefined
        if (words) words.content = words.content.replace(SIZE, '')
      }
  })
  // An exclamation mark begins a picture.
  markdown.inline.ruler.before('image', 'wiki_embed', read)
}

/** The ids of headings by their words. */
type Headings = ReadonlyMap<string, string>

const nameHeadings = ({ tokens, env, md }: StateCore, slugOf: LinkOptions['slugOf']) => {
  const headings = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const words = (tokens[at + 1]?.content ?? '').replace(/[*_`]/g, '')
    const name = md.utils.normalizeReference(words)
    if (name !== '' && !headings.has(name)) headings.set(name, String(token.attrGet('id') ?? slugOf(words)))
  }
  Object.assign(env as object, { headings })
}

/** A path as an address. */
export const encodePath = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/')
