import type { ChildProcess } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Postmaster, findPostmaster, isRunning } from './pid-file.ts'
import type { Cluster } from './postgres-cluster.ts'
import { postmasterFlags } from './postmaster-flags.ts'
import { spawnPostgres } from './run-postgres.ts'
import { ensureSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { cleanUpStalePostmaster } from './stale-postmaster.ts'
import { waitUntil } from './wait-until.ts'

const READY_TIMEOUT_MS = 60_000
const MAX_LAUNCHES = 3
const STOP_TIMEOUT_MS = 30_000
const QUIT_TIMEOUT_MS = 5000
const LOG_MAX_BYTES = 10_000_000

/** Waits for the running postmaster, or starts one with its socket in `socketFolder`. Of two concurrent starts one wins. */
export const ensurePostmaster = async (cluster: Cluster, socketFolder: string): Promise<Postmaster> => {
  const deadline = performance.now() + READY_TIMEOUT_MS
  const launched: ChildProcess[] = []
  while (performance.now() < deadline) {
    const running = await findPostmaster(cluster.dataDir)
    if (running?.ready) return running
    if (!running && launched.every(hasExited)) {
      if (launched.length === MAX_LAUNCHES) throw new EmbeddedPostgresError('start-failed', await exitReason(cluster))
      await cleanUpStalePostmaster(cluster, socketFolder)
      launched.push(await launch(cluster, socketFolder))
    }
    await pause(10)
  }
  const message = `The embedded PostgreSQL isn't ready after a minute; see ${logPath(cluster)}.`
  throw new EmbeddedPostgresError('start-failed', message)
}

/** A fast shutdown: running statements are cancelled, committed data is safe. */
export const stopPostmaster = async (dataDir: string) => {
  const running = await findPostmaster(dataDir)
  if (!running) return
  const hasStopped = async () => !(await isRunning(running))
  process.kill(running.pid, 'SIGINT')
  if (!(await waitUntil(hasStopped, STOP_TIMEOUT_MS))) process.kill(running.pid, 'SIGQUIT')
  await waitUntil(hasStopped, QUIT_TIMEOUT_MS)
  await removeSocketFolder(running.socketFolder)
}

const launch = async (cluster: Cluster, socketFolder: string) => {
  await rotateLog(logPath(cluster))
  await ensureSocketFolder(socketFolder, cluster.account)
  const log = await open(logPath(cluster), 'a', 0o600)
  try {
    // A log file instead of a pipe, and a session of its own: the postmaster outlives this process and ignores its Ctrl-C.
    const output = { stdio: ['ignore' as const, log.fd, log.fd], detached: true }
    const child = await spawnPostgres(cluster, 'postgres', postmasterFlags(socketFolder, cluster.durable), output)
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const exitReason = async (cluster: Cluster) => {
  const lines = (await readFile(logPath(cluster), 'utf8')).trim().split('\n')
  const last = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? ''
  return `The embedded PostgreSQL didn't start: ${last.replace(/^.*FATAL: +/, '')} (see ${logPath(cluster)}).`
}

const rotateLog = async (path: string) => {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > LOG_MAX_BYTES) await rename(path, `${path}.1`)
}

const logPath = (cluster: Cluster) => join(cluster.dataDir, 'postgres.log')
