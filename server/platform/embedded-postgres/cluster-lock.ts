import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionConfig, Log } from './embedded-postgres.ts'
import type { Cluster } from './postgres-cluster.ts'
import { ensurePostmaster } from './postmaster.ts'
import { waitUntil } from './wait-until.ts'

type ClusterLock = {
  /** Runs `work`, the last work on the cluster, and then releases the lock. */
  release: (work: () => Promise<void>) => Promise<void>
}

const LOCK_KEY = 7_236_402
/** The lock of a server that was just killed lasts until PostgreSQL notices the closed connection. */
const LOCK_TIMEOUT_MS = 1500
const RESTART_EVERY_MS = 200

/**
 * Takes an advisory lock that only one server can hold, and restarts PostgreSQL when the connection that holds it ends.
 * Undefined if another server holds the lock.
 */
export const lockCluster = async (
  cluster: Cluster,
  config: ConnectionConfig,
  log: Log,
): Promise<ClusterLock | undefined> => {
  let released = false
  let restarting: Promise<void> | undefined
  let client: pg.Client | undefined

  const acquire = async () => {
    const locked = await connectAndLock(config)
    if (!locked) return false
    client = locked
    locked.once('end', () => {
      if (!released) restarting = restart()
    })
    return true
  }

  const restart = async () => {
    log.warn({}, 'embedded PostgreSQL ended: restarting it')
    while (!released && !(await tryRestart())) await pause(RESTART_EVERY_MS)
    if (!released) log.info({}, 'embedded PostgreSQL is ready again')
  }

  const tryRestart = async () => {
    try {
      await ensurePostmaster(cluster, config.host)
      return await acquire()
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'embedded PostgreSQL is not ready yet')
      return false
    }
  }

  const release = async (work: () => Promise<void>) => {
    released = true
    await restarting
    await work()
    await client?.end()
  }

  return (await acquire()) ? { release } : undefined
}

const connectAndLock = async (config: ConnectionConfig) => {
  const client = new pg.Client({ ...config, application_name: 'cluster lock', connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  if (await acquireLock(client)) return client
  await client.end()
  return undefined
}

const acquireLock = (client: pg.Client) => {
  const tryLock = () => client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [LOCK_KEY])
  return waitUntil(async () => (await tryLock()).rows[0]?.acquired === true, LOCK_TIMEOUT_MS)
}
