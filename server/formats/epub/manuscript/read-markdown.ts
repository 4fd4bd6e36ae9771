import { resolveInBook } from '#server/formats/epub/book-path.ts'
import { attributeOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { namePaths, type OrderedFile } from './archive-order.ts'
import { element, headingLevel, withAttribute } from './content.ts'
import { shiftHeadings } from './cut-chapters.ts'
import { isDraft, NO_WORDS, readFrontMatter } from './front-matter.ts'
import { createManuscriptFindings } from './manuscript-findings.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import type { NamedFiles } from './markdown-links.ts'
import type { Manuscript, Picture, Piece, Words } from './manuscript.ts'
import { toPicture } from './picture.ts'
import { readHtml } from './read-html.ts'
import { HELD, renderMarkdown } from './render-markdown.ts'
import { textOfFile } from './text-files.ts'

export interface MarkdownFiles {
  /** In the order of their chapters, with what is in them. */
  files: OrderedFile[]
  /** Another file beside them, such as a picture. */
  read: (path: string) => Buffer | undefined
  /** The names of all files in the archive. */
  names: readonly string[]
  /** What the archive says of the book. */
  words?: Words
  findings?: readonly string[]
}

/**
 * Reads one or more Markdown files: CommonMark with tables, notes, lists of definitions and formulas, and what pandoc, Obsidian, GitHub
 * and Leanpub write besides. Comments are left out, and HTML that does more than show text is text.
 */
export const readMarkdown = ({ read, names, words: ofBook = NO_WORDS, ...rest }: MarkdownFiles): Manuscript => {
  const findings = createManuscriptFindings()
  for (const sentence of rest.findings ?? []) findings.say(sentence)
  const all = rest.files.map((file) => ({ ...file, front: readFrontMatter(decode(file.bytes)) }))
  const drafts = all.filter(({ front }) => isDraft(front.fields))
  // Where all are drafts, the author means them.
  const isMixed = drafts.length > 0 && drafts.length < all.length
  const files = isMixed ? all.filter((file) => !drafts.includes(file)) : all
  if (isMixed)
    findings.say(`Files that call themselves drafts were left out: ${namePaths(drafts.map(({ path }) => path))}.`)
  const notes = new Map<string, Piece[]>()
  const pictures = new Map<string, Picture>()
  /** The addresses of pictures that are in the text: too long to be handed on in it. */
  const held: string[] = []
  // Links often differ in small and capital letters, which no two names in an archive do.
  const chapterOf = new Map(files.map(({ path }, at) => [path.toLowerCase(), at]))
  const words: Words[] = []
  const texts: string[] = []
  const named = nameFiles(files.map(({ path }) => path))
  const parts = files.map(({ path, front, depth = 0 }, at) => {
    if (front.unreadable !== undefined)
      findings.say(
        `The lines of ${front.unreadable} at the beginning of “${path}” could not be read. They are in the text.`,
      )
    if (front.unmarked)
      findings.say(
        `The lines at the beginning of “${path}” (${front.unmarked.join(', ')}) were taken as what it says of itself. They are not in the text.`,
      )
    words.push(front.words)
    texts.push(front.text)
    const place = { path: all.length > 1 ? path : undefined, firstLine: front.lines + 1 }
    const content = readHtml(renderMarkdown(front.text, { findings, held, files: named, slugOf, ...place }))
    return rebase(
      content.map((piece) => shiftHeadings(piece, -depth)),
      { path, at, chapterOf },
    )
  })
  for (const part of parts) for (const [id, note] of takeNotes(part)) notes.set(id, note)
  const headings = wordsOfHeadings(parts)
  const pictureAt = nameFiles(names)
  const seePicture = (src: string, place: string) => {
    if (pictures.has(src)) return
    const own = held[Number(src.slice(HELD.length))]
    const isHeld = src.startsWith(HELD) && own !== undefined
    // Obsidian and Leanpub name pictures without their folders.
    const elsewhere = isHeld ? undefined : pictureAt.file(withSlashes(src).split('/').at(-1) ?? '')
    const bytes = isHeld
      ? Buffer.from(own.slice(own.indexOf(',') + 1), 'base64')
      : (read(src) ?? (elsewhere === undefined ? undefined : read(elsewhere)))
    const picture = toPicture(bytes)
    if (picture) pictures.set(src, picture)
    else findings.count(!isHeld && /^(?:[a-z]+:|\/\/)/i.test(src) ? 'remote-picture' : 'lost-picture', place)
  }
  for (const part of [...parts, ...notes.values()]) eachImage(part, seePicture)
  const {
    title,
    named: titled,
    names: added,
  } = nameParts(
    parts.map((part) => part.map((piece) => withWords(piece, headings))),
    words.map((one) => one.title),
    files.map((file) => file.title ?? ''),
  )
  const untitled = files.filter((_, at) => isFilled(titled[at]) && levelsOf(titled[at]).length === 0)
  if (untitled.length > 1)
    findings.say(
      `Files without a heading are called in the contents what the book is called: ${namePaths(untitled.map(({ path }) => path))}. Begin each with a line such as “# Its title”.`,
    )
  const joined = joinWords([ofBook, ...words])
  return {
    words: { ...joined, title: ofBook.title || title },
    parts: titled,
    notes,
    pictures,
    written: texts.map((text, at) => `${added[at] ?? ''}\n\n${text}`).join('\n'),
    findings: findings.list(),
  }
}

/** Files by their names, or their paths, without regard to case; one of several with a name is none. */
const nameFiles = (paths: readonly string[]): NamedFiles & { file: (name: string) => string | undefined } => {
  const byName = new Map<string, string | undefined>()
  for (const path of paths)
    for (const name of new Set([path, path.split('/').at(-1) ?? ''].map((one) => one.toLowerCase())))
      byName.set(name, byName.has(name) && byName.get(name) !== path ? undefined : path)
  const file = (name: string) => byName.get(name.normalize('NFC').toLowerCase())
  return {
    file,
    note: (name) => {
      const plain = name.split('/').at(-1) ?? ''
      return [name, `${name}.md`, `${name}.markdown`, plain, `${plain}.md`].map(file).find((one) => one !== undefined)
    },
  }
}

const decode = (bytes: Buffer): string => {
  const text = textOfFile(bytes)
  if (text.includes('\0')) throw new ManuscriptRejectedError('not_text')
  return text.replace(/\r\n?/g, '\n')
}

const levelsOf = (part: Piece[] = []) => part.flatMap((piece) => headingLevel(piece) ?? [])
const hasContent = (piece: Piece): boolean =>
  typeof piece === 'string' ? piece.trim() !== '' : piece.name === 'img' || piece.children.some(hasContent)
const isFilled = (part: Piece[] = []) => part.some(hasContent)

interface NamedParts {
  title: string
  named: Piece[][]
  /** What each is named that had no name in its text; empty for others. */
  names: string[]
}

/**
 * A title that all files have, or one alone, is that of the book. Any other is that of its chapter, if no heading is: programs for
 * web pages show it above the headings of the text, which begin at the second level.
 */
const nameParts = (parts: Piece[][], titles: string[], labels: string[]): NamedParts => {
  const hasHeading = (part: Piece[], words: string) =>
    part.some((piece) => headingLevel(piece) !== undefined && textOf(piece as XmlNode).trim() === words)
  const only = (all: string[]) => {
    const [one = '', ...others] = new Set(all.filter((title) => title !== ''))
    return others.length === 0 ? one : ''
  }
  const title =
    only(titles) ||
    only(titles.filter((_, at) => !isFilled(parts[at]) || levelsOf(parts[at]).length > 0)) ||
    only(titles.filter((_, at) => !isFilled(parts[at]) || levelsOf(parts[at]).includes(1)))
  const names = parts.map((part, at) => {
    const own = titles[at] || (levelsOf(part).length === 0 ? (labels[at] ?? '') : '')
    const isNamed = own === title || !isFilled(part) || levelsOf(part).includes(1) || hasHeading(part, own)
    return isNamed ? '' : own
  })
  const isAbove = parts.some((part, at) => names[at] !== '' && levelsOf(part).length > 0)
  const [level = 1] = isAbove ? [1] : parts.flatMap(levelsOf).toSorted()
  const named = parts.map((part, at) => {
    const name = names[at] ?? ''
    return name === '' ? part : part.toSpliced(1, 0, element(`h${level}`, {}, [name]))
  })
  return { title, named, names }
}

/** The first file that says something of the book is right about it. */
const joinWords = (all: Words[]): Omit<Words, 'title'> => {
  const first = <Key extends Exclude<keyof Words, 'more'>>(key: Key): Words[Key] =>
    all.map((words) => words[key]).find((value) => value !== null && value.length > 0) ?? NO_WORDS[key]
  return {
    subtitle: first('subtitle'),
    date: first('date'),
    authors: first('authors'),
    language: first('language'),
    description: first('description'),
    direction: first('direction'),
    modified: first('modified'),
  }
}

/** Windows has others between folders. */
const withSlashes = (address: string): string => address.replace(/\\|%5C/gi, '/')

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
  const targetIn = (address: string) =>
    resolveInBook(path, /^[a-z][a-z\d+.-]*:/i.test(address) ? address : withSlashes(address))
  const targetOf = (href: string): string => {
    const target = targetIn(href)
    const chapter = target && chapterOf.get(target.path.toLowerCase())
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
    if (src !== undefined) changed = withAttribute(changed, 'src', targetIn(src)?.path ?? src)
    return changed
  }
  return [element('span', { id: `${at}:` }, []), ...content.map(change)]
}

const wordsOfHeadings = (parts: Piece[][]): ReadonlyMap<string, string> =>
  new Map(
    parts.flat().flatMap((piece) => {
      const id = typeof piece === 'string' || headingLevel(piece) === undefined ? undefined : attributeOf(piece, 'id')
      return id === undefined ? [] : [[`#${id}`, textOf(piece as XmlNode)] as const]
    }),
  )

/** A link without words, such as `[](#the-ford)`, has those of the heading that it leads to. */
const withWords = (piece: Piece, headings: ReadonlyMap<string, string>): Piece => {
  if (typeof piece === 'string') return piece
  if (headingLevel(piece) !== undefined) return withoutEmptyLinks(piece)
  const words = isEmptyLink(piece) ? headings.get(attributeOf(piece, 'href') ?? '') : undefined
  return {
    ...piece,
    children: words === undefined ? piece.children.map((child) => withWords(child, headings)) : [words],
  }
}

const isEmptyLink = (piece: Piece): piece is XmlNode =>
  typeof piece !== 'string' && piece.name === 'a' && piece.children.length === 0

/** In a heading, programs mark by such a link where it is: of those only their ids stay. */
const withoutEmptyLinks = (heading: XmlNode): XmlNode => ({
  ...heading,
  children: heading.children.flatMap((child): Piece[] => {
    if (!isEmptyLink(child)) return [child]
    const id = attributeOf(child, 'id')
    return id === undefined ? [] : [element('span', { id }, [])]
  }),
})

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
