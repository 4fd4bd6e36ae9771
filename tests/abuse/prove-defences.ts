/**
 * Removes the defence of each case of abuse in a copy of the checkout, and expects its first test to fail:
 * npm run prove-defences [PART OF A CASE'S NAME]
 */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { withCluster } from '#server/testing/test-database.ts'
import { ABUSE_CASES, type AbuseCase, type TestName } from './cases.ts'

const ROOT = join(import.meta.dirname, '../..')
const TEST_MS = 180_000
const OUTPUT_MAX = 64 * 1024 * 1024
const AT_ONCE = 2

const copyCheckout = () => {
  const copy = mkdtempSync(join(tmpdir(), 'quillhouse-defences-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  if (existsSync(join(ROOT, 'dist'))) cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const escaped = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A title may have places for values. */
const pattern = (title: string) => title.split('%s').map(escaped).join('.*')

/** Runs the test in the copy. The database of all runs has the migrations of this checkout. */
const run = async (copy: string, { file, title }: TestName, cluster: DatabaseConfig | undefined) => {
  const named = title.startsWith('test.each') || title === '%s' ? [] : ['-t', pattern(title)]
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  // Some of the tests are in long files.
  const env = { ...process.env, LONG_TESTS: 'on', ...(cluster && { TEST_CLUSTER: JSON.stringify(cluster) }) }
  const args = ['run', '--maxWorkers=1', '--reporter=json', `--outputFile=${output}`, file, ...named]
  const { message } = await promisify(execFile)(join(copy, 'node_modules/.bin/vitest'), args, {
    ...{ cwd: copy, env, timeout: TEST_MS },
    maxBuffer: OUTPUT_MAX,
  }).then(
    () => ({ message: '' }),
    (error: Error) => error,
  )
  const report = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : undefined
  const failed = report?.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return {
    hasFailed: failed !== undefined,
    line:
      failed?.failureMessages[0]?.split('\n')[0] ??
      `no failed test: ${report?.testResults[0]?.message || message.slice(-300)}`,
  }
}

interface Report {
  testResults: { message: string; assertionResults: { status: string; failureMessages: string[] }[] }[]
}

const prove = async (copy: string, { abuse, tests, without }: AbuseCase, cluster: DatabaseConfig) => {
  const path = join(copy, without.file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(without.from, () => without.to),
  )
  const { hasFailed, line } = await run(copy, tests[0], without.file.startsWith('migrations/') ? undefined : cluster)
  writeFileSync(path, whole)
  console.log(
    `${hasFailed ? 'ok  ' : 'BAD '} ${abuse}\n       ${tests[0].file}: ${tests[0].title}\n       ${line.slice(0, 200)}`,
  )
  return hasFailed
}

const wanted = process.argv[2] ?? ''
const cases = ABUSE_CASES.filter((one) => one.abuse.includes(wanted))
const outcomes: boolean[] = []
const proveNext = async (cluster: DatabaseConfig) => {
  const copy = copyCheckout()
  try {
    for (let next = cases.shift(); next; next = cases.shift()) outcomes.push(await prove(copy, next, cluster))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
await withCluster((cluster) => Promise.all(Array.from({ length: AT_ONCE }, () => proveNext(cluster))))
const failed = outcomes.filter((hasFailed) => !hasFailed).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
