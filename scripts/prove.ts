/**
 * Runs what takes too long for every change: npm run prove [-- NAME…]
 *   NAME…        only these parts
 *   --all        also what .ci/run has
 *   --ci         only what .ci/run has
 *   --list       names the parts
 *   --continue   leaves out what has passed in an earlier run with exactly these files
 * The last lines are the time of each part, the failed tests, those that passed in a second try, and the totals.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NAMED, PROOFS, GUARDS } from './proof-parts.ts'
import { provedParts, treeOf } from './proved-parts.ts'
import { endWithThisProcess } from './run-group.ts'
import { closingLines, runParts } from './run-parts.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/quillhouse')
/** CI is cut off after 90 minutes. */
const CI_MS = 88 * 60_000

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    /** When .ci/run has begun, in seconds since 1970. */
    begun: { type: 'string' },
  },
})

const fail = (message: string): never => {
  console.error(message)
  return process.exit(1)
}

const ALL = [...GUARDS, ...PROOFS, ...NAMED]
if (options.list) {
  const listOf = (title: string, parts: typeof ALL) => [
    `${title}:`,
    ...parts.map(({ name, about, minutes }) => `  ${name.padEnd(16)} ${String(minutes).padStart(2)} min  ${about}`),
  ]
  const lists = [listOf('.ci/run', GUARDS), listOf('npm run prove', PROOFS), listOf('Only by name', NAMED)]
  console.log(lists.flat().join('\n'))
  process.exit(0)
}

const unknown = names.filter((name) => !ALL.some((part) => part.name === name))
if (unknown.length > 0) fail(`There is no part ${unknown.join(', ')}. npm run prove -- --list names them.`)

const data = resolve(process.env['TEST_DATA'] ?? join(ROOT, '../shared/data'))
if (!existsSync(data)) fail(`The test data is missing: ${data} is not a folder. Set TEST_DATA.`)
process.env['TEST_DATA'] = data
// So that a test that fails is tried once more, and named.
process.env['CI'] ??= 'true'
// As npm test has it: no other part needs more.
process.env['BUILD_LANGUAGES'] ??= 'ar, de, ja'

const wanted = () => {
  if (names.length > 0) return ALL.filter(({ name }) => names.includes(name))
  if (options.ci) return GUARDS
  return options.all ? [...GUARDS, ...PROOFS] : PROOFS
}

const begun = options.begun ? Number(options.begun) * 1000 : Date.now()
const parts = wanted()
const proved = provedParts(join(CACHE, 'proved.json'), treeOf(ROOT))
const passedBefore = options.continue ? proved.passed() : []
proved.remove(parts.map(({ name }) => name).filter((name) => !passedBefore.some((part) => part.name === name)))
endWithThisProcess()
const outcomes = await runParts(parts, {
  logs: join(CACHE, 'prove'),
  endsAt: options.ci ? begun + CI_MS : Infinity,
  passedBefore,
  onPassed: proved.add,
})
console.log(`\n${closingLines(outcomes, (Date.now() - begun) / 1000).join('\n')}`)
process.exitCode = outcomes.some(({ totals }) => totals.failed > 0) ? 1 : 0
