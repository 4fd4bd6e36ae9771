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

/** What the client's build left: which file needs which, and what stands in each style sheet. */
export interface Built {
  manifest: Manifest
  sheets: Record<string, string>
}

const ENTRY = 'web/browser.tsx'

interface HeadOf {
  /** Undefined in development, where Vite serves the modules. */
  built: Built | undefined
  /** The files of the matched routes. */
  modules: string[]
  noindex: boolean
  /** Without any script but the inline one: the page must stand alone. */
  still?: boolean
}

/** What the server adds to a page's head: the one inline script, styles, and the modules that this page needs. */
export const headOf = ({ built, modules, noindex, still = false }: HeadOf) =>
  [
    `<script>${INLINE_SCRIPT}</script>`,
    noindex && '<meta name="robots" content="noindex">',
    ...PRELOADED_FONTS.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    ...(built ? builtAssets(built, modules, still) : DEVELOPMENT),
  ]
    .filter(Boolean)
    .join('')

const builtAssets = (built: Built, modules: string[], still: boolean) => {
  // The inline script makes modules and style sheets of them once the page is drawn, and begins with the first module.
  const scripts = chunksOf(built.manifest, [ENTRY, ...modules]).map(({ file }) => `<link rel="later" href="/${file}">`)
  return [
    `<style>${styleOf(built, modules)}</style>`,
    ...(still ? [] : scripts),
    // Keeps them for later pages, and tells their loader that they are here.
    ...sheetsOf(built, modules).map((file) => `<link rel="later" media="print" href="/${file}">`),
  ]
}

/** All styles of a page in one piece, so that it is drawn without waiting for a second answer. */
export const styleOf = (built: Built, modules: string[]) =>
  sheetsOf(built, modules)
    .map((file) => built.sheets[file] ?? '')
    .join('')

const sheetsOf = ({ manifest }: Built, modules: string[]) => [
  ...new Set(chunksOf(manifest, [ENTRY, ...modules]).flatMap(({ css = [] }) => css)),
]

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
