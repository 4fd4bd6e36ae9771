import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { waitUntil } from '#server/platform/wait-until.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import type { DatabaseLog } from '#server/platform/database/database-log.ts'
import type { Cluster } from './postgres-cluster.ts'
import { ensurePostmaster } from './postmaster.ts'

export type Guard = {
  /** Does the last `work` on the cluster while no other server can have it, then lets go. */
  release: (work: () => Promise<void>) => Promise<void>
}

const SERVER_LOCK = 7_236_402
/** A server killed a moment ago holds its lock until PostgreSQL has noticed. */
const LOCK_WITHIN_MS = 1500
const REVIVE_EVERY_MS = 200

/**
 * Holds one connection with a lock that only one server can have, and brings PostgreSQL back when that connection ends.
 * Undefined where another server has the lock.
 */
export const lockCluster = async (
  cluster: Cluster,
  config: DatabaseConfig & { host: string },
  log: DatabaseLog,
): Promise<Guard | undefined> => {
  let released = false
  let reviving: Promise<void> | undefined
  let client: pg.Client | undefined

  const hold = async () => {
    const held = await lockedClient(config)
    if (!held) return false
    client = held
    held.once('end', () => {
      if (!released) reviving = revive()
    })
    return true
  }

  const revive = async () => {
    log.warn({}, 'embedded PostgreSQL ended: bringing it back')
    while (!released && !(await restart())) await pause(REVIVE_EVERY_MS)
    if (!released) log.info({}, 'embedded PostgreSQL is back')
  }

  const restart = async () => {
    try {
      await ensurePostmaster(cluster, config.host)
      return await hold()
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "embedded PostgreSQL isn't back yet")
      return false
    }
  }

  const release = async (work: () => Promise<void>) => {
    released = true
    await reviving
    await work()
    await client?.end()
  }

  return (await hold()) ? { release } : undefined
}

const lockedClient = async (config: DatabaseConfig) => {
  const client = new pg.Client({ ...config, application_name: 'quillhouse guard', connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  if (await takesLock(client)) return client
  await client.end()
  return undefined
}

const takesLock = (client: pg.Client) => {
  const tryLock = () => client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [SERVER_LOCK])
  return waitUntil(async () => (await tryLock()).rows[0]?.held === true, LOCK_WITHIN_MS)
}
