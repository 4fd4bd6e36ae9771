import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../server/start.js')
const OPEN = /^Quillhouse is open: \S+:(\d+)$/m
const OUTPUT_MAX = 200_000
const OPEN_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 40_000

/** Starts the server as `npm start` does, but with an environment of `env` and little else. */
export const spawnServer = (env: Record<string, string>) => {
  const given = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] }
  // Outside the checkout, so that a developer's .env has no effect.
  const child = spawn(process.execPath, [MAIN], {
    cwd: tmpdir(),
    env: { ...given, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout = (stdout + String(chunk)).slice(-OUTPUT_MAX)))
  child.stderr.on('data', (chunk) => (stderr = (stderr + String(chunk)).slice(-OUTPUT_MAX)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ended)

  return {
    pid: child.pid ?? 0,
    /** Resolves when the process has exited. */
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    stdout: () => stdout,
    stderr: () => stderr,
    /** The address, once the server has printed it. */
    opened: async () => {
      const end = Date.now() + OPEN_TIMEOUT_MS
      while (Date.now() < end) {
        const port = OPEN.exec(stdout)?.[1]
        if (port) return `http://127.0.0.1:${port}`
        if (child.exitCode !== null || child.signalCode !== null) break
        await pause(5)
      }
      throw new Error(`the server did not open:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS)
      const status = await ended
      clearTimeout(timer)
      return status
    },
  }
}

export type SpawnedServer = ReturnType<typeof spawnServer>

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}
