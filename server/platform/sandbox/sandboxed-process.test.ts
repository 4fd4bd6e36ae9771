import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { isProcess } from '#server/platform/embedded-postgres/pid-file.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { confinement } from './confinement.ts'
import { SandboxedProcess, ProcessDiedError } from './sandboxed-process.ts'
import type { Limits } from './sandboxed-process.ts'
import { untilBusy } from './testing-busy.ts'

const MEGABYTE = 1024 * 1024
const LIMITS: Limits = { cpuMs: 12_000, wallMs: 20_000, idleMs: 20_000, memoryBytes: 400 * MEGABYTE }
const BLANK = { create: { width: 9, height: 9, channels: 3, background: '#fff' } } as const
const hasProc = existsSync('/proc/self/stat')

/** Attempts what the task names. An unconfined process could do all of it. */
const PROGRAM = `import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import sharp from ${JSON.stringify(import.meta.resolve('sharp'))}
import { handleTasks } from ${JSON.stringify(new URL('./sandbox-worker.ts', import.meta.url).href)}

const attempt = (work) => {
  try {
    work()
    return 'done'
  } catch (error) {
    return error.code
  }
}
const retained = []
const handle = async ({ task, file, port }, sendPart) => {
  if (task === 'parts') {
    let taken = 0
    for (let part = 1; part <= 3; part += 1) await sendPart({ number: part, taken: taken++ })
    return { outcome: 'all sent' }
  }
  if (task === 'read') return { outcome: attempt(() => readFileSync(file)) }
  if (task === 'read natively') return { outcome: await sharp(file).metadata().then(() => 'done', (error) => error.message) }
  if (task === 'user') return { outcome: [process.getuid(), process.getgid(), process.getgroups()] }
  if (task === 'connect')
    return new Promise((resolve) =>
      connect(port, '127.0.0.1')
        .on('connect', () => resolve({ outcome: 'connected' }))
        .on('error', ({ code }) => resolve({ outcome: code })),
    )
  if (task === 'write') return { outcome: attempt(() => writeFileSync(file, 'x')) }
  if (task === 'spawn') return { outcome: attempt(() => spawnSync('true')) }
  if (task === 'environment') return { outcome: Object.keys(process.env) }
  if (task === 'litter') return { outcome: Array.from({ length: 1_000_000 }, (_, n) => [n]).length }
  if (task === 'grow') for (;;) retained.push(Buffer.alloc(8 * 1024 * 1024, 1))
  if (task === 'work') for (;;) Math.random()
  if (task === 'hang') await new Promise(() => {})
  return { outcome: 'done' }
}
handleTasks(async () => handle)
`

let folder = ''
let program: URL
const started: SandboxedProcess<Task>[] = []

type Task = { task: string; file?: string; port?: number }

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
  return { one, ask: async (task: Task) => (await one.run<{ outcome: unknown }>(async () => task)).outcome }
}

/** Skips a test that this system can't run, and reports it. */
const requireSystem = (context: TestContext, isAble: boolean, what: string) => {
  if (isAble) return
  console.warn(`NOT TESTED: ${what}`)
  context.skip(what)
}

test('a worker has no network, where the system allows that', async (context) => {
  requireSystem(context, !confinement().hasNetwork, 'this system can not start a process without network')
  const listener = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  try {
    const { ask } = aProcess()
    const { port } = listener.address() as AddressInfo
    expect(await ask({ task: 'connect', port })).toBe('ENETUNREACH')
  } finally {
    listener.close()
  }
})

test('a worker reads its own program alone, not the password of the database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-data-'))
  const file = join(dataDir, 'db-password')
  await writeFile(file, 'secret')
  expect(await aProcess().ask({ task: 'read', file })).toBe('ERR_ACCESS_DENIED')
  await rm(dataDir, { recursive: true })
})

test('for native code of a worker no other files exist, where the system allows that', async (context) => {
  requireSystem(context, confinement().hidesFiles, 'this system can not hide files from a process')
  const elsewhere = await mkdtemp(join(tmpdir(), 'sandbox-public-'))
  const file = join(elsewhere, 'readable-by-all.png')
  await chmod(elsewhere, 0o755)
  await writeFile(file, await sharp(BLANK).png().toBuffer(), { mode: 0o644 })
  const { ask } = aProcess()
  expect(await ask({ task: 'read natively', file })).toMatch(/missing/)
  await rm(elsewhere, { recursive: true })
})

test('a worker can gain no privileges, where the system allows that', async (context) => {
  requireSystem(context, confinement().launcher([]).includes('--no-new-privs'), 'this system has no setpriv')
  const { one, ask } = aProcess()
  await ask({ task: 'nothing' })
  const status = await readFile(`/proc/${one.pid}/status`, 'latin1')
  expect(status).toMatch(/NoNewPrivs:\t1/)
  expect(status).toMatch(/CapEff:\t0000000000000000/)
})

test('a worker of root is an unprivileged user, whose native code reads no private file either', async (context) => {
  const { unprivilegedId } = confinement()
  requireSystem(context, unprivilegedId !== undefined, 'not root: a worker process is the user of the server')
  const file = join(folder, 'private.png')
  await writeFile(file, await sharp(BLANK).png().toBuffer(), { mode: 0o600 })
  const { ask } = aProcess()
  expect(await ask({ task: 'user' })).toEqual([unprivilegedId, unprivilegedId, [unprivilegedId]])
  expect(await ask({ task: 'read natively', file })).toMatch(/unable to open|Permission denied|missing/)
})

test('a worker of root works in an installation that only root can read', async (context) => {
  requireSystem(context, process.getuid?.() === 0, 'not root: every user can read their own installation')
  const home = await mkdtemp(join(tmpdir(), 'sandbox-home-'))
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  for (const name of ['server', 'contract', 'covers', 'package.json', 'node_modules'])
    spawnSync('cp', ['-al', join(root, name), join(home, name)])
  await writeFile(join(home, 'image.png'), await sharp(BLANK).png().toBuffer())
  await writeFile(join(home, 'book.pdf'), aPdf())
  const work = `import { createPdfInspector } from '#server/formats/pdf/inspect-pdf.ts'
    import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
    const [pdf, images] = [createPdfInspector(), createImageProcessor()]
    const { pageCount } = await pdf.inspect('book.pdf', { firstPage: true })
    const { files } = await images.drawCover({ title: '吾輩は猫 Ω', author: 'ألف', genre: 'Poetry' })
    const square = await images.square('image.png', 9)
    console.log(pageCount, files.length, square.length > 0)
    process.exit()`
  const script = join(home, 'work.ts')
  await writeFile(script, work)
  const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: home, encoding: 'utf8' })
  await rm(home, { recursive: true })
  expect([stdout, stderr]).toEqual(['2 7 true\n', ''])
}, 60_000)

test('a worker can neither write files nor start processes, and has no environment', async () => {
  const { ask } = aProcess()
  const file = join(folder, 'written')
  expect(await ask({ task: 'write', file })).toBe('ERR_ACCESS_DENIED')
  expect(existsSync(file)).toBe(false)
  expect(await ask({ task: 'spawn' })).toBe('ERR_ACCESS_DENIED')
  expect(await ask({ task: 'environment' })).not.toContain('PATH')
})

test.skipIf(!hasProc)(
  'a task that exceeds the limit of memory or work ends the process, and the next task succeeds',
  async () => {
    const { ask } = aProcess({ cpuMs: 1_000 })
    const before = performance.now()
    for (const task of ['grow', 'work']) {
      const [one, next] = await Promise.allSettled([ask({ task }), ask({ task: 'nothing' })])
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(ProcessDiedError) })
      expect(next).toEqual({ status: 'fulfilled', value: 'done' })
    }
    expect(performance.now() - before, 'by these limits, not by the clock').toBeLessThan(LIMITS.wallMs)
  },
)

test('a result comes in parts, each after the one before is taken', async () => {
  const { one } = aProcess()
  const taken: unknown[] = []
  let isTaking = false
  const { outcome } = await one.run<{ outcome: string }>(
    async () => ({ task: 'parts' }),
    async (part) => {
      expect(isTaking).toBe(false)
      isTaking = true
      await new Promise(setImmediate)
      isTaking = false
      taken.push(part)
    },
  )
  expect([outcome, taken]).toEqual(['all sent', [1, 2, 3].map((number) => ({ number, taken: number - 1 }))])
})

test('the time in which parts are taken is not that of the task, within a limit of its own', async () => {
  const take = () => new Promise<void>((resolve) => setTimeout(resolve, 700))
  const run = (limits: Partial<Limits>) =>
    aProcess({ wallMs: 1_500, ...limits }).one.run(async () => ({ task: 'parts' }), take)
  expect(await run({})).toEqual({ outcome: 'all sent' })
  await expect(run({ partsMs: 100 })).rejects.toThrow(ProcessDiedError)
})

test('parts that can not be taken end their task and its process, and the next task succeeds', async () => {
  const { one, ask } = aProcess()
  const parts: unknown[] = []
  const onPart = async (part: unknown) => {
    parts.push(part)
    throw new Error('the disk is full')
  }
  await expect(one.run(async () => ({ task: 'parts' }), onPart)).rejects.toThrow('the disk is full')
  await expect(one.run(async () => ({ task: 'parts' }))).rejects.toThrow('nobody takes')
  expect(parts).toHaveLength(1)
  expect(await ask({ task: 'nothing' })).toBe('done')
})

test('a process that hangs is ended', async () => {
  const { ask } = aProcess({ wallMs: 1_000 })
  await expect(ask({ task: 'hang' })).rejects.toThrow(ProcessDiedError)
  expect(await ask({ task: 'nothing' })).toBe('done')
})

test.skipIf(!hasProc)('a process keeps nothing of a task in its heap, and has the next one too', async () => {
  const { one, ask } = aProcess({ memoryBytes: 280 * MEGABYTE })
  await ask({ task: 'nothing' })
  const { pid } = one
  for (let task = 0; task < 2; task += 1) expect(await ask({ task: 'litter' })).toBe(1_000_000)
  expect(one.pid).toBe(pid)
})

test.each([
  ['ends while it loads', 'process.exit(1)'],
  ['throws while it loads', "throw new Error('no such library')"],
  ['loads for ever', 'await new Promise(() => setInterval(() => {}, 1000))'],
])('a process that %s fails its task as a full queue does, and not as a file that ended it', async (_, source) => {
  const broken = pathToFileURL(join(folder, `broken-${source.length}.mjs`))
  await writeFile(broken, source)
  const limits = { ...LIMITS, startMs: 1_000 }
  const one = new SandboxedProcess<Task>({ program: broken, limits, busy: () => new Error('busy') })
  started.push(one)
  await expect(one.run(async () => ({ task: 'nothing' }))).rejects.toThrow('busy')
})

test('a process that was started ahead of a task runs that task, and ends when idle', async () => {
  const { one, ask } = aProcess({ idleMs: 300 })
  one.prepare()
  const pid = one.pid ?? 0
  expect(await ask({ task: 'nothing' })).toBe('done')
  one.prepare()
  expect(one.pid).toBe(pid)
  await expect.poll(() => isProcess(pid)).toBe(false)
  one.prepare()
  const unasked = one.pid ?? 0
  expect(isProcess(unasked)).toBe(true)
  await expect.poll(() => isProcess(unasked)).toBe(false)
})

test('a signal to the whole process group, as by Ctrl-C, does not end a task of the server', async () => {
  const { one, ask } = aProcess()
  await ask({ task: 'nothing' })
  const pid = one.pid ?? 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
  // The process has the signals before the first task, and would have acted on them before the second.
  for (let task = 1; task <= 2; task += 1) expect(await ask({ task: 'nothing' })).toBe('done')
  expect(one.pid).toBe(pid)
})

test.each(['nothing', 'work'])('a killed server leaves no worker behind: %s', async (task) => {
  const source = new URL('./sandboxed-process.ts', import.meta.url).href
  const server = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { SandboxedProcess } from ${JSON.stringify(source)}
      const one = new SandboxedProcess({ program: new URL(process.argv[1]), limits: ${JSON.stringify(LIMITS)} })
      await one.run(async () => ({ task: 'nothing' }))
      void one.run(async () => ({ task: process.argv[2] }))
      console.log(one.pid)`,
      program.href,
      task,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const pid = parseInt(String((await once(server.stdout, 'data'))[0]), 10)
  if (task === 'work') await untilBusy(pid)
  server.kill('SIGKILL')
  await expect.poll(() => isProcess(pid), { timeout: 5_000 }).toBe(false)
})
