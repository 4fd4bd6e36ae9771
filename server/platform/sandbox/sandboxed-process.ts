import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** `cpuMs` is the work one question may take; `wallMs` only ends what hangs: a busy machine makes any work slow. */
export type Limits = { cpuMs: number; wallMs: number; idleMs: number; memoryBytes: number }
/** `busy` makes what is thrown when too many wait already. */
type Options = { program: URL; limits: Limits; busy: () => Error }

const POLL_MS = 50
const HEAP_MB = 128
const MAX_WAITING = 20
/** It reads files and works; it may not write any, nor start processes. The worker thread watches over the server. */
const RIGHTS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker']

/** The process died of a question: it took too much, or broke what answers it. */
export class ProcessDiedError extends Error {
  override name = 'ProcessDied'
}

/**
 * A process for work on what strangers sent, one question at a time: without rights and environment, started when
 * asked, kept for the next, ended when idle. It dies of a question that takes too much, and only that one fails. Its
 * program answers with `handleTasks` of sandbox-worker.ts.
 */
export class SandboxedProcess<Question extends object> {
  private readonly program: string
  private readonly limits: Limits
  private readonly queue: ReturnType<typeof createConcurrencyLimit>
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined

  constructor({ program, limits, busy }: Options) {
    this.program = fileURLToPath(program)
    this.limits = limits
    this.queue = createConcurrencyLimit({ concurrency: 1, maxQueue: MAX_WAITING, onFull: busy })
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** The answer that the program gives, or `ProcessDiedError`. */
  ask<Answer>(question: Question): Promise<Answer> {
    return this.queue(async () => {
      clearTimeout(this.idle)
      const child = this.child?.connected ? this.child : this.start()
      const guard = this.guard(child)
      try {
        return await exchange<Answer>(child, question)
      } finally {
        clearInterval(guard)
        await this.rest(child)
      }
    })
  }

  /** Starts it for a question that will come: its start then takes no time of whoever asks. */
  prepare() {
    if (this.child?.connected) return
    this.start()
    this.endWhenIdle()
  }

  close() {
    clearTimeout(this.idle)
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  private start(): ChildProcess {
    const child = spawn(process.execPath, [...RIGHTS, `--max-old-space-size=${HEAP_MB}`, this.program], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // An idle child must not keep the server from ending; when the server is gone, the child ends itself.
    child.unref()
    child.channel?.unref()
    const forget = () => {
      if (this.child === child) this.child = undefined
    }
    child
      .on('error', () => child.kill('SIGKILL'))
      .on('error', forget)
      .once('exit', forget)
    this.child = child
    return child
  }

  /** Memory outside of the heap (WebAssembly, pictures) has no limit of its own: all that is resident is watched. */
  private guard(child: ChildProcess): NodeJS.Timeout {
    const deadline = performance.now() + this.limits.wallMs
    const before = cpuMs(child.pid)
    return setInterval(async () => {
      const isTooLarge = (await residentBytes(child.pid)) > this.limits.memoryBytes
      const isTooMuch = (await cpuMs(child.pid)) - (await before) > this.limits.cpuMs
      if (isTooLarge || isTooMuch || performance.now() > deadline) child.kill('SIGKILL')
    }, POLL_MS)
  }

  /** WebAssembly memory never shrinks: after a large file the next one gets a new process. */
  private async rest(child: ChildProcess) {
    if ((await residentBytes(child.pid)) > this.limits.memoryBytes / 2) child.kill('SIGKILL')
    if (this.child !== child) return
    if (child.killed) this.child = undefined
    else this.endWhenIdle()
  }

  private endWhenIdle() {
    clearTimeout(this.idle)
    this.idle = setTimeout(() => this.close(), this.limits.idleMs).unref()
  }
}

const exchange = <Answer>(child: ChildProcess, question: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      act()
    }
    const onMessage = (answer: unknown) => settle(() => resolve(answer as Answer))
    const onExit = () => settle(() => reject(new ProcessDiedError('The process that worked on a file died')))
    const onError = (error: Error) => settle(() => reject(error))
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(question, (error) => error && onError(error))
  })

/** What the process holds in memory, where the system tells (Linux); elsewhere 0, and the heap's limit alone holds. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

const TICK_MS = 10

/** How long the process has worked, where the system tells; elsewhere 0, and the wall clock alone holds. */
const cpuMs = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may hold spaces; what follows it begins with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}
