import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

const KILL_AFTER_MS = 10_000

const running = new Set<ChildProcess>()

/** Signals the process group of a command, with its browsers and databases. */
const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // It has exited.
  }
}

/** Ends all commands that run when this process is ended. */
export const endWithThisProcess = () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of running) signalGroup(child, signal)
      process.exit(128 + constants.signals[signal])
    })
  }
}

interface Options {
  env?: NodeJS.ProcessEnv
  stdio?: StdioOptions
  /** After this time the command and what it has started are ended. */
  timeoutMs: number
}

export interface Ended {
  /** Null if a signal has ended it. */
  code: number | null
  seconds: number
  isTimedOut: boolean
}

/** Runs a command in a process group of its own, and waits until it has ended. */
export const runGroup = async ([command = '', ...args]: readonly string[], options: Options): Promise<Ended> => {
  const { env = process.env, stdio = ['ignore', 'inherit', 'inherit'], timeoutMs } = options
  const begun = performance.now()
  const child = spawn(command, args, { env, stdio, detached: true })
  running.add(child)
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    signalGroup(child, 'SIGTERM')
    setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref()
  }, timeoutMs)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, seconds: (performance.now() - begun) / 1000, isTimedOut }
  } finally {
    clearTimeout(timer)
    running.delete(child)
  }
}
