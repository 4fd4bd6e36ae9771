/**
 * The browsers that the site is built for: the build lowers syntax and style sheets to them, and a test compares what was
 * built, and docs/browsers.md, with this list. Plain data, because the build reads it too.
 */

export interface Engine {
  /** Its name in MDN's compatibility data and in the build's targets. */
  browser: 'chrome' | 'firefox' | 'safari'
  version: string
  name: string
  standsFor: string
}

export const ENGINES: Engine[] = [
  { browser: 'chrome', version: '106', name: 'Chromium 106', standsFor: 'Android 6, WebViews of old phones' },
  { browser: 'chrome', version: '119', name: 'Chromium 119', standsFor: 'Android 7' },
  { browser: 'chrome', version: '138', name: 'Chromium 138', standsFor: 'Android 8 and 9' },
  { browser: 'firefox', version: '115', name: 'Firefox 115', standsFor: 'old computers' },
  { browser: 'firefox', version: '140', name: 'Firefox 140', standsFor: 'Debian, offices' },
  { browser: 'safari', version: '15.6', name: 'Safari 15.6', standsFor: 'iPads and iPhones that get no newer one' },
  { browser: 'safari', version: '17', name: 'Safari 17', standsFor: 'iPads and iPhones of 2018' },
]

/** What style sheets are lowered to, in the form of Vite's `build.target`: the oldest version of each browser. */
export const STYLE_TARGETS = ENGINES.filter(
  ({ browser, version }) =>
    !ENGINES.some((other) => other.browser === browser && Number(other.version) < Number(version)),
).map(({ browser, version }) => browser + version)

/**
 * What syntax is lowered to. Safari 15 has class fields and private methods, but for Safari before version 16 the build would
 * replace them by WeakMaps, which make each script larger and pdf.js slower. What Safari 15.6 lacks, static blocks, is lowered for 16.
 */
export const SYNTAX_TARGETS = STYLE_TARGETS.map((target) => target.replace('safari15.6', 'safari16'))

/**
 * Functions that the site uses and some engine of the list lacks: web/engines/polyfills.ts adds them. Browsers that have all of
 * them don't load that file.
 */
export const POLYFILLED = [
  'URL.parse',
  'URL.canParse',
  'Promise.withResolvers',
  'Map.groupBy',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'HTMLElement.prototype.showPopover',
  'AbortSignal.any',
]

/** Functions that pdf.js needs: without one of them its legacy build is loaded, which brings its own polyfills. */
export const PDF_JS_NEEDS = ['Map.prototype.getOrInsertComputed', 'Math.sumPrecise', 'Iterator.prototype.join']
