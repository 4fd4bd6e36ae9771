import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBLEMS } from '#contract/problems.ts'
import { without } from './thin-problems.ts'

const SOURCE = readFileSync(join(import.meta.dirname, '../contract/problems.ts'), 'utf8')

test('the browser keeps the words of the failures that it names, and of no other', () => {
  const thin = without(SOURCE, new Set(['uploadTimeout', 'unavailable']))
  const kept = Object.entries(PROBLEMS).filter(([name]) => thin.includes(`  ${name}: problem(`))
  expect(kept.map(([name]) => name)).toEqual(['uploadTimeout', 'unavailable'])
  expect(thin).toContain('} as const')
  expect(thin).toContain('export class Problem')
})
