import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../server/start.js')
const OPEN = /^Quillhouse is open: \S+:(\d+)$/m
const KEPT_CHARACTERS = 200_000
const OPEN_WITHIN_MS = 60_000
const CLOSE_WITHIN_MS = 40_000

/** Starts `node server/start.js` in a process of its own, with an environment that has `env` and little else. */
export const spawnServer = (env: Record<string, string>) => {
  const given = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] }
  // Not in the checkout: a developer's .env must not change what is proven.
  const child = spawn(process.execPath, [MAIN], {
    cwd: tmpdir(),
    env: { ...given, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk) => (said = (said + String(chunk)).slice(-KEPT_CHARACTERS)))
  child.stderr.on('data', (chunk) => (complained = (complained + String(chunk)).slice(-KEPT_CHARACTERS)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ended)

  return {
    pid: child.pid ?? 0,
    /** Settles when the process is gone. */
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    said: () => said,
    complained: () => complained,
    /** The address, as soon as the server says that it is open. */
    opened: async () => {
      const end = Date.now() + OPEN_WITHIN_MS
      while (Date.now() < end) {
        const port = OPEN.exec(said)?.[1]
        if (port) return `http://127.0.0.1:${port}`
        if (child.exitCode !== null || child.signalCode !== null) break
        await pause(5)
      }
      throw new Error(`the server did not open:\n${said.slice(-2000)}${complained.slice(-2000)}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
      const how = await ended
      clearTimeout(late)
      return how
    },
  }
}

export type SpawnedServer = ReturnType<typeof spawnServer>

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}
