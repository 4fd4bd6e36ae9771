import { readFile, readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { waitUntil } from '#server/platform/wait-until.ts'
import type { Cluster } from './postgres-cluster.ts'
import { HAS_PROC, type Postmaster, isProcess, pidFile, readPidFile } from './postmaster-file.ts'
import { removePrivateFolder } from './private-folder.ts'

const LEAVE_WITHIN_MS = 1000
const GONE_WITHIN_MS = 5000

/** After a postmaster was killed: its children must be gone, and a number that is taken again would block the start. */
export const clearRemains = async (cluster: Cluster, nextSocketFolder: string) => {
  const dead = await readPidFile(cluster.dataDir)
  if (!dead || !HAS_PROC) return
  const hasNoOrphans = async () => (await orphansOf(dead)).length === 0
  if (!(await waitUntil(hasNoOrphans, LEAVE_WITHIN_MS))) await endOrphans(dead)
  await waitUntil(hasNoOrphans, GONE_WITHIN_MS)
  if (isProcess(dead.pid)) await rm(pidFile(cluster.dataDir), { force: true })
  if (dead.socketFolder !== nextSocketFolder) await removePrivateFolder(dead.socketFolder)
}

const endOrphans = async (dead: Postmaster) => {
  for (const pid of await orphansOf(dead)) process.kill(pid, 'SIGKILL')
}

const orphansOf = async ({ socketFolder }: Postmaster) => {
  if (!socketFolder) return []
  const title = `postgres: ${basename(socketFolder)}: `
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => commands[index]?.startsWith(title)).map(Number)
}
