import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Manifest, headOf } from './page-assets.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const MOST_BYTES = 130_000

const MODULES = {
  'the home page': 'web/home/home-page.tsx',
  'the library': 'web/books/library-page.tsx',
  'a book’s page': 'web/books/book-page.tsx',
  'the premium books': 'web/premium/premium-page.tsx',
  'the showcase': 'web/showcase/showcase-page.tsx',
  'the download page': 'web/download/download-page.tsx',
}

test.each(Object.entries(MODULES))('%s loads at most 130 KB of JavaScript first, gzip', async (_, module) => {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  expect(manifest).toHaveProperty([module])
  const head = headOf({ built: { manifest, sheets: {} }, modules: [module], noindex: false })
  const files = new Set([...head.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))
  const scripts = await Promise.all([...files].map((file) => readFile(join(CLIENT, file))))
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
