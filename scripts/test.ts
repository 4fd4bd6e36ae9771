/** Runs all parts of `npm test`, `npm run test:long` or `test:nginx`, one after the other, and prints a line of totals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf, noTotals, readPlaywright, sumOf, type Totals } from './test-totals.ts'

interface Part {
  script: string
  minutes: number
  args?: string[]
  env?: Record<string, string>
  read?: () => Totals
}

/** A part is ended after this multiple of its time. */
const TIMEOUT_FACTOR = 6

const folder = await mkdtemp(join(tmpdir(), 'quillhouse-totals-'))
const api = join(folder, 'api.json')
const browser = join(folder, 'browser.json')

const API = {
  env: { TOTALS_FILE: api },
  read: () => (existsSync(api) ? (JSON.parse(readFileSync(api, 'utf8')) as Totals) : noTotals()),
}
const BROWSER = {
  args: ['--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
  read: () => (existsSync(browser) ? readPlaywright(browser) : noTotals()),
}
const PARTS: Record<string, Part[]> = {
  '--long': [
    { script: 'test:long-api', minutes: 5, ...API },
    { script: 'test:long-browser', minutes: 18, ...BROWSER },
  ],
  '--nginx': [{ script: 'test:nginx-api', minutes: 3, ...API }],
  '': [
    { script: 'check', minutes: 1 },
    { script: 'test:api', minutes: 3, ...API },
    { script: 'test:browser', minutes: 2, ...BROWSER },
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

const run = async ({ script, minutes, args = [], env, read = noTotals }: Part): Promise<Totals> => {
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

const parts = PARTS[process.argv[2] ?? '']
if (!parts) throw new Error(`${process.argv[2]} is none of ${Object.keys(PARTS).join(' ')}`)
const totals: Totals[] = []
for (const part of parts) totals.push(await run(part))
await rm(folder, { recursive: true, force: true })

const sum = sumOf(totals)
console.log(`\n${linesOf(sum).join('\n')}`)
process.exitCode = sum.failed > 0 ? 1 : 0
