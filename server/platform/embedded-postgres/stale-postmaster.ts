import { readFile, readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { HAS_PROC, type Postmaster, isProcess, pidFile, readPidFile } from './pid-file.ts'
import type { Cluster } from './postgres-cluster.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { waitUntil } from './wait-until.ts'

const EXIT_TIMEOUT_MS = 1000
const KILL_TIMEOUT_MS = 5000

/**
 * Cleans up after a postmaster that was killed: ends its orphaned child processes, and removes a stale pid file whose
 * pid belongs to another process now, which would block the next start.
 */
export const cleanUpStalePostmaster = async (cluster: Cluster, nextSocketFolder: string) => {
  const stale = await readPidFile(cluster.dataDir)
  if (!stale || !HAS_PROC) return
  const hasNoOrphans = async () => (await orphansOf(stale)).length === 0
  if (!(await waitUntil(hasNoOrphans, EXIT_TIMEOUT_MS))) await killOrphans(stale)
  await waitUntil(hasNoOrphans, KILL_TIMEOUT_MS)
  if (isProcess(stale.pid)) await rm(pidFile(cluster.dataDir), { force: true })
  if (stale.socketFolder !== nextSocketFolder) await removeSocketFolder(stale.socketFolder)
}

const killOrphans = async (stale: Postmaster) => {
  for (const pid of await orphansOf(stale)) process.kill(pid, 'SIGKILL')
}

/** The processes whose title has this postmaster's cluster_name. */
const orphansOf = async ({ socketFolder }: Postmaster) => {
  if (!socketFolder) return []
  const title = `postgres: ${basename(socketFolder)}: `
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => commands[index]?.startsWith(title)).map(Number)
}
