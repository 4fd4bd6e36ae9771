/** Runs all parts of `npm test`, `npm run test:long` or `test:nginx`, one after the other, and prints a line of totals. */
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
  /** The failed tests, one line each, which are printed again at the end. */
  failures?: string[]
}

interface Part {
  script: string
  minutes: number
  args?: string[]
  env?: Record<string, string>
  read?: () => Totals
}

/** A part is ended after this multiple of its time. */
const TIMEOUT_FACTOR = 4

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
  // A test file that fails to load has no failed test.
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

const API = {
  args: ['--reporter=default', '--reporter=json', `--outputFile.json=${api}`],
  read: () => (existsSync(api) ? readVitest() : NONE),
}
const BROWSER = {
  args: ['--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
  read: () => (existsSync(browser) ? readPlaywright() : NONE),
}
const PARTS: Record<string, Part[]> = {
  '--long': [
    { script: 'test:long-api', minutes: 3, ...API },
    { script: 'test:long-browser', minutes: 8, ...BROWSER },
  ],
  '--nginx': [{ script: 'test:nginx-api', minutes: 6, ...API }],
  '': [
    { script: 'check', minutes: 1 },
    { script: 'test:api', minutes: 5, ...API },
    { script: 'test:browser', minutes: 6, ...BROWSER },
  ],
}

let running: ChildProcess | undefined

/** Signals the process group of the part, with its browsers and databases. */
const signalGroup = (signal: NodeJS.Signals) => {
  try {
    if (running?.pid) process.kill(-running.pid, signal)
  } catch {
    // It has exited.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    signalGroup(signal)
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
  const startedAt = performance.now()
  const timer = setTimeout(
    () => {
      console.error(`${script} took more than ${minutes * TIMEOUT_FACTOR} min and was stopped.`)
      signalGroup('SIGTERM')
      setTimeout(() => signalGroup('SIGKILL'), 10_000).unref()
    },
    minutes * TIMEOUT_FACTOR * 60_000,
  )
  const [code] = (await once(running, 'close')) as [number | null]
  clearTimeout(timer)
  const took = (performance.now() - startedAt) / 60_000
  console.log(`${script} took ${took.toFixed(1)} of ${minutes} min`)
  const totals = read()
  // A part can fail without a failed test: a lint error, a failed setup, a timeout.
  return code === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 }
}

const sum = { ...NONE }
const failures: string[] = []
const parts = PARTS[process.argv[2] ?? '']
if (!parts) throw new Error(`${process.argv[2]} is none of ${Object.keys(PARTS).join(' ')}`)
for (const part of parts) {
  const totals = await run(part)
  failures.push(...(totals.failures ?? []))
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += totals[key]
}
await rm(folder, { recursive: true, force: true })

for (const failure of failures) console.log(`FAILED ${failure}`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exitCode = sum.failed > 0 ? 1 : 0
