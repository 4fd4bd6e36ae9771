import type { ChildProcess } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '#server/platform/wait-until.ts'
import type { Cluster } from './postgres-cluster.ts'
import { postmasterFlags } from './postmaster-flags.ts'
import { type Postmaster, findPostmaster, isAlive } from './postmaster-file.ts'
import { clearRemains } from './stale-postmaster.ts'
import { ensurePrivateFolder, removePrivateFolder } from './private-folder.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import { spawnPostgres } from './run-postgres.ts'

const READY_WITHIN_MS = 60_000
const LAUNCHES = 3
const STOPPED_WITHIN_MS = 30_000
const GONE_WITHIN_MS = 5000
const LOG_LIMIT_BYTES = 10_000_000

/** Waits for the living postmaster, or starts one with its socket in `socketFolder`; of two starts at once one wins. */
export const ensurePostmaster = async (cluster: Cluster, socketFolder: string): Promise<Postmaster> => {
  const deadline = performance.now() + READY_WITHIN_MS
  const launched: ChildProcess[] = []
  while (performance.now() < deadline) {
    const alive = await findPostmaster(cluster.dataDir)
    if (alive?.ready) return alive
    if (!alive && launched.every(hasEnded)) {
      if (launched.length === LAUNCHES) throw new DatabaseSetupError(await whyItEnded(cluster))
      await clearRemains(cluster, socketFolder)
      launched.push(await launch(cluster, socketFolder))
    }
    await pause(10)
  }
  throw new DatabaseSetupError(`The embedded PostgreSQL isn't ready after a minute; see ${logPath(cluster)}.`)
}

/** Ends the postmaster: running statements are cut, everything committed is kept. */
export const stopPostmaster = async (dataDir: string) => {
  const alive = await findPostmaster(dataDir)
  if (!alive) return
  const hasGone = async () => !(await isAlive(alive))
  process.kill(alive.pid, 'SIGINT')
  if (!(await waitUntil(hasGone, STOPPED_WITHIN_MS))) process.kill(alive.pid, 'SIGQUIT')
  await waitUntil(hasGone, GONE_WITHIN_MS)
  await removePrivateFolder(alive.socketFolder)
}

const launch = async (cluster: Cluster, socketFolder: string) => {
  await keepLogSmall(logPath(cluster))
  await ensurePrivateFolder(socketFolder, cluster.account)
  const log = await open(logPath(cluster), 'a', 0o600)
  try {
    // A file, not a pipe, and a session of its own: the postmaster outlives this process, and Ctrl-C doesn't reach it.
    const output = { stdio: ['ignore' as const, log.fd, log.fd], detached: true }
    const child = await spawnPostgres(cluster, 'postgres', postmasterFlags(socketFolder, cluster.durable), output)
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const whyItEnded = async (cluster: Cluster) => {
  const lines = (await readFile(logPath(cluster), 'utf8')).trim().split('\n')
  const last = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? ''
  return `The embedded PostgreSQL didn't start: ${last.replace(/^.*FATAL: +/, '')} (see ${logPath(cluster)}).`
}

const keepLogSmall = async (path: string) => {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`)
}

const logPath = (cluster: Cluster) => join(cluster.dataDir, 'postgres.log')
