import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FUZZ_TESTS, LONG_TESTS } from '#tests/long-tests.ts'
import { ABUSE_CASES } from './cases.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test('each case of abuse has existing tests, none of which is skipped', () => {
  expect(ABUSE_CASES).toHaveLength(47)
  const missing = ABUSE_CASES.flatMap(({ tests }) => tests).filter(({ file, title }) => !read(file).includes(title))
  expect(missing).toEqual([])
  const files = new Set(ABUSE_CASES.flatMap(({ tests }) => tests.map(({ file }) => file)))
  expect([...files].filter((file) => /\b(?:test|describe)\.(?:only|skip\(')/.test(read(file)))).toEqual([])
})

test('the tests of each case of abuse run for every change', () => {
  const late = new Set([...LONG_TESTS, ...FUZZ_TESTS])
  expect(ABUSE_CASES.flatMap(({ tests }) => tests).filter(({ file }) => late.has(file))).toEqual([])
})

test('each defence that the tests guard is in the code once', () => {
  const moved = ABUSE_CASES.map(({ without }) => without).filter(
    ({ file, from }) => read(file).split(from).length !== 2,
  )
  expect(moved).toEqual([])
})
