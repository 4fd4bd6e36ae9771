import ignore from 'ignore'
import MarkdownIt, { type Token } from 'markdown-it'
import { parse as parseToml } from 'smol-toml'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import { resolveInBook } from '#server/formats/epub/book-path.ts'
import { reasonOfName } from '#server/formats/epub/other-formats.ts'
import { fieldsAt, textAt } from './archive-texts.ts'
import { byWeight } from './archive-weights.ts'
import { isRecord, NO_WORDS, readFrontMatter, wordsOfBook } from './front-matter.ts'
import { encodePath, takeBlanks } from './markdown-links.ts'
import { isMarkdownName } from './markdown-name.ts'
import type { Words } from './manuscript.ts'

/** A file of a book in its place. */
export interface OrderedFile {
  path: string
  bytes: Buffer
  /** How far below the other chapters it is, from 0. */
  depth?: number
  /** What the list of the chapters calls it. */
  title?: string
}

interface ArchiveOrder {
  files: OrderedFile[]
  /** What the archive says of the whole book. */
  words: Words
  findings: string[]
}

const MAX_NAMED = 5

/**
 * The Markdown files of an archive in the order that it states: that of mdBook's, HonKit's and GitBook's `SUMMARY.md`, Leanpub's
 * `Book.txt`, Quarto's `_quarto.yml`, MkDocs' `mkdocs.yml`, the index of Longform or the pages of Notion, else that of their weights and names. What such a list
 * doesn't name is no part of the book.
 */
export const orderFiles = (archive: Archive, paths: string[]): ArchiveOrder => {
  const byName = paths.toSorted(new Intl.Collator('en', { numeric: true }).compare)
  const shallowest = (name: string) =>
    archive.names
      .filter((path) => path.split('/').at(-1)?.toLowerCase() === name)
      .toSorted((one, other) => one.split('/').length - other.split('/').length)[0]
  const structure = structureOf(archive, shallowest)
  const [leanpub, summary] = [shallowest('book.txt'), structure.summary ?? shallowest('summary.md')]
  const stated =
    leanpub !== undefined
      ? ofLeanpub(archive, leanpub)
      : summary === undefined
        ? (ofProject(archive, shallowest) ?? ofLongform(archive, paths) ?? ofNotion(archive, byName))
        : ofSummary(archive, summary, structure.readme)
  // Other systems find files whose small and capital letters differ.
  const order = stated && {
    ...stated,
    entries: unique(stated.entries.map((entry) => ({ ...entry, path: archive.nameOf(entry.path) }))),
  }
  const read = (file: Entry): OrderedFile[] => {
    if (file.part !== undefined) return [{ ...file, bytes: Buffer.from(`# ${file.part}\n`) }]
    if (isOtherSource(file.path)) return []
    const bytes = archive.read(file.path)
    return bytes ? [{ ...file, bytes }] : []
  }
  if (!order || order.entries.every(({ path }) => !archive.has(path)))
    return { files: byWeight(archive, byName).flatMap((path) => read({ path })), words: NO_WORDS, findings: [] }
  const listed = new Set(order.entries.map(({ path }) => path))
  const left = byName.filter((path) => !listed.has(path) && path !== order.list)
  const lost = order.entries.filter(({ path, part }) => part === undefined && !archive.has(path))
  const others = order.entries.filter(({ path }) => isOtherSource(path) && archive.has(path))
  return {
    files: order.entries.flatMap(read),
    words: order.words,
    findings: [
      ...(lost.length === 0
        ? []
        : [`“${order.list}” lists files that are missing: ${namePaths(lost.map(({ path }) => path))}.`]),
      ...(others.length === 0
        ? []
        : [
            `“${order.list}” lists files that are no Markdown, which are left out: ${namePaths(others.map(({ path }) => path))}.`,
          ]),
      ...(left.length === 0
        ? []
        : [
            left.length === 1
              ? `${left.length} file is not listed in “${order.list}” and left out: ${namePaths(left)}.`
              : `${left.length} files are not listed in “${order.list}” and left out: ${namePaths(left)}.`,
          ]),
    ],
  }
}

/** Whether a file is of R, AsciiDoc or the like, which those programs take as well. */
const isOtherSource = (path: string) => reasonOfName(path) === 'text_source'
const isSource = (path: string) => isMarkdownName(path) || isOtherSource(path)

export const namePaths = (paths: string[]): string =>
  paths
    .slice(0, MAX_NAMED)
    .map((path) => `“${path}”`)
    .join(', ') + (paths.length > MAX_NAMED ? ' and others' : '')

interface Entry {
  path: string
  depth?: number
  title?: string
  /** The heading of a part, which has no file. */
  part?: string
}

interface StatedOrder {
  /** The path of the file that states it. */
  list: string
  entries: Entry[]
  words: Words
}

const unique = (entries: Entry[]): Entry[] => {
  const seen = new Set<string>()
  return entries.filter(({ path }) => !seen.has(path) && seen.add(path))
}

/** Where a path leads that is no address: `?`, `#` and `%` are signs in it as others are. */
const pathFrom = (list: string, path: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(path) ? undefined : resolveInBook(list, encodePath(path.replaceAll('\\', '/')))?.path

/** A path on each line; lines with `#`, and Leanpub's words for the parts of a book, are none. */
const ofLeanpub = (archive: Archive, list: string): StatedOrder => {
  const lines = textAt(archive, list)
    .split('\n')
    .map((line) => line.trim())
  const isPath = (line: string) => line !== '' && !/^[#{]/.test(line) && !/^(?:front|main|back)matter:?$/i.test(line)
  const entries = lines.filter(isPath).flatMap((line) => {
    const path = pathFrom(list, line)
    return path === undefined ? [] : [{ path }]
  })
  return { list, entries: unique(entries), words: NO_WORDS }
}

/** The chapters in the file of a project of Quarto or MkDocs; undefined where there is none, or none in it. */
const ofProject = (archive: Archive, shallowest: (name: string) => string | undefined): StatedOrder | undefined => {
  const quarto = shallowest('_quarto.yml')
  const { book } = fieldsAt(archive, quarto)
  if (quarto !== undefined && isRecord(book)) {
    const entries = entriesOf([book['chapters'], book['appendices']], { list: quarto, root: quarto })
    return entries.length === 0 ? undefined : { list: quarto, entries, words: wordsOfBook(book) }
  }
  const mkdocs = shallowest('mkdocs.yml')
  const fields = fieldsAt(archive, mkdocs)
  if (mkdocs === undefined) return undefined
  const folder = typeof fields['docs_dir'] === 'string' ? fields['docs_dir'] : 'docs'
  const root = resolveInBook(mkdocs, `${folder}/mkdocs.yml`)?.path ?? mkdocs
  const entries = entriesOf(fields['nav'], { list: mkdocs, root })
  const words = wordsOfBook({ title: fields['site_name'], author: fields['site_author'] })
  return entries.length === 0 ? undefined : { list: mkdocs, entries, words }
}

/**
 * The files in lists of paths, of names with a path (`- Title: path.md`) and of parts with a list (`part` and `chapters`, or
 * `- Part: [...]`), which are relative to the folder of `root`.
 */
const entriesOf = (lists: unknown, { list, root }: { list: string; root: string }): Entry[] => {
  let parts = 0
  const fileAt = (path: string, title?: string): Entry[] => {
    const target = isSource(path) ? pathFrom(root, path) : undefined
    return target === undefined ? [] : [{ path: target, ...(title !== undefined && { title }) }]
  }
  const partOf = (name: string): Entry[] => {
    if (isSource(name)) return fileAt(name)
    parts += 1
    return [{ path: `${list}#${parts}`, part: name }]
  }
  const read = (value: unknown, depth: number): Entry[] => {
    if (depth > MAX_DEPTH) return []
    if (typeof value === 'string') return fileAt(value)
    if (Array.isArray(value)) return value.flatMap((one) => read(one, depth + 1))
    if (!isRecord(value)) return []
    const { part, chapters, href, file, text } = value
    const path = href ?? file
    if (typeof path === 'string') return fileAt(path, typeof text === 'string' ? text : undefined)
    if (typeof part === 'string') return [...partOf(part), ...read(chapters, depth + 1)]
    return Object.entries(value).flatMap(([name, one]) =>
      typeof one === 'string' ? fileAt(one, name) : [...partOf(name), ...read(one, depth + 1)],
    )
  }
  return unique(read(lists, 0))
}

const MAX_DEPTH = 8

/** Notion names each page by its title and an id. */
const NOTION_PAGE = /[ _][\da-f]{32}\.md$/i

/** The pages of Notion below each other, as they link to those in them; undefined where other programs wrote them, or none has others. */
const ofNotion = (archive: Archive, byName: string[]): StatedOrder | undefined => {
  if (byName.length < 2 || !byName.every((path) => NOTION_PAGE.test(path))) return undefined
  const markdown = new MarkdownIt()
  const pages = new Map(byName.map((path) => [path, markdown.parse(textAt(archive, path), {})]))
  const depthOf = (path: string) => path.split('/').length
  /** A page links to others beside it as well, which are no part of it. */
  const linksOf = (path: string): string[] =>
    (pages.get(path) ?? []).flatMap(({ children }) =>
      (children ?? []).flatMap(({ type, attrs }) => {
        const href = type === 'link_open' ? String(attrs?.find(([name]) => name === 'href')?.[1] ?? '') : ''
        const target = href === '' ? undefined : resolveInBook(path, href)?.path
        return target !== undefined && pages.has(target) && depthOf(target) > depthOf(path) ? [target] : []
      }),
    )
  const entries: Entry[] = []
  const seen = new Set<string>()
  const add = (path: string, depth: number) => {
    if (seen.has(path)) return
    seen.add(path)
    entries.push({ path, depth: Math.max(0, depth - 1) })
    for (const page of linksOf(path)) add(page, depth + 1)
  }
  const top = Math.min(...byName.map(depthOf))
  const roots = byName.filter((path) => depthOf(path) === top)
  for (const path of roots) add(path, 0)
  if (entries.length === roots.length) return undefined
  // Rows of a table are pages that no other one links to.
  for (const path of byName) add(path, 1)
  const [root, ...others] = roots
  const title = others.length === 0 ? titleOf(pages.get(root ?? '')) : undefined
  return { list: root ?? '', entries, words: wordsOfBook({ title }) }
}

const titleOf = (tokens: readonly Token[] = []): string | undefined =>
  tokens[0]?.tag === 'h1' ? tokens[1]?.content.trim() : undefined

/**
 * The scenes that Longform, with which novels are written in Obsidian, lists in the front matter of a note; undefined where no
 * note has such a list, or several drafts of the book have one.
 */
const ofLongform = (archive: Archive, paths: string[]): StatedOrder | undefined => {
  const [index, ...others] = paths.flatMap((path) => {
    const { longform } = readFrontMatter(textAt(archive, path)).fields as { longform?: unknown }
    return isRecord(longform) && Array.isArray(longform['scenes']) ? [{ path, longform }] : []
  })
  if (!index || others.length > 0) return undefined
  const { path: list, longform } = index
  const { sceneFolder, scenes, title } = longform
  const folder = typeof sceneFolder === 'string' ? sceneFolder.replace(/^\/+|\/+$/g, '') : ''
  const entries = (scenes as unknown[]).flat(MAX_DEPTH).flatMap((name): Entry[] => {
    const path = typeof name === 'string' ? pathFrom(list, `${folder}/${name}.md`.replace(/^\//, '')) : undefined
    return path === undefined ? [] : [{ path, title: String(name) }]
  })
  return { list, entries: unique(entries), words: wordsOfBook({ title }) }
}

/** The files of HonKit and GitBook that are called otherwise than they call them. */
const structureOf = (
  archive: Archive,
  shallowest: (name: string) => string | undefined,
): { summary?: string | undefined; readme?: string | undefined } => {
  const config = ['book.json', '.gitbook.yaml'].map(shallowest).find((path) => path !== undefined)
  const { root = '', structure } = fieldsAt(archive, config)
  const fileOf = (name: string) => {
    const path = isRecord(structure) ? structure[name] : undefined
    const place = typeof path === 'string' ? pathFrom(config ?? '', `./${String(root)}/${path}`) : undefined
    return place !== undefined && archive.has(place) ? place : undefined
  }
  return { summary: fileOf('summary'), readme: fileOf('readme') }
}

/** The links of its lists, below the parts that its headings name. */
const ofSummary = (archive: Archive, list: string, introduction?: string): StatedOrder => {
  // With HTML, what stands in a comment is no entry.
  const markdown = new MarkdownIt({ html: true })
  takeBlanks(markdown, isMarkdownName)
  const entries: Entry[] = []
  let [depth, headings] = [0, 0]
  const tokens = markdown.parse(textAt(archive, list), {})
  const addPart = (part: string) =>
    entries.push({ path: `${list}#${entries.length}`, part, depth: Math.max(0, depth - 1) })
  for (const [at, token] of tokens.entries()) {
    if (/^(?:bullet|ordered)_list_(?:open|close)$/.test(token.type)) depth += token.nesting
    if (token.type !== 'inline') continue
    const heading = tokens[at - 1]?.type === 'heading_open' ? tokens[at - 1]?.tag : undefined
    if (heading !== undefined) {
      headings += 1
      // The first heading is that of the list itself.
      const isOfList = headings === 1 && heading === 'h1' && entries.length === 0
      if (!isOfList) addPart(token.content.trim())
    }
    const children = token.children ?? []
    // A chapter may be called Summary as well, and link to others among its words.
    if (depth === 0 && wordsIn(withoutLinks(children)) !== '') continue
    const before = entries.length
    for (const [child, { type, attrs }] of children.entries()) {
      const href = type === 'link_open' ? String(attrs?.find(([name]) => name === 'href')?.[1] ?? '') : ''
      const path = href === '' ? undefined : resolveInBook(list, href)?.path
      if (path === undefined || !isSource(path)) continue
      const rest = children.slice(child + 1)
      const title = wordsIn(
        rest.slice(
          0,
          rest.findIndex((one) => one.type === 'link_close'),
        ),
      )
      entries.push({ path, title, depth: Math.max(0, depth - 1) })
    }
    // A chapter without a file stands above those that are listed below it.
    const hasOthers = depth > 0 && /^(?:bullet|ordered)_list_open$/.test(tokens[at + 2]?.type ?? '')
    if (hasOthers && entries.length === before && wordsIn(children) !== '') addPart(wordsIn(children))
  }
  const root = list.split('/').slice(0, -1)
  const [words, isMdBook] = wordsOfProject(archive, root)
  const rules = archive.names.find((path) => path === [...root, '.bookignore'].join('/'))
  const ignored = ignore().add(rules === undefined ? '' : textAt(archive, rules))
  const folder = root.map((name) => `${name}/`).join('')
  // The rules say nothing of files outside of their folder.
  const isKept = ({ path }: Entry) =>
    rules === undefined || !path.startsWith(folder) || !ignored.ignores(path.slice(folder.length))
  // HonKit and GitBook begin with the introduction, which need not be in the list.
  const readme =
    introduction ?? archive.names.find((path) => path.toLowerCase() === [...root, 'readme.md'].join('/').toLowerCase())
  const first =
    !isMdBook && readme !== undefined && !entries.some(({ path }) => path === readme) ? [{ path: readme }] : []
  return { list, entries: unique([...first, ...entries].filter(isKept)), words }
}

const withoutLinks = (tokens: readonly Token[]): Token[] => {
  let depth = 0
  return tokens.filter(({ type, nesting }) => {
    if (type.startsWith('link_')) depth += nesting
    return depth === 0
  })
}

const wordsIn = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type !== 'html_inline')
    .map(({ content }) => content)
    .join('')
    .trim()

/** What `book.toml` of mdBook or `book.json` of HonKit says, beside the list or above it; and whether it is mdBook's. */
const wordsOfProject = (archive: Archive, root: string[]): [Words, boolean] => {
  for (const folder of [root, root.slice(0, -1)]) {
    const at = (name: string) => [...folder, name].join('/')
    try {
      if (archive.has(at('book.toml'))) return [wordsOfBook(parseToml(textAt(archive, at('book.toml')))['book']), true]
      if (archive.has(at('book.json'))) return [wordsOfBook(JSON.parse(textAt(archive, at('book.json')))), false]
    } catch {
      // One that is damaged says nothing.
    }
  }
  return [NO_WORDS, false]
}
