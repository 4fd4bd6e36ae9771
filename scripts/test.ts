/**
 * Runs all parts of `npm test`, or those of `test:guard`, `test:long` or `test:nginx`, one after the other, and prints a
 * line of totals.
 */
import { existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithThisProcess, runGroup } from './run-group.ts'
import { linesOf, noTotals, sumOf, type Totals } from './test-totals.ts'

interface Part {
  script: string
  minutes: number
  /** It uses one core: it runs beside those after it, and what it prints is shown at its end. */
  isBeside?: boolean
}

/** A part is ended after this multiple of its time. */
const TIMEOUT_FACTOR = 6

const folder = await mkdtemp(join(tmpdir(), 'quillhouse-totals-'))

const PARTS: Record<string, Part[]> = {
  '--guard': [
    { script: 'test:guard-api', minutes: 4 },
    { script: 'test:guard-browser', minutes: 5 },
  ],
  '--long': [
    { script: 'test:long-api', minutes: 3 },
    { script: 'test:long-browser', minutes: 14 },
  ],
  '--nginx': [{ script: 'test:nginx-api', minutes: 3 }],
  '': [
    { script: 'check', minutes: 1, isBeside: true },
    { script: 'test:api', minutes: 3 },
    { script: 'test:browser', minutes: 2 },
  ],
}

endWithThisProcess()

const run = async ({ script, minutes, isBeside }: Part): Promise<Totals> => {
  const head = `\n--- npm run ${script} ---`
  const path = join(folder, script.replace(':', '-'))
  const file = `${path}.json`
  const log = isBeside ? openSync(`${path}.log`, 'w') : 'inherit'
  if (!isBeside) console.log(head)
  const { code, seconds, isTimedOut } = await runGroup(['npm', 'run', '--silent', script], {
    env: { BUILD_LANGUAGES: 'ar, de, ja', ...process.env, TOTALS_FILE: file },
    stdio: ['ignore', log, log],
    timeoutMs: minutes * TIMEOUT_FACTOR * 60_000,
  })
  if (isBeside) console.log(`${head}\n${readFileSync(`${path}.log`, 'utf8')}`)
  if (isTimedOut) console.error(`${script} took more than ${minutes * TIMEOUT_FACTOR} min and was stopped.`)
  console.log(`${script} took ${(seconds / 60).toFixed(1)} of ${minutes} min`)
  const totals = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Totals) : noTotals()
  if (code === 0 || totals.failed > 0) return totals
  // A part can fail without a failed test: a lint error, a failed setup, a timeout.
  return { ...totals, failed: 1, failures: [...totals.failures, `npm run ${script}`] }
}

const parts = PARTS[process.argv[2] ?? '']
if (!parts) throw new Error(`${process.argv[2]} is none of ${Object.keys(PARTS).join(' ')}`)
const results: Promise<Totals>[] = []
for (const part of parts) {
  const result = run(part)
  results.push(result)
  if (!part.isBeside) await result
}
const totals = await Promise.all(results)
await rm(folder, { recursive: true, force: true })

const sum = sumOf(totals)
console.log(`\n${linesOf(sum).join('\n')}`)
process.exitCode = sum.failed > 0 ? 1 : 0
