import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** The first message of a process: it has started, so what ends it from now on is a task. */
export const READY = 'ready'
/** What the server answers to a part of a result: it has taken it, and waits for more. */
export const NEXT = 'next'

/** If V8's heap is larger, in bytes, it is freed after a task. The resident memory can't be read without files. */
const LARGE_BYTES = 48 * 1024 * 1024

/** Collects all that the heap of this process has left over, and returns its memory to the system. */
export const freeHeap = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** One of the parts of a result, as a message. */
export type PartMessage = { part: unknown }
/** Hands over a part of a result that is large as a whole; resolves when the server has taken it. */
type SendPart<Part> = (part: Part) => Promise<void>

/**
 * The program's side of a `SandboxedProcess`: handles one task after another, and ends when the server does. `load`
 * reads every file that the handler needs: a process that root started becomes an unprivileged user afterwards, for
 * whom the installation may be unreadable.
 */
export const handleTasks = <Task, Part = never>(
  load: () => Promise<(task: Task, sendPart: SendPart<Part>) => Promise<object>>,
) => {
  let onNext = () => {}
  const sendPart = (part: Part) =>
    new Promise<void>((resolve) => {
      onNext = resolve
      process.send?.({ part } satisfies PartMessage)
    })
  const loaded = load().then((handle) => {
    dropPrivileges()
    process.send?.(READY)
    return handle
  })
  process.on('message', async (message: Task | typeof NEXT) => {
    if (message === NEXT) return onNext()
    const handle = await loaded
    const result = await handle(message, sendPart)
    // A process that has as much left over as this task used would be ended, and the next task wait for another.
    if (getHeapStatistics().total_heap_size > LARGE_BYTES) freeHeap()
    process.send?.(result)
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C and some supervisors signal the whole process group; the server finishes its requests and ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  new Worker(WATCH_SERVER, {
    eval: true,
    workerData: Number(process.argv[3]),
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref()
}

const dropPrivileges = () => {
  const id = Number(process.argv[2] ?? 0)
  if (id === 0) return
  process.setgroups?.([])
  process.setgid?.(id)
  process.setuid?.(id)
}

// While a task runs, the main thread gets no event, and a server that was killed enforces no limits. The server may have
// been killed before this thread started, so its id is handed over.
const WATCH_SERVER = `const { workerData: server } = require('node:worker_threads')
setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1000)`
