import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINES, type Engine, PDF_JS_NEEDS, POLYFILLED } from '#web/engines/engines.ts'
import { ALLOWED_PDF_JS_SCRIPTS, ALLOWED_PDF_JS_STYLES, ALLOWED_SCRIPTS, ALLOWED_STYLES } from './allowed-features.ts'
import { compatOf, isSupported } from './compat-data.ts'
import { type Features, featuresOfScript, namesDefinedIn } from './script-features.ts'
import { featuresOfStyle } from './style-features.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const PDF_JS = /^(?:pdf|pdf_viewer|pdf\.worker\.min|legacy-pdf-worker)-/

const filesOf = (pattern: string) => globSync(pattern, { cwd: CLIENT }).map((file) => join(CLIENT, file))
const lacks = (engine: Engine, alternatives: string[][]) =>
  !alternatives.some((path) => isSupported(compatOf(path), engine))

/** The path in MDN's data of a function such as 'Array.prototype.with'. */
const pathsOf = (name: string): string[][] => {
  const [owner = '', member = ''] = name.replace('.prototype', '').split('.')
  return [
    ['api', owner, `${member}_static`],
    ['api', owner, member],
    ['javascript', 'builtins', owner, member],
  ].filter((path) => compatOf(path))
}

/** 'feature: engines that lack it, files that use it', for what is neither allowed nor polyfilled. */
const missing = (files: [string, Features][], engines: Engine[], isKnown: (name: string) => boolean) => {
  const lines = new Map<string, { without: Set<string>; used: Set<string> }>()
  for (const [file, features] of files)
    for (const [name, alternatives] of features) {
      const without = engines.filter((engine) => lacks(engine, alternatives))
      if (without.length === 0 || isKnown(name)) continue
      const line = lines.get(name) ?? { without: new Set(), used: new Set() }
      for (const engine of without) line.without.add(engine.name)
      line.used.add(basename(file))
      lines.set(name, line)
    }
  return [...lines].map(
    ([name, { without, used }]) => `${name}: not in ${[...without].join(', ')}; in ${[...used].join(', ')}`,
  )
}

const isPolyfilled = (polyfilled: string[], name: string) =>
  polyfilled.some((known) => known.replace('.prototype', '') === name || known.endsWith(`.prototype${name}`))

const scripts = filesOf('{*.js,assets/*.{js,mjs}}')
const own = scripts.filter((file) => !PDF_JS.test(basename(file)) && !basename(file).startsWith('polyfills-'))
const texts = new Map(scripts.map((file) => [file, readFileSync(file, 'utf8')]))
const featuresIn = (files: string[]): [string, Features][] => {
  const defined = namesDefinedIn(files.map((file) => texts.get(file) ?? ''))
  return files.map((file) => [file, featuresOfScript(file, texts.get(file) ?? '', defined)])
}

const ownFeatures = featuresIn(own)

test('the scripts need nothing that an engine of the list lacks', () => {
  expect(own.length).toBeGreaterThan(100)
  const isKnown = (name: string) => name in ALLOWED_SCRIPTS || isPolyfilled(POLYFILLED, name)
  expect(missing(ownFeatures, ENGINES, isKnown)).toEqual([])
})

test('service workers and workers, in which there are no polyfills, need none', () => {
  const without = ownFeatures.filter(([file]) => /^(?:service-worker|kept-download-worker)\b/.test(basename(file)))
  expect(without).toHaveLength(2)
  expect(missing(without, ENGINES, (name) => name in ALLOWED_SCRIPTS)).toEqual([])
})

test('without a polyfill the check names the function, the engines and the file', () => {
  const without = POLYFILLED.filter((name) => name !== 'URL.parse')
  const isKnown = (name: string) => name in ALLOWED_SCRIPTS || isPolyfilled(without, name)
  const found = missing(ownFeatures, ENGINES, isKnown)
  expect(found).toEqual([
    expect.stringMatching(/^URL\.parse: not in Chromium 106, Chromium 119, Firefox 115, Safari 15\.6, Safari 17; in /),
  ])
})

test('the style sheets need nothing that an engine of the list lacks', () => {
  const sheets = filesOf('assets/*.css').map((file): [string, Features] => [
    file,
    featuresOfStyle(readFileSync(file, 'utf8')),
  ])
  expect(sheets.length).toBeGreaterThan(30)
  const isPdfJs = ([file]: [string, Features]) => PDF_JS.test(basename(file))
  const isAllowed = (name: string) => name in ALLOWED_STYLES
  const ofPdfJs = sheets.filter(isPdfJs)
  expect(ofPdfJs).toHaveLength(1)
  expect(missing(ofPdfJs, ENGINES, (name) => isAllowed(name) || name in ALLOWED_PDF_JS_STYLES)).toEqual([])
  const others = sheets.filter((sheet) => !isPdfJs(sheet))
  expect(missing(others, ENGINES, isAllowed)).toEqual([])
})

test('backdrops have their variables in engines where they inherit none', () => {
  const rules = filesOf('assets/*.css').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/::backdrop[^{}]*\{([^{}]*)\}/g), ([, body = '']) => body),
  )
  const namesIn = (pattern: RegExp) => rules.flatMap((body) => Array.from(body.matchAll(pattern), ([, name]) => name))
  const used = namesIn(/var\((--[\w-]+)/g)
  expect(used).not.toEqual([])
  expect(namesIn(/(--[\w-]+):/g)).toEqual(expect.arrayContaining(used))
})

test('what hides popovers until their polyfill shows them weighs less than all that styles them', () => {
  const sheets = filesOf('assets/*.css').map((file) => readFileSync(file, 'utf8'))
  const rules = sheets.flatMap(
    (css) => /@supports not selector\(:popover-open\)\{((?:[^{}]+\{[^{}]*\})+)/.exec(css)?.[1] ?? [],
  )
  const selectors = rules.flatMap((text) => Array.from(text.matchAll(/([^{}]+)\{/g), ([, selector]) => selector))
  expect(selectors.length).toBeGreaterThan(1)
  for (const selector of selectors) expect(selector).toMatch(/^:where\(.+\)$/)
})

test('a pseudo-class that an engine lacks is found in a selector of a script', () => {
  const features = featuresOfScript(
    'a.js',
    'element.querySelector(`.page:has(> .text) ${name}`); const odd = "a:is(b)"',
  )
  expect(missing([['a.js', features]], ENGINES, () => false)).toEqual([':has: not in Firefox 115; in a.js'])
})

test('a regular expression that the build has made a call of is read as one', () => {
  const features = featuresOfScript('a.js', 'const before = RegExp(`(?<!a)b`, `g`), set = new RegExp("[a--b]", "v")')
  expect(missing([['a.js', features]], ENGINES, (name) => name === 'unicodeSets')).toEqual([
    'lookbehind_assertion: not in Safari 15.6; in a.js',
  ])
  expect(features.has('unicodeSets')).toBe(true)
})

test('each polyfill is for an engine of the list', () => {
  for (const name of POLYFILLED) {
    expect(pathsOf(name), name).not.toEqual([])
    expect(
      ENGINES.filter((engine) => lacks(engine, pathsOf(name))),
      name,
    ).not.toEqual([])
  }
})

test('engines of the list load the legacy build of pdf.js unless they have what the modern one needs', () => {
  const ready = ENGINES.filter((engine) => PDF_JS_NEEDS.every((name) => !lacks(engine, pathsOf(name))))
  expect(ready).toEqual([])
  expect(scripts.filter((file) => /^(?:pdf\.worker\.min|legacy-pdf-worker)-/.test(basename(file)))).toHaveLength(2)
})

/** What a script calls of the language's own objects, without the functions that it defines. */
const undefinedCalls = (file: string, text: string): Features => {
  const defined = namesDefinedIn([text])
  const isOfLanguage = (alternatives: string[][]) => alternatives.every(([kind]) => kind === 'javascript')
  return new Map(
    [...featuresOfScript(file, text)].filter(
      ([name, alternatives]) => name.startsWith('.') && !defined.has(name.slice(1)) && isOfLanguage(alternatives),
    ),
  )
}

test('the legacy worker of pdf.js calls no function of the language that an engine of the list lacks', () => {
  const file = scripts.find((name) => basename(name).startsWith('legacy-pdf-worker-')) ?? ''
  const features = undefinedCalls(file, texts.get(file) ?? '')
  expect(missing([[file, features]], ENGINES, (name) => name in ALLOWED_PDF_JS_SCRIPTS)).toEqual([])
})

test('docs/browsers.md names the engines of the list', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/browsers.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| (\w+ [\d.]+) \| ([^|]+) \|/gm)].map(([, name, standsFor]) => [name, standsFor])
  expect(rows).toEqual(ENGINES.map(({ name, standsFor }) => [name, standsFor]))
})
