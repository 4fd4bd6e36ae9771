import MarkdownIt from 'markdown-it'
import deflist from 'markdown-it-deflist'
import footnote from 'markdown-it-footnote'
import { resolveInBook } from '#server/formats/epub/book-path.ts'
import { attributeOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { element, headingLevel, readContent, withAttribute } from './content.ts'
import { NO_WORDS, readFrontMatter } from './front-matter.ts'
import { createManuscriptFindings, type ManuscriptFindings } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import { markdownComments } from './markdown-comments.ts'
import { markdownMath } from './markdown-math.ts'
import type { Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { toPicture } from './picture.ts'
import { texToMathml } from './tex-to-mathml.ts'

export interface MarkdownFiles {
  /** In the order of their chapters, with what is in them. */
  files: { path: string; bytes: Buffer }[]
  /** Another file beside them, such as a picture. */
  read: (path: string) => Buffer | undefined
}

/**
 * Reads one or more Markdown files: CommonMark with tables, notes, lists of definitions and formulas. Comments are left
 * out, and other HTML is text.
 */
export const readMarkdown = ({ files, read }: MarkdownFiles): Manuscript => {
  const findings = createManuscriptFindings()
  const notes = new Map<string, Piece[]>()
  const pictures = new Map<string, Picture>()
  /** The addresses of pictures that are in the text: too long to be handed on in it. */
  const held: string[] = []
  const chapterOf = new Map(files.map(({ path }, at) => [path, at]))
  const words: Words[] = []
  const parts = files.map(({ path, bytes }, at) => {
    const read = readFrontMatter(decode(bytes))
    if (read.isUnreadable)
      findings.say(`The lines of YAML at the beginning of “${path}” could not be read. They are in the text.`)
    words.push(read.words)
    const content = readContent(render(read.text, { findings, held }))
    return rebase(content, { path, at, chapterOf })
  })
  for (const part of parts) for (const [id, note] of takeNotes(part)) notes.set(id, note)
  const seePicture = (src: string, place: string) => {
    if (pictures.has(src)) return
    const own = held[Number(src.slice(HELD.length))]
    const isHeld = src.startsWith(HELD) && own !== undefined
    const picture = toPicture(isHeld ? Buffer.from(own.slice(own.indexOf(',') + 1), 'base64') : read(src))
    if (picture) pictures.set(src, picture)
    else findings.count(!isHeld && /^(?:[a-z]+:|\/\/)/i.test(src) ? 'remote-picture' : 'lost-picture', place)
  }
  for (const part of [...parts, ...notes.values()]) eachImage(part, seePicture)
  const { title, named } = nameParts(
    parts,
    words.map((one) => one.title),
  )
  return { words: { ...joinWords(words), title }, parts: named, notes, pictures, findings: findings.list() }
}

const decode = (bytes: Buffer): string => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n')
  } catch {
    // Told below.
  }
  throw new ManuscriptRejectedError('not_text')
}

/** A title that all files have, or one alone, is that of the book. Any other is that of its chapter, if no heading is. */
const nameParts = (parts: Piece[][], titles: string[]): { title: string; named: Piece[][] } => {
  const isHeading = (piece: Piece) => headingLevel(piece) !== undefined
  const hasContent = (piece: Piece): boolean =>
    typeof piece === 'string' ? piece.trim() !== '' : piece.name === 'img' || piece.children.some(hasContent)
  const isUntitled = (part: Piece[]) => part.some(hasContent) && !part.some(isHeading)
  const only = (all: string[]) => {
    const [one = '', ...others] = new Set(all.filter((title) => title !== ''))
    return others.length === 0 ? one : ''
  }
  const title = only(titles) || only(titles.filter((_, at) => !isUntitled(parts[at] ?? [])))
  const [level = 1] = parts.flatMap((part) => part.flatMap((piece) => headingLevel(piece) ?? [])).toSorted()
  const named = parts.map((part, at) => {
    const own = titles[at] ?? ''
    return own !== '' && own !== title && isUntitled(part)
      ? part.toSpliced(1, 0, element(`h${level}`, {}, [own]))
      : part
  })
  return { title, named }
}

/** The first file that says something of the book is right about it. */
const joinWords = (all: Words[]): Omit<Words, 'title'> => {
  const first = <Key extends keyof Words>(key: Key): Words[Key] =>
    all.map((words) => words[key]).find((value) => value !== null && value.length > 0) ?? NO_WORDS[key]
  return {
    ...{ subtitle: first('subtitle'), date: first('date'), authors: first('authors'), language: first('language') },
    ...{ description: first('description'), direction: first('direction'), modified: first('modified') },
  }
}

/** Begins the address of a picture that is in the text, as Google Docs writes it, and the number in its place. */
const HELD = 'data:image/'

const HTML_TAG = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?>/gi

const render = (text: string, { findings, held }: { findings: ManuscriptFindings; held: string[] }): string => {
  const markdown = new MarkdownIt({ html: false, xhtmlOut: true }).use(footnote).use(deflist)
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
  markdown.use(markdownMath, tex)
  markdown.use(markdownComments, () => findings.count('comment', place))
  markdown.renderer.rules['heading_open'] = (tokens, at, options, _, self) => {
    place = (tokens[at + 1]?.content ?? '').replace(/<!--.*?-->/g, '')
    return self.renderToken(tokens, at, options)
  }
  const { text: writeText } = markdown.renderer.rules
  markdown.renderer.rules.text = (tokens, at, ...rest) => {
    for (const _ of tokens[at]?.content.match(HTML_TAG) ?? []) findings.count('html', place)
    return writeText?.(tokens, at, ...rest) ?? ''
  }
  // Addresses are judged when the tree is cleaned, where the author is told.
  return markdown.render(text)
}

interface Place {
  path: string
  at: number
  chapterOf: ReadonlyMap<string, number>
}

/** Makes ids and addresses those of the whole manuscript, and marks where the file begins. */
const rebase = (content: Piece[], { path, at, chapterOf }: Place): Piece[] => {
  const slugs = new Map<string, number>()
  const idOf = (node: XmlNode): string | undefined => {
    const own = attributeOf(node, 'id')
    if (own !== undefined || headingLevel(node) === undefined) return own
    const slug = slugOf(textOf(node))
    const count = slugs.get(slug) ?? 0
    slugs.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
  const targetOf = (href: string): string => {
    const target = resolveInBook(path, href)
    const chapter = target && chapterOf.get(target.path)
    return chapter === undefined ? href : `#${chapter}:${target?.fragment ?? ''}`
  }
  const change = (piece: Piece): Piece => {
    if (typeof piece === 'string') return piece
    const id = idOf(piece)
    const href = piece.name === 'a' ? attributeOf(piece, 'href') : undefined
    const src = piece.name === 'img' ? attributeOf(piece, 'src') : undefined
    let changed: XmlNode = { ...piece, children: piece.children.map(change) }
    if (id !== undefined) changed = withAttribute(changed, 'id', `${at}:${id}`)
    if (href !== undefined) changed = withAttribute(changed, 'href', targetOf(href))
    if (src !== undefined) changed = withAttribute(changed, 'src', resolveInBook(path, src)?.path ?? src)
    return changed
  }
  return [element('span', { id: `${at}:` }, []), ...content.map(change)]
}

/** As GitHub and most programs make it of a heading. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** Takes the notes out of the end of a file, where the plugin writes them. */
const takeNotes = (part: Piece[]): [string, Piece[]][] => {
  const isNotes = (piece: Piece) => typeof piece !== 'string' && attributeOf(piece, 'class') === 'footnotes'
  const at = part.findIndex(isNotes)
  if (at < 0) return []
  const [section] = part.splice(at, 1)
  const rule = part.findIndex((piece) => typeof piece !== 'string' && attributeOf(piece, 'class') === 'footnotes-sep')
  if (rule >= 0) part.splice(rule, 1)
  const [list] = elementsOf(section as XmlNode)
  return elementsOf(list).map((note) => [attributeOf(note, 'id') ?? '', note.children])
}

const eachImage = (pieces: Piece[], see: (src: string, place: string) => void): void => {
  let place = ''
  const walk = (piece: Piece): void => {
    if (typeof piece === 'string') return
    if (headingLevel(piece) !== undefined) place = textOf(piece)
    if (piece.name === 'img') see(attributeOf(piece, 'src') ?? '', place)
    piece.children.forEach(walk)
  }
  pieces.forEach(walk)
}
