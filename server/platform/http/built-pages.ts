import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Api } from '#contract/client.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const CLIENT = join(ROOT, 'dist/client')
const BUILD = join(ROOT, 'scripts/build.ts')
const SOURCES = ['web', 'contract', 'covers', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts']

/** Holds what the pages were built from. */
export const STAMP = join(ROOT, 'dist/built-from')

interface RenderInput {
  url: URL
  api: Api
  origin: string
  contact: string
  built?: unknown
}

type Rendered = { status: number; html: string; noindex: boolean; style: string } | { status: number; location: string }

/** All that the server knows of the pages. */
export interface Pages {
  render: (input: RenderInput) => Promise<Rendered>
  INLINE_SCRIPT: string
  /** The address without what the page does not read: two with the same canonical address are one page. */
  canonicalUrl: (url: URL) => URL
  /** What the client's build left, as `render` takes it. */
  built?: unknown
}

/** There is nothing to serve yet; the message says what to do. */
export class PagesNotBuiltError extends Error {}

/** The pages as they were built. */
export const builtPages = async (): Promise<Pages> => {
  const entry = join(ROOT, 'dist/server/render.js')
  if (!existsSync(entry)) throw new PagesNotBuiltError('The pages are not built. Run: npm run build')
  const manifest: unknown = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'))
  const files = readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.css'))
  const sheets = Object.fromEntries(
    files.map((file) => [`assets/${file}`, readFileSync(join(CLIENT, 'assets', file), 'utf8')]),
  )
  return { ...((await import(pathToFileURL(entry).href)) as Omit<Pages, 'built'>), built: { manifest, sheets } }
}

/** Builds the pages unless they were built from these very sources, in a process of its own beside the rest of a start. */
export const buildPages = async () => {
  if (areBuiltFrom(fingerprint())) return
  const build = spawn(process.execPath, [BUILD], { stdio: 'inherit' })
  const end = () => build.kill()
  process.once('exit', end)
  const [code] = (await once(build, 'close')) as [number | null]
  process.off('exit', end)
  if (code !== 0) throw new PagesNotBuiltError('The pages could not be built.')
}

export const areBuiltFrom = (sources: string) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources

/** Another one for each change of what the pages are made of. */
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
