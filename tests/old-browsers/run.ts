/** Runs the journeys of this folder in the old engines, or in those that are named; with `--short` one journey in the oldest. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { noTotals, reportTotals } from '#scripts/test-totals.ts'
import { ENGINES } from './engines.ts'
import { fetchEngine } from './fetch-engine.ts'

const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true })
const all = Object.keys(ENGINES)
const names = positionals.length > 0 ? positionals : values.short ? all.slice(0, 1) : all
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is none of ${all.join(', ')}`)

const engines: Record<string, string> = {}
for (const name of names) {
  try {
    engines[name] = await fetchEngine(name)
  } catch (error) {
    console.warn(`
############################################################################
##  NO TEST IN CHROMIUM ${name} RUNS. It is fetched with npm.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
  }
}

if (Object.keys(engines).length === 0) reportTotals({ ...noTotals(), skipped: names.length })
else {
  const playwright = join(createRequire(import.meta.url).resolve('@playwright/test/package.json'), '../cli.js')
  const config = join(import.meta.dirname, 'playwright.config.ts')
  const words = [values.short ? '--grep' : '--grep-invert', '@short']
  const child = spawn(process.execPath, [playwright, 'test', '--config', config, ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, OLD_ENGINES: JSON.stringify(engines) },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  process.exitCode = code ?? 1
}
