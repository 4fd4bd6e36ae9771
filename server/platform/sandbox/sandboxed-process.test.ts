import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SandboxedProcess, ProcessDiedError } from './sandboxed-process.ts'
import type { Limits } from './sandboxed-process.ts'

const MEGABYTE = 1024 * 1024
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 20_000, idleMs: 20_000, memoryBytes: 400 * MEGABYTE }
const isSystemTold = existsSync('/proc/self/stat')

/** Does what it is asked; a child with rights would do all of it. */
const PROGRAM = `import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { handleTasks } from ${JSON.stringify(new URL('./sandbox-worker.ts', import.meta.url).href)}

const attempt = (work) => {
  try {
    work()
    return 'done'
  } catch (error) {
    return error.code
  }
}
const kept = []
handleTasks(async ({ task, file }) => {
  if (task === 'write') return { outcome: attempt(() => writeFileSync(file, 'x')) }
  if (task === 'spawn') return { outcome: attempt(() => spawnSync('true')) }
  if (task === 'environment') return { outcome: Object.keys(process.env) }
  if (task === 'grow') for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
  if (task === 'work') for (;;) Math.random()
  if (task === 'hang') await new Promise(() => {})
  return { outcome: 'done' }
})
`

let folder = ''
let program: URL
const started: SandboxedProcess<Task>[] = []

type Task = { task: string; file?: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandboxed-process-'))
  program = pathToFileURL(join(folder, 'program.mjs'))
  await writeFile(program, PROGRAM)
})

afterAll(async () => {
  for (const one of started) one.close()
  await rm(folder, { recursive: true })
})

const aProcess = (limits: Partial<Limits> = {}) => {
  const one = new SandboxedProcess<Task>({ program, limits: { ...LIMITS, ...limits }, busy: () => new Error('busy') })
  started.push(one)
  return { one, ask: async (task: Task) => (await one.ask<{ outcome: unknown }>(task)).outcome }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('it may neither write nor start a process, and knows no environment', async () => {
  const { ask } = aProcess()
  const file = join(folder, 'written')
  expect(await ask({ task: 'write', file })).toBe('ERR_ACCESS_DENIED')
  expect(existsSync(file)).toBe(false)
  expect(await ask({ task: 'spawn' })).toBe('ERR_ACCESS_DENIED')
  expect(await ask({ task: 'environment' })).not.toContain('PATH')
})

test.skipIf(!isSystemTold)('too much memory or work ends it, and the next question is answered', async () => {
  const { ask } = aProcess({ cpuMs: 1_000 })
  const before = performance.now()
  for (const task of ['grow', 'work']) {
    const [one, next] = await Promise.allSettled([ask({ task }), ask({ task: 'nothing' })])
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(ProcessDiedError) })
    expect(next).toEqual({ status: 'fulfilled', value: 'done' })
  }
  expect(performance.now() - before, 'by these limits, not by the clock').toBeLessThan(LIMITS.wallMs)
})

test('what hangs is ended', async () => {
  const { ask } = aProcess({ wallMs: 1_000 })
  await expect(ask({ task: 'hang' })).rejects.toThrow(ProcessDiedError)
  expect(await ask({ task: 'nothing' })).toBe('done')
})

test('it is started ahead of a question, answers with that one, and is gone when idle', async () => {
  const { one, ask } = aProcess({ idleMs: 300 })
  one.prepare()
  const pid = one.pid ?? 0
  expect(await ask({ task: 'nothing' })).toBe('done')
  one.prepare()
  expect(one.pid).toBe(pid)
  await expect.poll(() => isAlive(pid)).toBe(false)
  one.prepare()
  const unasked = one.pid ?? 0
  expect(isAlive(unasked)).toBe(true)
  await expect.poll(() => isAlive(unasked)).toBe(false)
})

test('being told to end, as the whole group is by Ctrl-C, it finishes what the server waits for', async () => {
  const { one, ask } = aProcess()
  await ask({ task: 'nothing' })
  const pid = one.pid ?? 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
  await sleep(100)
  expect(await ask({ task: 'nothing' })).toBe('done')
  expect(one.pid).toBe(pid)
})

test.each(['nothing', 'work'])('a server that is killed leaves none behind: %s', async (task) => {
  const source = new URL('./sandboxed-process.ts', import.meta.url).href
  const server = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { SandboxedProcess } from ${JSON.stringify(source)}
      const one = new SandboxedProcess({ program: new URL(process.argv[1]), limits: ${JSON.stringify(LIMITS)} })
      void one.ask({ task: process.argv[2] })
      setInterval(() => one.pid && console.log(one.pid), 50)`,
      program.href,
      task,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const pid = parseInt(String((await once(server.stdout, 'data'))[0]), 10)
  await sleep(800)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false)
})
