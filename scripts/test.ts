/** Everything that `npm test` proves, one part after the other, with one line of totals at the end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Totals {
  passed: number
  failed: number
  skipped: number
  /** What failed, a line each, to be named once more after all that was printed. */
  failures?: string[]
}

interface Part {
  script: string
  minutes: number
  args?: string[]
  env?: Record<string, string>
  read?: () => Totals
}

/** A busy machine may take so many times as long before a part counts as hanging. */
const PATIENCE = 4

const NONE: Totals = { passed: 0, failed: 0, skipped: 0 }

const folder = await mkdtemp(join(tmpdir(), 'quillhouse-totals-'))
const api = join(folder, 'api.json')
const browser = join(folder, 'browser.json')

interface TestFile {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

interface Suite {
  specs?: { title: string; file: string; ok: boolean }[]
  suites?: Suite[]
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? ''

const readVitest = (): Totals => {
  const { testResults } = JSON.parse(readFileSync(api, 'utf8')) as { testResults: TestFile[] }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  // A file that could not even be loaded has no test that failed.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const passed = tests.filter((status) => status === 'passed').length
  const failed = tests.filter((status) => status === 'failed').length
  const failures = [
    ...broken.map(({ name, message }) => `${name}: ${firstLine(message)}`),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages }) => `${name} › ${fullName}: ${firstLine(failureMessages[0])}`),
    ),
  ]
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed, failures }
}

const failedIn = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`),
  ...suites.flatMap(failedIn),
]

const readPlaywright = (): Totals => {
  const report = JSON.parse(readFileSync(browser, 'utf8')) as Suite & { stats: Record<string, number> }
  const { stats } = report
  return {
    failures: failedIn(report),
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    failed: stats['unexpected'] ?? 0,
    skipped: stats['skipped'] ?? 0,
  }
}

const PARTS: Part[] = [
  { script: 'check', minutes: 1 },
  {
    script: 'test:api',
    minutes: 4,
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${api}`],
    read: () => (existsSync(api) ? readVitest() : NONE),
  },
  {
    script: 'test:browser',
    minutes: 5,
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
    read: () => (existsSync(browser) ? readPlaywright() : NONE),
  },
]

let running: ChildProcess | undefined

/** The whole family of the part, browsers and databases too. */
const end = (signal: NodeJS.Signals) => {
  try {
    if (running?.pid) process.kill(-running.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    end(signal)
    process.exitCode = 1
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

const run = async ({ script, minutes, args = [], env, read = () => NONE }: Part): Promise<Totals> => {
  console.log(`\n--- npm run ${script} ---`)
  running = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    detached: true,
  })
  const begun = performance.now()
  const late = setTimeout(
    () => {
      console.error(`${script} took more than ${minutes * PATIENCE} min and was ended.`)
      end('SIGTERM')
      setTimeout(() => end('SIGKILL'), 10_000).unref()
    },
    minutes * PATIENCE * 60_000,
  )
  const [code] = (await once(running, 'close')) as [number | null]
  clearTimeout(late)
  const took = (performance.now() - begun) / 60_000
  console.log(`${script} took ${took.toFixed(1)} of ${minutes} min`)
  const totals = read()
  // A part can fail without a test that does: a lint finding, a broken setup, its time being over.
  return code === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 }
}

const sum = { ...NONE }
const failures: string[] = []
for (const part of PARTS) {
  const totals = await run(part)
  failures.push(...(totals.failures ?? []))
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += totals[key]
}
await rm(folder, { recursive: true, force: true })

for (const failure of failures) console.log(`FAILED ${failure}`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed > 0 ? 1 : 0
