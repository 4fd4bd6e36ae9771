import type { DehydratedQuery } from '#web/api/query-client.ts'
import { PRELOADED_FONTS } from '#web/fonts/preload.ts'
import { INLINE_SCRIPT } from '#web/session/inline-script.ts'

/** An entry of Vite's manifest. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

export type Manifest = Record<string, Chunk>

/** The client build: its manifest, and the text of each style sheet. */
export interface ClientBuild {
  manifest: Manifest
  sheets: Record<string, string>
}

const ENTRY = 'web/browser.tsx'

interface HeadOptions {
  /** Undefined in development, where Vite serves the modules. */
  built: ClientBuild | undefined
  /** The files of the matched routes. */
  modules: string[]
  noindex: boolean
  /** Leaves out all scripts but the inline one. */
  noScripts?: boolean
}

/** What the server adds to a page's head: the inline script, its styles and its modules. */
export const headOf = ({ built, modules, noindex, noScripts = false }: HeadOptions) =>
  [
    `<script>${INLINE_SCRIPT}</script>`,
    noindex && '<meta name="robots" content="noindex">',
    ...PRELOADED_FONTS.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    ...(built ? builtAssets(built, modules, noScripts) : DEVELOPMENT),
  ]
    .filter(Boolean)
    .join('')

/**
 * The pages that load their scripts at once, because these draw their content; all others load them after the first paint.
 * `entry` is a module that starts before the page's own, `files` are imported later, `worker` is the script of a worker.
 */
const AT_ONCE: Record<string, { entry: string; files: string[]; worker: string }> = {
  'web/reading/read-page.tsx': {
    entry: 'web/session/early-file.ts',
    files: [
      'node_modules/pdfjs-dist/build/pdf.mjs',
      'node_modules/pdfjs-dist/web/pdf_viewer.mjs',
      'web/reading/pages/pdf-files.ts',
    ],
    worker: 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs',
  },
}

const scriptsAtOnce = (
  { manifest }: ClientBuild,
  modules: string[],
  { entry, files, worker }: (typeof AT_ONCE)[string],
) => [
  ...[entry, ENTRY].map((name) => `<script type="module" async src="/${manifest[name]?.file}"></script>`),
  ...chunksOf(manifest, [...modules, ...files], new Set([entry, ENTRY])).map(
    ({ file }) => `<link rel="modulepreload" href="/${file}">`,
  ),
  // Preloaded as a module, it would be compiled for the page too.
  `<link rel="prefetch" href="/${manifest[worker]?.file}">`,
]

const builtAssets = (built: ClientBuild, modules: string[], noScripts: boolean) => {
  const content = modules.map((name) => AT_ONCE[name]).find(Boolean)
  const scripts = content
    ? scriptsAtOnce(built, modules, content)
    : // After the first paint the inline script turns these into preloaded modules, and imports the first one.
      chunksOf(built.manifest, [ENTRY, ...modules]).map(({ file }) => `<link rel="later" href="/${file}">`)
  return [
    `<style>${styleOf(built, modules)}</style>`,
    ...(noScripts ? [] : scripts),
    // Loads the style sheets into the HTTP cache for later pages; Vite's preloader also finds them by these links.
    ...sheetsOf(built, modules).map((file) => `<link rel="later" media="print" href="/${file}">`),
  ]
}

/** All styles of a page as one text, inlined so that rendering waits for no second response. */
export const styleOf = (built: ClientBuild, modules: string[]) =>
  sheetsOf(built, modules)
    .map((file) => built.sheets[file] ?? '')
    .join('')

const sheetsOf = ({ manifest }: ClientBuild, modules: string[]) => [
  ...new Set(chunksOf(manifest, [ENTRY, ...modules]).flatMap(({ css = [] }) => css)),
]

/** The chunks of these files and of their static imports, each once, in order. */
const chunksOf = (manifest: Manifest, names: string[], seen = new Set<string>()): Chunk[] =>
  names.flatMap((name) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [chunk, ...chunksOf(manifest, chunk.imports ?? [], seen)]
  })

/** What Vite adds to the head when it serves an index.html itself. */
const DEVELOPMENT = [
  `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type</script>`,
  '<script type="module" src="/@vite/client"></script>',
  `<script type="module" src="/${ENTRY}"></script>`,
]

/** What the server adds to the end of a page: the data for hydration and the structured data. */
export const tailOf = (data: PageData, structured: object[]) =>
  [
    `<script type="application/json" id="data">${toScriptJson(data)}</script>`,
    ...structured.map((one) => `<script type="application/ld+json">${toScriptJson(one)}</script>`),
  ].join('')

export interface PageData {
  origin: string
  contact: string
  carried: DehydratedQuery[]
}

/** JSON that cannot close the script element it is written into, and that older parsers of JavaScript read as well. */
const toScriptJson = (data: object) =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
