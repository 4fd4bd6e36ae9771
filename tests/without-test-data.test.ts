import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { glob } from 'tinyglobby'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const READS_DATA = /\b(?:testData|KNOWN_EPUBS|TEST_DATA)\b/

test('a test file whose data is missing has a test that is skipped, and none fails to load', async () => {
  const all = await glob(['{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}'], { cwd: ROOT })
  const texts = await Promise.all(all.map(async (file) => ({ file, text: await readFile(join(ROOT, file), 'utf8') })))
  const files = texts.filter(({ text }) => READS_DATA.test(text)).map(({ file }) => file)
  expect(files.length).toBeGreaterThan(10)
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // It loads the files and runs no test. Vitest names a file without a test as an error, here as in a run.
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'list', ...files, '--json'], {
    cwd: ROOT,
    env: { ...process.env, TEST_DATA: join(ROOT, 'there-is-no-such-folder'), LONG_TESTS: 'with' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const listed = new Set((JSON.parse(stdout.slice(stdout.indexOf('['))) as { file: string }[]).map(({ file }) => file))
  expect(files.filter((file) => !listed.has(join(ROOT, file)))).toEqual([])
})
