import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Manifest, headOf } from './page-assets.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
/** The largest first load of JavaScript, in bytes after gzip. */
const MOST = 130_000
const PAGES = [
  'web/home/home-page.tsx',
  'web/books/library-page.tsx',
  'web/books/book-page.tsx',
  'web/premium/premium-page.tsx',
  'web/premium/premium-book-page.tsx',
  'web/showcase/showcase-page.tsx',
  'web/download/download-page.tsx',
]

test.each(PAGES)(`%s loads at most ${MOST} bytes of JavaScript first`, async (module) => {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  expect(manifest).toHaveProperty([module])
  const head = headOf({ built: { manifest, sheets: {} }, modules: [module], noindex: false })
  const files = new Set([...head.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))
  const scripts = await Promise.all([...files].map((file) => readFile(join(CLIENT, file))))
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MOST)
})
