import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const READS_DATA = /\b(?:testData|KNOWN_EPUBS|TEST_DATA|hasCases)\b/

test('a test file whose data is missing has a test that is skipped, and does not fail', async () => {
  const all = globSync('{contract,covers,server,web,handbooks,tests}/**/*.test.{ts,tsx}', { cwd: ROOT })
  const texts = await Promise.all(all.map(async (file) => ({ file, text: await readFile(join(ROOT, file), 'utf8') })))
  const files = texts.filter(({ text }) => READS_DATA.test(text)).map(({ file }) => file)
  expect(files).toContain('tests/cfi-in-books.test.ts')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // No test has this name: the files are loaded, and all of their tests are skipped.
  const run = spawn(process.execPath, [vitest, 'run', ...files, '-t', 'of this name there is none', '--maxWorkers=1'], {
    cwd: ROOT,
    env: {
      ...process.env,
      TEST_DATA: join(ROOT, 'there-is-no-such-folder'),
      LONG_TESTS: 'on',
      TOTALS_FILE: '',
      TEST_CLUSTER: JSON.stringify(inject('testCluster')),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
  expect(`${out}${errors}`.split('\n').filter((line) => /^FAILED|No test suite found/.test(line))).toEqual([])
  expect(run.exitCode).toBe(0)
})
