import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { confinedCommand } from './confinement.ts'
import { NEXT, type PartMessage, READY } from './sandbox-worker.ts'

export type Limits = {
  /** Bounds the work of one task. */
  cpuMs: number
  /** Ends a process that hangs, counted from its start: on a busy machine any task is slow. */
  wallMs: number
  idleMs: number
  memoryBytes: number
  /** How long the start may take. */
  startMs?: number
  /** How long `wallMs` stands still at most while parts are taken. */
  partsMs?: number
  /** A part of the memory. */
  heapMb?: number
}
/** `busy` makes the error for a task that finds the queue full, or whose process does not start: it may be tried again. */
type Options = { program: URL; limits: Limits; busy: () => Error; niceness?: number }

const POLL_MS = 50
const HEAP_MB = 128
const START_MS = 30_000
const PARTS_MS = 600_000
const MAX_WAITING = 20

/** The process had started and died of a task: it exceeded a limit or crashed. */
export class ProcessDiedError extends Error {
  override name = 'ProcessDied'
}

/**
 * A worker process for untrusted files, with a queue: one task at a time. It has no environment, may not write files or
 * start processes and reads its own program alone; where the system allows it, it has no network, no privileges to gain
 * and no other files. It starts with the first task and ends when idle. A task that exceeds a limit ends the process and
 * fails alone. The program calls `handleTasks` of sandbox-worker.ts.
 */
export class SandboxedProcess<Task extends object> {
  private readonly program: string
  private readonly limits: Limits
  private readonly queue: ReturnType<typeof createConcurrencyLimit>
  private readonly busy: () => Error
  private readonly niceness: number
  /** The processes that have started. */
  private readonly ready = new WeakSet<ChildProcess>()
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined

  constructor({ program, limits, busy, niceness = 0 }: Options) {
    this.niceness = niceness
    this.program = fileURLToPath(program)
    this.limits = limits
    this.busy = busy
    this.queue = createConcurrencyLimit({ concurrency: 1, maxQueue: MAX_WAITING, onFull: busy })
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /**
   * Returns the program's result or throws `ProcessDiedError` or the error of `busy`. `createTask` runs at the task's turn
   * and reads its file. `onPart` takes the parts that the program sends before its result, one after another; what it
   * throws ends the task and its process.
   */
  run<Result>(createTask: () => Promise<Task>, onPart: OnPart = noParts): Promise<Result> {
    return this.queue(async () => {
      const task = await createTask()
      clearTimeout(this.idle)
      const child = this.child?.connected ? this.child : this.start()
      const taking = createStopwatch()
      const watch = this.enforceLimits(child, taking.elapsedMs)
      try {
        return await exchange<Result>(child, task, (part) => taking.time(onPart(part)))
      } catch (error) {
        throw this.ready.has(child) ? error : this.busy()
      } finally {
        clearInterval(watch)
        await this.endIfLargeOrIdle(child)
      }
    })
  }

  /** Starts the process ahead of a task, which then doesn't wait for the start. */
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
    const command = confinedCommand({
      program: this.program,
      heapMb: this.limits.heapMb ?? HEAP_MB,
      flags: ['--allow-addons', '--allow-worker', '--expose-gc'],
      args: [process.pid],
    })
    const child = spawn(...command, {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    // Before it starts threads, which inherit it.
    if (this.niceness !== 0 && child.pid !== undefined) setPriority(child.pid, this.niceness)
    // An idle process must not keep the server from ending; it ends itself when the server is gone.
    child.unref()
    child.channel?.unref()
    const forget = () => {
      if (this.child === child) this.child = undefined
    }
    child
      .on('error', () => child.kill('SIGKILL'))
      .on('error', forget)
      .once('exit', forget)
      .once('message', () => this.ready.add(child))
    this.child = child
    return child
  }

  /** Memory outside of the heap (WebAssembly, images) has no limit of its own, so resident memory is polled. */
  private enforceLimits(child: ChildProcess, takingMs: () => number): NodeJS.Timeout {
    const isReady = this.ready.has(child)
    let deadline = performance.now() + (isReady ? this.limits.wallMs : (this.limits.startMs ?? START_MS))
    if (!isReady) child.once('message', () => (deadline = performance.now() + this.limits.wallMs))
    const before = cpuMs(child.pid)
    return setInterval(async () => {
      const isTooLarge = (await residentBytes(child.pid)) > this.limits.memoryBytes
      const isTooMuch = (await cpuMs(child.pid)) - (await before) > this.limits.cpuMs
      const isTooLate = performance.now() - Math.min(takingMs(), this.limits.partsMs ?? PARTS_MS) > deadline
      if (isTooLarge || isTooMuch || isTooLate) child.kill('SIGKILL')
    }, POLL_MS)
  }

  /** WebAssembly memory never shrinks, so the task after a large file gets a new process. */
  private async endIfLargeOrIdle(child: ChildProcess) {
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

type Closable = Pick<SandboxedProcess<object>, 'pid' | 'close'>

/** Processes with one queue, each task of which gets one that is idle. */
export const createProcessPool = <One extends Closable>(count: number, open: () => One, busy: () => Error) => {
  const processes = Array.from({ length: count }, open)
  const idle = [...processes].reverse()
  const queue = createConcurrencyLimit({ concurrency: count, maxQueue: MAX_WAITING, onFull: busy })
  return {
    run: <Result>(work: (process: One) => Promise<Result>): Promise<Result> =>
      queue(async () => {
        const process = idle.pop()
        if (!process) throw busy()
        return work(process).finally(() => idle.push(process))
      }),
    first: processes.at(0),
    close: () => processes.forEach((process) => process.close()),
    pid: () => processes.find(({ pid }) => pid !== undefined)?.pid,
  }
}

type OnPart = (part: unknown) => Promise<void>

const noParts: OnPart = async () => {
  throw new Error('the worker process sent a part of a result, which nobody takes')
}

/** How long promises take, of which several may overlap. */
const createStopwatch = () => {
  let running = 0
  let since = 0
  let before = 0
  const elapsedMs = () => before + (running > 0 ? performance.now() - since : 0)
  const time = async (taken: Promise<void>): Promise<void> => {
    if (running === 0) since = performance.now()
    running += 1
    try {
      await taken
    } finally {
      if (running === 1) before = elapsedMs()
      running -= 1
    }
  }
  return { elapsedMs, time }
}

const exchange = <Result>(child: ChildProcess, task: object, onPart: OnPart): Promise<Result> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      act()
    }
    const onMessage = (message: unknown) => {
      if (message === READY) return
      if (isPart(message)) void onPart(message.part).then(() => child.connected && child.send(NEXT), onPartError)
      else settle(() => resolve(message as Result))
    }
    const onPartError = (error: unknown) =>
      settle(() => {
        child.kill('SIGKILL')
        reject(error)
      })
    const onExit = () => settle(() => reject(new ProcessDiedError('The worker process died of a task')))
    const onError = (error: Error) => settle(() => reject(error))
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(task, (error) => error && onError(error))
  })

const isPart = (message: unknown): message is PartMessage =>
  typeof message === 'object' && message !== null && 'part' in message

/** Resident memory, from /proc (Linux). Elsewhere 0: only the heap's limit applies. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

const TICK_MS = 10

/** CPU time, from /proc (Linux). Elsewhere 0: only the wall clock applies. */
export const cpuMs = async (pid: number | undefined): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may contain spaces; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}
