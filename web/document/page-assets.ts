import { localPath } from '#web/language/local-path.ts'
import type { DehydratedQuery } from '#web/api/query-client.ts'
import { PRELOADED_FONTS } from '#web/fonts/preload.ts'
import { OLDER_BROWSER } from '#web/messages/older-browsers.ts'
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
const POLYFILLS = 'web/engines/polyfills.ts'

interface HeadOptions {
  /** Undefined in development, where Vite serves the modules. */
  built: ClientBuild | undefined
  /** The files of the matched routes, and those that the page shows its content with. */
  modules: string[]
  noindex: boolean
  /** Leaves out all scripts but the inline one. */
  noScripts?: boolean
}

/** What the server adds to a page's head: the inline script, its styles and its modules. */
export const headOf = ({ built, modules, noindex, noScripts = false }: HeadOptions) =>
  [
    noindex && '<meta name="robots" content="noindex">',
    ...PRELOADED_FONTS.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`),
    ...(built ? builtAssets(built, modules, noScripts) : DEVELOPMENT),
    // Last, because it looks for the links.
    `<script>${INLINE_SCRIPT}</script>`,
  ]
    .filter(Boolean)
    .join('')

/** The module with the files that pdf.js loads. */
export const SHOWS_PDF = 'web/reading/pages/pdf-files.ts'

/** The modules of pdf.js in one of its two builds. */
const pdfJs = (folder: string) => [`${folder}build/pdf.mjs`, `${folder}web/pdf_viewer.mjs`]

const PDF_JS = {
  modern: pdfJs('node_modules/pdfjs-dist/'),
  legacy: pdfJs('node_modules/pdfjs-dist/legacy/'),
}
/** The worker of pdf.js, in the modern build alone: the policy of a page lets old Chromium prefetch nothing. */
const PDF_WORKER = 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs'

/**
 * The pages that load their scripts at once, because these draw their content; all others load them after the first paint.
 * The value is a module that starts before the page's own.
 */
const AT_ONCE: Record<string, string> = { 'web/reading/read-page.tsx': 'web/session/early-file.ts' }

const scriptsAtOnce = ({ manifest }: ClientBuild, modules: string[], entry: string) => {
  const entries = [entry, ENTRY]
  const seen = new Set(entries)
  const common = chunksOf(manifest, [...modules, ...entries.flatMap((name) => manifest[name]?.imports ?? [])], seen)
  const pdfJsLinks = () => [
    ...Object.entries(PDF_JS).flatMap(([name, own]) =>
      chunksOf(manifest, own, new Set(seen)).map(({ file }) => linkFor(name, 'modulepreload', file)),
    ),
    // Preloaded as a module, it would be compiled for the page too.
    linkFor('modern', 'prefetch', manifest[PDF_WORKER]?.file),
  ]
  return [
    ...entries.map((name) => `<link rel="modulepreload" href="/${manifest[name]?.file}" data-run="now">`),
    ...common.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    ...(modules.includes(SHOWS_PDF) ? pdfJsLinks() : []),
  ]
}

/** A link that the inline script makes one of this kind in the browsers that it is for. */
const linkFor = (name: string, rel: string, file = '') =>
  `<link rel="optional" data-for="${name}" data-rel="${rel}" href="/${file}">`

const builtAssets = (built: ClientBuild, modules: string[], noScripts: boolean) => {
  const content = modules.map((name) => AT_ONCE[name]).find(Boolean)
  const scripts = content
    ? scriptsAtOnce(built, modules, content)
    : // After the first paint the inline script turns these into preloaded modules, and imports the first one.
      chunksOf(built.manifest, [ENTRY, ...modules]).map(
        ({ file }, index) => `<link rel="later" href="/${file}"${index === 0 ? ' data-run="painted"' : ''}>`,
      )
  return [
    `<style>${styleOf(built, modules)}</style>`,
    ...(noScripts ? [] : [...scripts, `<link rel="polyfills" href="/${built.manifest[POLYFILLS]?.file}">`]),
    // Loads the style sheets into the HTTP cache for later pages. Vite's preloader also finds them by these links, and would
    // load those again that are no style sheets yet when the modules start.
    ...sheetsOf(built, modules).map(
      (file) => `<link rel="${content ? 'stylesheet' : 'later'}" media="print" href="/${file}">`,
    ),
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

/**
 * Not part of the hydrated page, because it is shown where that does not start: base.css says when. Browsers without
 * scripts, which read the inside of a noscript element, take it for a comment: `WithoutScripts` tells them more.
 */
const olderBrowser = () => {
  const [before, app, or, reader, end] = OLDER_BROWSER.advice
  const advice = `${before} <a href="${localPath('/download')}">${app}</a> ${or} <a href="${localPath('/devices')}">${reader}</a>${end}`
  const line = `<p class="older-browser" role="status"><span>${OLDER_BROWSER.parts}</span> <span>${advice}</span></p>`
  return `<noscript><!--</noscript>${line}<noscript>--></noscript>`
}

/** What the server adds to the end of a page: the line for older browsers, the data for hydration and the structured data. */
export const tailOf = (data: PageData, structured: object[]) =>
  [
    olderBrowser(),
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
