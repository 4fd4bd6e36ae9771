/**
 * Removes the defence of each case of abuse in a copy of the checkout, and expects its first test to fail:
 * npm run prove-defences [PART OF A CASE'S NAME]
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { withCluster } from '#server/testing/test-database.ts'
import { ABUSE_CASES, type AbuseCase, type TestName } from './cases.ts'

const ROOT = join(import.meta.dirname, '../..')
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
const pattern = (title: string) => new RegExp(title.split('%s').map(escaped).join('.*'))

/** Runs the test in the copy: the message of the first failed one, if any. */
const run = async (vitest: Vitest, copy: string, { file, title }: TestName) => {
  if (title.startsWith('test.each') || title === '%s') vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(pattern(title))
  const specification = vitest.getRootProject().createSpecification(join(copy, file))
  const { testModules } = await vitest.runTestSpecifications([specification])
  // Those of the runs before are among them.
  const module = testModules.find(({ moduleId }) => moduleId === specification.moduleId)
  const [failed] = module?.children.allTests('failed') ?? []
  const [error] = failed?.result().errors ?? module?.errors() ?? []
  return { hasFailed: failed !== undefined, line: error?.message.split('\n')[0] ?? 'no failed test' }
}

const prove = async (vitest: Vitest, copy: string, { abuse, tests, without }: AbuseCase) => {
  const path = join(copy, without.file)
  const whole = readFileSync(path, 'utf8')
  const write = (text: string) => {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
  write(whole.replace(without.from, () => without.to))
  const { hasFailed, line } = await run(vitest, copy, tests[0])
  write(whole)
  console.log(
    `${hasFailed ? 'ok  ' : 'BAD '} ${abuse}\n       ${tests[0].file}: ${tests[0].title}\n       ${line.slice(0, 200)}`,
  )
  return hasFailed
}

const wanted = process.argv[2] ?? ''
const cases = ABUSE_CASES.filter((one) => one.abuse.includes(wanted))
const outcomes: boolean[] = []
const proveNext = async () => {
  const copy = copyCheckout()
  const vitest = await createVitest({
    root: copy,
    config: join(copy, 'vitest.config.ts'),
    watch: false,
    retry: 0,
    maxWorkers: 1,
    reporters: [{}],
  })
  try {
    for (let next = cases.shift(); next; next = cases.shift()) outcomes.push(await prove(vitest, copy, next))
  } finally {
    await vitest.close()
    rmSync(copy, { recursive: true, force: true })
  }
}
// Some of the tests are in long files.
process.env['LONG_TESTS'] = 'on'
await withCluster(async (cluster) => {
  process.env['TEST_CLUSTER'] = JSON.stringify(cluster)
  await Promise.all(Array.from({ length: AT_ONCE }, proveNext))
})
const failed = outcomes.filter((hasFailed) => !hasFailed).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
