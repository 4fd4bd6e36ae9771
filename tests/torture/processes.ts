import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The numbers of the processes that one started and that are not PostgreSQL. */
export const helpersOf = async (pid: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, i) => parents[i]?.parent === pid && !parents[i].name.startsWith('postgres')).map(Number)
}

/** Those of them that still run after a while. */
export const stillRunning = async (pids: number[], withinMs: number) => {
  const end = Date.now() + withinMs
  for (;;) {
    const states = await Promise.all(pids.map((pid) => parentOf(String(pid))))
    const alive = pids.filter((_, i) => states[i] && states[i].state !== 'Z')
    if (alive.length === 0 || Date.now() > end) return alive
    await pause(50)
  }
}

const parentOf = async (pid: string) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name = '', state = '', parent = ''] = /\((.*)\) (\S) (\d+)/.exec(text) ?? []
  return text ? { name, state, parent: Number(parent) } : undefined
}
