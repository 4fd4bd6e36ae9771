import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve as resolvePath } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMAGE_MAX_BYTES } from '#contract/publishing.ts'
import { FORMATS } from '#server/formats/formats.ts'
import { getPublic, type GetOptions } from '#server/platform/outgoing/get-public.ts'
import { TargetError } from '#server/platform/outgoing/public-target.ts'
import { ProcessDiedError, SandboxedProcess } from '#server/platform/sandbox/sandboxed-process.ts'
import { type ImportSource, type LeftOut, type SourceBook, SourceError } from './import-source.ts'
import type { OpdsResult, OpdsTask } from './opds-worker.ts'
import type { OpdsEntry, OpdsFeed } from './parse-opds.ts'
import { openInside } from './source-files.ts'

const WORKER = new URL('./opds-worker.ts', import.meta.url)
const LIMITS = { cpuMs: 10_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 512 * 1024 * 1024, heapMb: 256 }
const MAX_PAGES = 1000
const MAX_PAGE_BYTES = 10_000_000
const MAX_BOOKS = 50_000
const MAX_BOOK_BYTES = 500_000_000

export interface OpdsOptions extends Omit<GetOptions, 'login'> {
  /** Where files are loaded to. Those that are there are not loaded again. */
  downloads: string
  /** `NAME:PASSWORD`, for the origin of the feed. */
  login?: string | undefined
  /** Called with the number of loaded books and the number of all. */
  onLoad?: (done: number, of: number) => void
  isStopped?: () => boolean
}

interface Opened {
  body: Readable
  /** What addresses in it are relative to. */
  base: string
}
type Open = (place: string) => Promise<Opened>

/** The books of a feed, an address or the path of a saved one, and of the pages that follow it. Their files are loaded. */
export const readOpds = async (given: string, options: OpdsOptions): Promise<ImportSource> => {
  const { downloads: folder, onLoad = () => {}, isStopped = () => false } = options
  const source = isAddress(given) ? given : resolvePath(given)
  const open = createOpen(source, options)
  const parser = openParser()
  const { entries, otherFeeds } = await readPages(source, { open, parse: parser.parse }).finally(parser.close)
  await mkdir(folder, { recursive: true })
  if (entries.length === 0 && otherFeeds.length > 0)
    throw new SourceError(
      `This feed leads to others: name one of them, such as ${otherFeeds.slice(0, 5).join(' or ')}.`,
    )
  const books: SourceBook[] = []
  const refused: LeftOut[] = []
  const names = new Map<string, number>()
  for (const [at, { entry, base }] of entries.entries()) {
    if (isStopped()) break
    onLoad(at, entries.length)
    const name = uniqueName(names, entry.title || 'Untitled')
    const loaded = filesOf(entry).length > 0 ? await loadEntry(entry, { base, folder, open }) : { reason: NOT_FREE }
    if ('reason' in loaded) refused.push({ name, reason: loaded.reason })
    else books.push({ name, ...loaded, said: {}, known: entry.words })
  }
  return {
    kind: 'a feed of OPDS',
    root: await realpath(folder),
    books,
    refused,
    otherFiles: otherFeeds.length,
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

const NOT_FREE = 'The feed gives no EPUB, PDF, FB2 or MOBI of it that everybody may have.'

/** Two books may have one title. */
const uniqueName = (names: Map<string, number>, title: string): string => {
  const count = (names.get(title) ?? 0) + 1
  names.set(title, count)
  return count === 1 ? title : `${title} (${count})`
}

interface FeedParts {
  open: Open
  parse: (xml: string) => Promise<OpdsFeed>
}

/** Parses feeds in a sandboxed process. */
const openParser = () => {
  const busy = () => new SourceError('The process that reads feeds does not start. Try it again.')
  const worker = new SandboxedProcess<OpdsTask>({ program: WORKER, limits: LIMITS, busy })
  return {
    parse: async (xml: string): Promise<OpdsFeed> => {
      const result = await worker
        .run<OpdsResult>(async () => ({ xml }))
        .catch((error: unknown) => {
          throw error instanceof ProcessDiedError
            ? new SourceError('The feed cannot be read: it takes too much.')
            : error
        })
      if ('fault' in result) throw new SourceError(result.fault)
      return result.feed
    },
    close: () => worker.close(),
  }
}

interface Found {
  entry: OpdsEntry
  /** The address of the page that it is on. */
  base: string
}

const readPages = async (source: string, part: FeedParts) => {
  const entries: Found[] = []
  const otherFeeds: string[] = []
  const seen = new Set<string>()
  for (let page: string | undefined = source; page !== undefined && !seen.has(page);) {
    if (seen.size === MAX_PAGES) throw new SourceError(`The feed has more than ${MAX_PAGES} pages.`)
    seen.add(page)
    const { feed, base } = await readPage(page, part)
    for (const entry of feed.entries) {
      if (entry.files.length > 0 || entry.hasOther) entries.push({ entry, base })
      else if (entry.feed !== undefined) otherFeeds.push(resolve(entry.feed, base))
    }
    if (entries.length > MAX_BOOKS) throw new SourceError(`The feed has more than ${MAX_BOOKS} books.`)
    page = feed.next === undefined ? undefined : resolve(feed.next, base)
  }
  return { entries, otherFeeds }
}

const readPage = async (page: string, { open, parse }: FeedParts): Promise<{ feed: OpdsFeed; base: string }> => {
  try {
    const { body, base } = await open(page)
    const chunks: Buffer[] = []
    await pipeline(body, atMost(MAX_PAGE_BYTES), async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) chunks.push(part)
    })
    return { feed: await parse(Buffer.concat(chunks).toString()), base }
  } catch (error) {
    throw new SourceError(`${page}: ${reasonOf(error)}`)
  }
}

/** Whether a source is at an address. */
export const isAddress = (text: string) => /^https?:\/\//i.test(text)

/** An address stays one; what a saved feed names beside it is a path. */
const resolve = (href: string, base: string): string =>
  isAddress(base) || isAddress(href)
    ? (URL.parse(href, isAddress(base) ? base : undefined)?.href ?? href)
    : join(dirname(base), decodePath(href))

const decodePath = (href: string): string => {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return href
  }
}

/** A file of the computer is opened only beside or below the saved feed, and never for a feed at an address. */
const createOpen = (source: string, { login, ...options }: OpdsOptions): Open => {
  const { origin } = isAddress(source) ? new URL(source) : { origin: '' }
  const authorization = `Basic ${Buffer.from(login ?? '').toString('base64')}`
  return async (place) => {
    if (isAddress(place)) {
      const { url, body } = await getPublic(new URL(place), {
        ...options,
        login: login === undefined ? undefined : { origin, authorization },
      })
      return { body, base: url.href }
    }
    if (isAddress(source)) throw new SourceError('This is no address that begins with https://.')
    const folder = dirname(source)
    const handle = await openInside(await realpath(folder), relative(folder, place))
    return { body: handle.createReadStream(), base: place }
  }
}

/** Books of which the library makes an EPUB, by the media types that catalogues write. */
const MANUSCRIPTS: readonly (readonly [extension: string, types: readonly string[]])[] = [
  ['.fb2', ['application/x-fictionbook+xml', 'application/fb2', 'application/fb2+xml', 'text/fb2+xml']],
  ['.zip', ['application/fb2+zip', 'application/x-zip-compressed-fb2', 'application/x-fictionbook+zip']],
  ['.azw3', ['application/x-mobi8-ebook', 'application/vnd.amazon.mobi8-ebook', 'application/vnd.amazon.ebook']],
  ['.mobi', ['application/x-mobipocket-ebook', 'application/vnd.amazon.mobi']],
]

interface EntryFile {
  href: string
  extension: string
}

/** The address of its file in each format, the preferred one first; of one that has none, of the first that can become one. */
const filesOf = ({ files }: OpdsEntry): EntryFile[] => {
  const firstOf = (extension: string, types: readonly string[]): EntryFile[] =>
    files
      .filter(({ type }) => types.includes(type))
      .map(({ href }) => ({ href, extension }))
      .slice(0, 1)
  const books = FORMATS.toReversed().flatMap(({ contentType, extension }) => firstOf(extension, [contentType]))
  return books.length > 0 ? books : MANUSCRIPTS.flatMap(([extension, types]) => firstOf(extension, types)).slice(0, 1)
}

/** Loads the files of a book, and its picture if that can be had. */
const loadEntry = async (
  entry: OpdsEntry,
  { base, folder, open }: { base: string; folder: string; open: Open },
): Promise<Pick<SourceBook, 'files' | 'cover'> | { reason: string }> => {
  const load = (href: string, extension: string, maxBytes: number) =>
    loadFile(open, { place: resolve(href, base), extension, folder, maxBytes })
  try {
    const files: string[] = []
    for (const { href, extension } of filesOf(entry)) files.push(await load(href, extension, MAX_BOOK_BYTES))
    const { cover } = entry
    const picture = cover === undefined ? undefined : load(cover, '.image', IMAGE_MAX_BYTES)
    return { files, cover: await picture?.catch(() => undefined) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

interface Download {
  place: string
  extension: string
  folder: string
  maxBytes: number
}

/** The name of the file in the folder. It is there whole or not at all. */
const loadFile = async (open: Open, { place, extension, folder, maxBytes }: Download): Promise<string> => {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 32) + extension
  if (existsSync(join(folder, name))) return name
  const part = join(folder, `.${randomUUID()}.part`)
  try {
    const { body } = await open(place)
    await pipeline(body, atMost(maxBytes), createWriteStream(part, { flags: 'wx' }))
    await rename(part, join(folder, name))
    return name
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Ends with a `SourceError` beyond so many bytes. */
const atMost = (maxBytes: number) => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > maxBytes) done(new SourceError(`This is larger than ${maxBytes / 1e6} MB.`))
      else done(null, chunk)
    },
  })
}

const reasonOf = (error: unknown): string => {
  if (error instanceof SourceError || error instanceof TargetError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return `This cannot be read (${code ?? message}).`
}
