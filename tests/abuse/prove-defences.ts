/**
 * Removes the defence of each case of abuse in a copy of the checkout, and expects its first test to fail:
 * npm run prove-defences [PART OF A CASE'S NAME]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ABUSE_CASES } from './cases.ts'

const ROOT = join(import.meta.dirname, '../..')
const TEST_MS = 180_000

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

const run = (copy: string, { file, title }: { file: string; title: string }) => {
  const named = title.startsWith('test.each') || title === '%s' ? [] : ['-t', pattern(title)]
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  const { status, stderr } = spawnSync(
    join(copy, 'node_modules/.bin/vitest'),
    ['run', '--maxWorkers=1', '--reporter=json', `--outputFile=${output}`, file, ...named],
    // Some of the tests are in long files.
    { cwd: copy, encoding: 'utf8', timeout: TEST_MS, env: { ...process.env, LONG_TESTS: 'on' } },
  )
  const report = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : undefined
  const failed = report?.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return {
    hasFailed: failed !== undefined,
    line:
      failed?.failureMessages[0]?.split('\n')[0] ??
      `no failed test: ${report?.testResults[0]?.message || stderr.slice(-300) || status}`,
  }
}

interface Report {
  testResults: { message: string; assertionResults: { status: string; failureMessages: string[] }[] }[]
}

const wanted = process.argv[2] ?? ''
const copy = copyCheckout()
let passed = 0
let failed = 0
try {
  for (const { abuse, tests, without } of ABUSE_CASES.filter((one) => one.abuse.includes(wanted))) {
    const path = join(copy, without.file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      whole.replace(without.from, () => without.to),
    )
    const { hasFailed, line } = run(copy, tests[0])
    writeFileSync(path, whole)
    if (hasFailed) passed += 1
    else failed += 1
    console.log(
      `${hasFailed ? 'ok  ' : 'BAD '} ${abuse}\n       ${tests[0].file}: ${tests[0].title}\n       ${line.slice(0, 200)}`,
    )
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
