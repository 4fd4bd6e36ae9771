import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUARD_JOURNEYS, LONG_JOURNEYS, LONGEST_JOURNEYS, PSEUDO_JOURNEYS, STATE_JOURNEYS } from './long-journeys.ts'
import { DATA_TESTS, FUZZ_TESTS, GUARD_TESTS, LONG_TESTS } from './long-tests.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_SHORT = [...GUARD_TESTS, ...LONG_TESTS, ...FUZZ_TESTS]
const JOURNEYS = [...GUARD_JOURNEYS, ...PSEUDO_JOURNEYS, ...STATE_JOURNEYS, ...LONGEST_JOURNEYS, ...LONG_JOURNEYS]

test('each file that is listed is there, and in one list', () => {
  expect([...NOT_SHORT, ...DATA_TESTS].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(JOURNEYS.filter((file) => !existsSync(join(ROOT, 'tests/journeys', file)))).toEqual([])
  for (const files of [[...NOT_SHORT, ...DATA_TESTS], JOURNEYS]) expect(new Set(files).size).toBe(files.length)
})

test('what needs the test data runs with it for every change, or in npm run prove', () => {
  const tests = ['contract', 'covers', 'server', 'web', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const needing = tests.filter((file) =>
    /process\.env\['?TEST_DATA|\btestData\(|testing-real-epubs|\b(?:hasCases|casesOf)\b/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  )
  expect(needing).toContain('tests/cfi-in-books.test.ts')
  // Those of other browsers have a command of their own.
  const ofOtherBrowsers = ['journeys', 'words-on-screens'].map((name) => `tests/other-browsers/${name}.test.ts`)
  const elsewhere = [...NOT_SHORT, ...DATA_TESTS, ...ofOtherBrowsers]
  expect(
    needing.filter((file) => !elsewhere.includes(file) && !/(?:long-tests|without-test-data)\.test\.ts$/.test(file)),
  ).toEqual([])
})
