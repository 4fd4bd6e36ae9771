import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ENGLISH, type Language, LANGUAGES } from '#contract/shapes/languages.ts'
import { formatNamed } from '#web/reading/formats.ts'
import { type Manifest, SHOWS_PDF, headOf } from './page-assets.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
/** The maximum of JavaScript that a page loads before it is interactive, in bytes after gzip. */
const MAX_BYTES = 136_000
/** The same in other languages, whose texts take more bytes. */
const MAX_TRANSLATED_BYTES = 138_000
/** The same in Chromium 106, with the polyfills. */
const MAX_WITH_POLYFILLS = 200_000
const PAGES = [
  'web/home/home-page.tsx',
  'web/books/library-page.tsx',
  'web/books/book-page.tsx',
  'web/premium/premium-page.tsx',
  'web/premium/premium-book-page.tsx',
  'web/showcase/showcase-page.tsx',
  'web/download/download-page.tsx',
]

const manifestOf = ({ path }: Language) => `.vite/manifest${path.replace('/', '-')}.json`

const LOADS = LANGUAGES.filter((language) => existsSync(join(CLIENT, manifestOf(language)))).flatMap((language) =>
  PAGES.map((module) => ({ module, language, tag: language.tag })),
)

test('what shows a book of each format is a file of the build, which its page loads at once', async () => {
  const manifest = JSON.parse(await readFile(join(CLIENT, manifestOf(ENGLISH)), 'utf8')) as Manifest
  const modules = ['pdf', 'epub'].map((name) => formatNamed(name).module)
  expect(modules[0]).toBe(SHOWS_PDF)
  for (const module of modules) expect(manifest).toHaveProperty([module])
})

test.each(LOADS)('$module in $tag loads no more JavaScript than its limit', async ({ module, language }) => {
  const manifest = JSON.parse(await readFile(join(CLIENT, manifestOf(language)), 'utf8')) as Manifest
  expect(manifest).toHaveProperty([module])
  const head = headOf({ built: { manifest, sheets: {} }, modules: [module], noindex: false })
  const links = [...head.matchAll(/<link rel="(?:later|polyfills)" href="(\/assets\/[^"]+\.js)"/g)]
  const files = new Set(links.map(([, file = '']) => file))
  const sizeOf = async (file: string) => gzipSync(await readFile(join(CLIENT, file))).length
  const sizes = await Promise.all([...files].map(async (file) => ({ file, bytes: await sizeOf(file) })))
  const total = (counted: typeof sizes) => counted.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytes = total(sizes.filter(({ file }) => !file.includes('/polyfills-')))
  expect(total(sizes)).toBeGreaterThan(bytes)
  expect(total(sizes)).toBeLessThanOrEqual(MAX_WITH_POLYFILLS)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(language === ENGLISH ? MAX_BYTES : MAX_TRANSLATED_BYTES)
})
