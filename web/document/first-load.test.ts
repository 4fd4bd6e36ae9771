import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Manifest, headOf } from './page-assets.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
/** What a page may load of JavaScript before it works, in bytes, gzip; a book's page has stars, comments and shelves. */
const MOST = {
  'web/home/home-page.tsx': 130_000,
  'web/books/library-page.tsx': 130_000,
  'web/books/book-page.tsx': 132_000,
  'web/premium/premium-page.tsx': 130_000,
  'web/showcase/showcase-page.tsx': 130_000,
  'web/download/download-page.tsx': 130_000,
}

test.each(Object.entries(MOST))('%s loads at most %i bytes of JavaScript first', async (module, most) => {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  expect(manifest).toHaveProperty([module])
  const head = headOf({ built: { manifest, sheets: {} }, modules: [module], noindex: false })
  const files = new Set([...head.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))
  const scripts = await Promise.all([...files].map((file) => readFile(join(CLIENT, file))))
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(most)
})
