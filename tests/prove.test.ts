import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import manifest from '#package' with { type: 'json' }
import { GUARDS, NAMED, PROOFS } from '#scripts/proof-parts.ts'
import { provedParts, treeOf } from '#scripts/proved-parts.ts'
import { closingLines, groupsOf, type Outcome, type Part, runParts } from '#scripts/run-parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'quillhouse-prove-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A part that runs this script. */
const aPart = (name: string, script: string, more: Partial<Part> = {}): Part => ({
  name,
  about: name,
  command: [process.execPath, '--input-type=module', '--eval', script],
  cores: 2,
  minutes: 1,
  ...more,
})

const run = (parts: Part[], more: Partial<Parameters<typeof runParts>[1]> = {}) =>
  runParts(parts, { logs: folder, print: () => undefined, ...more })

const linesOf = (outcomes: Outcome[]) => closingLines(outcomes, 0).filter((line) => !/^ +\d+ s {2}/.test(line))

test('the last lines have the totals of all parts, and name what failed and what needed a second try', async () => {
  const outcomes = await run([
    aPart(
      'some',
      `console.log('SECOND TRY b › is slow: late\\n1 passed in a second try\\n7 passed, 0 failed, 2 skipped')`,
    ),
    aPart('others', `console.log('FAILED a › is red: blue\\n3 passed, 1 failed'); process.exitCode = 1`),
    aPart('silent', `console.log('ok')`),
    aPart('broken', `console.log('5 passed, 0 failed'); process.exitCode = 3`),
  ])
  expect(linesOf(outcomes)).toEqual([
    'FAILED a › is red: blue',
    'FAILED broken: ended with 3',
    'SECOND TRY b › is slow: late',
    '1 passed in a second try',
    '15 passed, 2 failed, 2 skipped',
  ])
})

test('neighbours that use one core run side by side, two at once; others run alone', async () => {
  const parts = [2, 1, 1, 1, 2, 1].map((cores) => ({ cores: cores as 1 | 2 }))
  expect(groupsOf(parts).map((group) => group.length)).toEqual([1, 2, 1, 1, 1])
  // Each writes a file, and ends when the other has written its own.
  const meet = (own: string, other: string) =>
    `import { existsSync, watch, writeFileSync } from 'node:fs'
    const [own, other] = ${JSON.stringify([join(folder, own), join(folder, other)])}
    const watcher = watch(${JSON.stringify(folder)}, () => existsSync(other) && watcher.close())
    writeFileSync(own, '')`
  const outcomes = await run([
    aPart('one', meet('one', 'two'), { cores: 1 }),
    aPart('two', meet('two', 'one'), { cores: 1 }),
  ])
  expect(outcomes.map(({ totals }) => totals.failed)).toEqual([0, 0])
})

test('what has not ended in time is ended with all that it has started, and has failed; what is left fails too', async () => {
  const [begun, ended] = [join(folder, 'begun'), join(folder, 'ended')]
  const inner = `process.on('SIGTERM', () => {
      fs.writeFileSync(${JSON.stringify(ended)}, '')
      process.exit()
    })
    fs.writeFileSync(${JSON.stringify(begun)}, '')
    setInterval(() => {}, 1000)`
  const outer = `import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--eval', ${JSON.stringify(inner)}], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const outcomes = await run([aPart('endless', outer), aPart('left', '')], { endsAt: Date.now() + 3000 })
  expect(linesOf(outcomes)).toEqual([
    'FAILED endless: was stopped, as its time was over',
    'FAILED left: was stopped, as its time was over',
    '0 passed, 2 failed',
  ])
  await expect.poll(() => existsSync(ended)).toBe(existsSync(begun))
})

test('a run goes on after what has passed with the same files, and with other files begins anew', async () => {
  const state = join(folder, 'proved.json')
  const ran: string[] = []
  const runAgain = async (tree: string, exit: number) => {
    const proved = provedParts(state, tree)
    const parts = [
      aPart('first', `console.log('2 passed, 0 failed')`),
      aPart('second', `console.log('1 passed, 0 failed'); process.exitCode = ${exit}`),
    ]
    ran.length = 0
    const passedBefore = proved.passed()
    const print = (line: string) => ran.push(...(/^--- (\w+): (?:passed|failed) after/.exec(line)?.slice(1) ?? []))
    return linesOf(await run(parts, { passedBefore, onPassed: proved.add, print })).at(-1)
  }
  expect(await runAgain('a', 1)).toBe('3 passed, 1 failed')
  expect(ran).toEqual(['first', 'second'])
  expect(await runAgain('a', 0)).toBe('3 passed, 0 failed')
  expect(ran).toEqual(['second'])
  expect(await runAgain('a', 0)).toBe('3 passed, 0 failed')
  expect(ran).toEqual([])
  expect(await runAgain('b', 0)).toBe('3 passed, 0 failed')
  expect(ran).toEqual(['first', 'second'])
  writeFileSync(state, '{"tree": "b", "pas')
  expect(provedParts(state, 'b').passed()).toEqual([])
})

test('another file, or another text of one, is another tree; a commit of the same files is not', () => {
  const checkout = mkdtempSync(join(folder, 'checkout-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: checkout })
  const write = (name: string, text: string) => {
    writeFileSync(join(checkout, name), text)
    return treeOf(checkout)
  }
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin')
  const trees = [treeOf(checkout), write('a.txt', 'one'), write('a.txt', 'two'), write('b.txt', 'three')]
  expect(new Set(trees).size).toBe(4)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Add two texts')
  expect(treeOf(checkout)).toBe(trees.at(-1))
})

test('each part has a name of its own, and a script', () => {
  const parts = [...GUARDS, ...PROOFS, ...NAMED]
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length)
  const scripts = parts.map(({ command: [, ...words] }) => words.filter((word) => word in manifest.scripts)[0])
  expect(scripts).not.toContain(undefined)
})
