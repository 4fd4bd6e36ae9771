import type { Carried } from '#web/api/query-client.ts'
import { PRELOADED_FONTS } from '#web/fonts/preload.ts'
import { INLINE_SCRIPT } from '#web/session/inline-script.ts'

/** What Vite's manifest says of a file. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, Chunk>

const ENTRY = 'web/browser.tsx'

interface HeadOf {
  manifest: Manifest | undefined
  /** The files of the matched routes. */
  modules: string[]
  noindex: boolean
  /** Without any script but the inline one: the page must stand alone. */
  still?: boolean
}

/** What the server adds to a page's head: the one inline script, styles, and the modules that this page needs. */
export const headOf = ({ manifest, modules, noindex, still = false }: HeadOf) =>
  [
    `<script>${INLINE_SCRIPT}</script>`,
    noindex && '<meta name="robots" content="noindex">',
    ...PRELOADED_FONTS.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    ...(manifest ? builtAssets(manifest, modules, still) : DEVELOPMENT),
  ]
    .filter(Boolean)
    .join('')

const builtAssets = (manifest: Manifest, modules: string[], still: boolean) => {
  const chunks = chunksOf(manifest, [ENTRY, ...modules])
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  const [entry, ...others] = chunks.map(({ file }) => file)
  const scripts = [
    ...others.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${entry}"></script>`,
  ]
  return [...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`), ...(still ? [] : scripts)]
}

/** These files and all that they import at once, each once; the first comes first. */
const chunksOf = (manifest: Manifest, names: string[], seen = new Set<string>()): Chunk[] =>
  names.flatMap((name) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [chunk, ...chunksOf(manifest, chunk.imports ?? [], seen)]
  })

/** What Vite puts into a page's head by itself where it serves an index.html. */
const DEVELOPMENT = [
  `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type</script>`,
  '<script type="module" src="/@vite/client"></script>',
  `<script type="module" src="/${ENTRY}"></script>`,
]

/** What the server adds to the end of a page: its data for the browser, and for search engines. */
export const tailOf = (data: PageData, structured: object[]) =>
  [
    `<script type="application/json" id="data">${inert(data)}</script>`,
    ...structured.map((one) => `<script type="application/ld+json">${inert(one)}</script>`),
  ].join('')

export interface PageData {
  origin: string
  contact: string
  carried: Carried[]
}

/** JSON that can't end the element it stands in. */
const inert = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
