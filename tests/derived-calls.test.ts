import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { derivedCalls } from '#scripts/derived-calls.ts'

const FOLDER = join(import.meta.dirname, '../contract/calls')

const derived = await derivedCalls()

test('contract/calls is derived from the endpoints', async () => {
  const names = await readdir(FOLDER)
  const written = await Promise.all(
    names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const),
  )
  expect(derived.size).toBeGreaterThan(40)
  expect(new Map(written), 'run: node scripts/derive-calls.ts').toEqual(derived)
})
