import { readdir, readFile } from 'node:fs/promises'

/** /proc counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** Processes and their living descendants. */
export const treeOf = async (roots: number[]): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (pid) => ({ pid, parent: Number((await statOf(pid))[1]) })))
  const tree = new Set(roots)
  for (let size = 0; size !== tree.size;) {
    size = tree.size
    for (const { pid, parent } of parents) if (tree.has(parent)) tree.add(pid)
  }
  return [...tree]
}

/** The fields after the name, which may contain spaces: state, parent, … */
const statOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Processor time of a process tree in seconds, including ended children. */
export const cpuOf = async (roots: number[]): Promise<number> => {
  const stats = await Promise.all((await treeOf(roots)).map(statOf))
  const ticks = stats.flatMap((fields) => fields.slice(11, 15).map(Number)).filter((number) => Number.isFinite(number))
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND
}

/** Memory of a process tree in megabytes. Shared memory counts once. */
export const memoryOf = async (roots: number[]): Promise<number> => {
  const maps = (await treeOf(roots)).map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))
  const kilobytes = (await Promise.all(maps)).map((text) => Number(/^Pss: +(\d+)/m.exec(text)?.[1] ?? 0))
  return kilobytes.reduce((sum, own) => sum + own, 0) / 1024
}
