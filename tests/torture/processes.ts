import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The pids of a server's child processes, without PostgreSQL. */
export const helpersOf = async (pid: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map(processInfo))
  return pids.filter((_, i) => parents[i]?.parent === pid && !parents[i].name.startsWith('postgres')).map(Number)
}

/** The pids that still run after the timeout. */
export const stillRunning = async (pids: number[], timeoutMs: number) => {
  const end = Date.now() + timeoutMs
  for (;;) {
    const states = await Promise.all(pids.map((pid) => processInfo(String(pid))))
    const alive = pids.filter((_, i) => states[i] && states[i].state !== 'Z')
    if (alive.length === 0 || Date.now() > end) return alive
    await pause(50)
  }
}

const processInfo = async (pid: string) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name = '', state = '', parent = ''] = /\((.*)\) (\S) (\d+)/.exec(text) ?? []
  return text ? { name, state, parent: Number(parent) } : undefined
}
