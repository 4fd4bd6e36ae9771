import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Api } from '#contract/api/client.ts'
import { ENGLISH, type Language, LANGUAGES } from '#contract/shapes/languages.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
export const CLIENT = join(ROOT, 'dist/client')
/** As `nice` counts. */
const BACKGROUND = 10
const LOOK_MS = 3000
const BUILD = join(ROOT, 'scripts/build.ts')
const SOURCES = [
  'web',
  'contract',
  'covers',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/frame-script.ts',
  'scripts/literal-colours.ts',
  'scripts/translate',
  'languages',
]

/** Holds the fingerprint of the sources that the pages were built from, and the languages. */
export const STAMP = join(ROOT, 'dist/built-from')

interface RenderInput {
  url: URL
  api: Api
  origin: string
  contact: string
  built?: unknown
  isForVisitors?: () => boolean
}

type Rendered = { status: number; html: string; noindex: boolean; style: string } | { status: number; location: string }

/** What the server knows of the built pages. */
export interface Pages {
  render: (input: RenderInput) => Promise<Rendered>
  INLINE_SCRIPT: string
  /** The SHA-256 of the script in the frame of an EPUB. */
  BOOK_AGENT_HASH: string
  /** The address without what the page does not read: two with the same canonical address are one page. */
  canonicalUrl: (url: URL) => URL
  /** The manifest and style sheets of the client's build, as `render` takes them. */
  built?: unknown
}

export interface BuiltPages {
  /** Those that the pages were built in. */
  languages: () => readonly Language[]
  pagesIn: (language: Language) => Promise<Pages>
}

/** The pages can't be served; the message says what to do. */
export class PagesNotBuiltError extends Error {}

/** Refuses pages that were built from other sources, where these are there: an image has only what was built. */
export const assertUpToDate = (areCurrent = () => areBuiltFrom(fingerprint())) => {
  if (existsSync(join(ROOT, 'web')) && existsSync(STAMP) && !areCurrent())
    throw new PagesNotBuiltError('The pages are those of another version. Run: npm run build')
}

/** The path of a language's manifest in the folder of the client's build. */
export const manifestOf = ({ path }: Language) => `.vite/manifest${path.replace('/', '-')}.json`

const entryOf = ({ path }: Language) => join(ROOT, 'dist/server', path, 'render.js')

/** The built pages by language, each loaded when somebody reads it for the first time; English at once. */
export const builtPages = async (): Promise<BuiltPages> => {
  const english = pagesIn(ENGLISH)
  const loaded = new Map<Language, Promise<Pages>>([[ENGLISH, english]])
  await english
  return {
    languages: builtLanguages(),
    pagesIn: (language) => {
      const known = loaded.get(language)
      if (known) return known
      const pages = pagesIn(language)
      loaded.set(language, pages)
      // Too many files may be open now: the next reader asks again.
      pages.catch(() => loaded.delete(language))
      return pages
    },
  }
}

/** While others are being built, looks for them from time to time; the same list as long as there are no more. */
const builtLanguages = () => {
  let built: readonly Language[] = []
  let lookedAt = -LOOK_MS
  return () => {
    if (built.length < LANGUAGES.length && performance.now() - lookedAt >= LOOK_MS) {
      lookedAt = performance.now()
      const found = LANGUAGES.filter((language) => existsSync(entryOf(language)))
      if (found.length !== built.length) built = found
    }
    return built
  }
}

const pagesIn = async (language: Language): Promise<Pages> => {
  const entry = entryOf(language)
  if (!existsSync(entry)) throw new PagesNotBuiltError('The pages are not built. Run: npm run build')
  const manifest: unknown = JSON.parse(readFileSync(join(CLIENT, manifestOf(language)), 'utf8'))
  const files = readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.css'))
  const sheets = Object.fromEntries(
    files.map((file) => [`assets/${file}`, readFileSync(join(CLIENT, 'assets', file), 'utf8')]),
  )
  return { ...((await import(pathToFileURL(entry).href)) as Omit<Pages, 'built'>), built: { manifest, sheets } }
}

/** Builds the English pages in a child process, unless the last build was made from the same sources. */
export const buildPages = async () => {
  if (areBuiltFrom(fingerprint())) return
  const code = await runBuild(['--english'])
  if (code !== 0) throw new PagesNotBuiltError('The pages could not be built.')
}

/** Builds the pages in the languages that are missing, in a child process that gives way to others. */
export const buildTranslatedPages = () => runBuild([], BACKGROUND)

const runBuild = async (args: string[], priority?: number) => {
  const build = spawn(process.execPath, [BUILD, ...args], { stdio: 'inherit' })
  if (priority !== undefined && build.pid) setPriority(build.pid, priority)
  const end = () => build.kill()
  process.once('exit', end)
  const [code] = (await once(build, 'close')) as [number | null]
  process.off('exit', end)
  return code
}

/** The tags of the languages that the pages were built in. */
export const builtTags = (): string[] => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ').slice(1) : [])

/** Whether the pages were built from these sources, in these languages at least. */
export const areBuiltFrom = (sources: string, languages: readonly Language[] = []) => {
  if (!existsSync(STAMP)) return false
  const [built, ...tags] = readFileSync(STAMP, 'utf8').split(' ')
  return built === sources && languages.every(({ tag }) => tags.includes(tag))
}

/** What the stamp says of pages that were built from these sources. */
export const stampOf = (sources: string, languages: readonly Pick<Language, 'tag'>[]) =>
  [sources, ...languages.map(({ tag }) => tag)].join(' ')

/** A hash of all files that the pages are built from. */
export const fingerprint = () => {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesOf)) hash.update(path).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

const filesOf = (source: string) => {
  if (!statSync(join(ROOT, source)).isDirectory()) return [source]
  return readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length))
    .toSorted()
}
