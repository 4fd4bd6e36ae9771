/**
 * Runs the tests nearest to what has changed since a revision, uncommitted changes too, in about a minute:
 * `npm run test:changed [REVISION]`. Without one it is main: on main itself only what is not committed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { journeysOf } from '#tests/journeys-of.ts'
import { FUZZ_TESTS, GUARD_TESTS, LONG_TESTS } from '#tests/long-tests.ts'
import { nearestTests } from './nearest-tests.ts'

/** As many as take half a minute. */
const TESTS_MAX = 24
/** No journey is begun later. */
const BEGIN_MS = 45_000

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const run = (command: string, args: string[]) => {
  console.log(`\n$ ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, LONG_TESTS: 'on' } })
  if (status !== 0) process.exitCode = 1
}

const isLong = (file: string) => [...GUARD_TESTS, ...LONG_TESTS, ...FUZZ_TESTS].includes(file)

const isKnown = (revision: string) => spawnSync('git', ['rev-parse', '--verify', '--quiet', revision]).status === 0
const main = ['main', 'origin/main'].find(isKnown) ?? 'HEAD'
const base = git('merge-base', process.argv[2] ?? main, 'HEAD')
const changed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  .flatMap((names) => names.split('\n'))
  .filter((name) => name !== '')
const tests = nearestTests(changed).filter((file) => !isLong(file) || changed.includes(file))
const journeys = journeysOf(changed)
console.log(`${changed.length} files have changed since ${base.slice(0, 12)}.`)
const leftOut = tests.splice(TESTS_MAX)
const begun = performance.now()

if (tests.length > 0) run('vitest', ['run', ...tests])
if (journeys.length > 0) run(process.execPath, ['scripts/build.ts'])
for (const journey of journeys) {
  const [file = '', titles] = journey.split(': ')
  if (performance.now() - begun > BEGIN_MS) leftOut.push(journey)
  else run('playwright', ['test', '--no-deps', `/${file}.spec.ts`, ...(titles ? ['--grep', titles] : [])])
}
if (leftOut.length > 0) console.log(`\nLeft out, as a minute is over: ${leftOut.join(', ')}`)
console.log(`\n${((performance.now() - begun) / 1000).toFixed(0)} s. npm test runs all others.`)
