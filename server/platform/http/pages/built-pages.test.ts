import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGLISH } from '#contract/shapes/languages.ts'
import { areBuiltFrom, assertUpToDate, buildPages, builtPages, CLIENT, fingerprint } from './built-pages.ts'

const ENTRY = join(CLIENT, '../server/render.js')

test('pages that were built from the current sources are not built again', async () => {
  const sources = fingerprint()
  expect(sources).toMatch(/^[\da-f]{64}$/)
  expect(areBuiltFrom(sources)).toBe(true)
  expect(areBuiltFrom(sources.replace(/^./, (first) => (first === '0' ? '1' : '0')))).toBe(false)

  const { mtimeMs } = await stat(ENTRY)
  await buildPages()
  expect((await stat(ENTRY)).mtimeMs).toBe(mtimeMs)
  expect(await (await builtPages()).pagesIn(ENGLISH)).toMatchObject({ INLINE_SCRIPT: expect.any(String) })
})

test('a server does not start with the pages of another version', () => {
  expect(() => assertUpToDate()).not.toThrow()
  expect(() => assertUpToDate(() => areBuiltFrom('another version'))).toThrow('npm run build')
})

test('pages are rendered by the production build of React, whatever NODE_ENV the server has', async () => {
  const code = await readFile(ENTRY, 'utf8')
  expect(code).not.toContain('NODE_ENV')
  expect(code).not.toContain('jsxDEV')
})
