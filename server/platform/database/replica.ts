import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isTransient } from '#server/platform/http/response/errors.ts'
import { connect, type Database, NotAdmittedError } from './connect.ts'
import { databaseHosts } from './database-hosts.ts'
import type { DatabaseLog } from './database-log.ts'
import { driverAmong } from './driver-among.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'

/** How long a read may take on the replica; then it is made on the primary, within what is left of the request's time. */
const READ_MS = 1000
/** How often a replica that failed is tried again. */
const PROBE_MS = 1000
/** After one connection was behind, others are not asked for so long. */
const BEHIND_MS = 20

const REPLAYED = `
  select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::bigint as position,
    coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as age`

/** The replica cancelled the read to go on with its replay, or it was refused: it answers all the same. */
const CONFLICT = /^(40001|40P01|57014)$/

/** What reads on the replica came to. Those that did not get an answer were made again on the primary. */
interface ReplicaReads {
  answered: number
  behind: number
  failed: number
}

/** What a standby has replayed of the write-ahead log, and how many seconds ago the last change there was committed. */
interface Replayed {
  position: number
  age: number
}

export interface Replica {
  db: Database
  /** Never shared with reads on the primary, whose callers may need a newer state. */
  singleFlight: SingleFlight
  /** Reads on the replica if it has what this process knows of; otherwise, and where that fails, on the primary. */
  read: <T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>) => Promise<T>
  isUsable: () => boolean
  reads: () => ReplicaReads
  /** Reads that were made on the primary at once: the replica was not usable, or behind a moment ago. */
  notAsked: () => number
  /** Asks a standby. Throws where none answers. */
  replayed: () => Promise<Replayed>
  close: () => Promise<void>
}

interface Freshness {
  /** Whether this process knows the latest invalidations; if not, it fetches them. */
  isSynced: () => boolean
  /** How far the replica must have replayed the write-ahead log. */
  neededPosition: () => Promise<number>
}

/** Reads from the standbys at an address. They are tried in the background, so that a start waits for none. */
export const openReplica = (address: string, { isSynced, neededPosition }: Freshness, log: DatabaseLog): Replica => {
  const { Pool } = driverAmong(databaseHosts(address), { role: 'standby', patienceMs: 0 })
  const replayed = new WeakMap<pg.PoolClient, number>()
  const reads: ReplicaReads = { answered: 0, behind: 0, failed: 0 }
  let notAsked = 0
  const closing = new AbortController()
  let isUsable = false
  let behindUntil = -Infinity

  const admit = async (client: pg.PoolClient) => {
    const needed = await neededPosition()
    if ((replayed.get(client) ?? -1) >= needed) return
    const { position } = await readReplayed(client)
    replayed.set(client, position)
    if (position < needed) throw new BehindError()
  }
  const { db, pool, close } = connect({}, log, Pool, { statementMs: READ_MS, admit })

  const probe = async () => {
    const client = await pool.connect()
    const found = await readReplayed(client).catch((error: Error) => error)
    client.release(found instanceof Error)
    if (found instanceof Error) throw found
    return found
  }
  const becomeUsable = async () => {
    for (;;) {
      try {
        await probe()
        isUsable = true
        log.info({}, 'the replica of the database is used')
        return
      } catch {
        await pause(PROBE_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
        if (closing.signal.aborted) return
      }
    }
  }
  const suspend = (error: unknown) => {
    if (!isUsable) return
    isUsable = false
    log.warn({ reason: (error as Error).message }, 'the replica of the database is not used for now')
    void becomeUsable()
  }
  const noteFailure = (error: unknown) => {
    if (error instanceof BehindError) {
      reads.behind += 1
      behindUntil = performance.now() + BEHIND_MS
      return
    }
    reads.failed += 1
    const isConflict = CONFLICT.test((error as { code?: string }).code ?? '')
    if (isTransient(error) && !isConflict) suspend(error)
  }
  void becomeUsable()

  return {
    db,
    singleFlight: createSingleFlight(),
    read: async (onReplica, onPrimary) => {
      if (!isUsable || performance.now() < behindUntil || !isSynced()) {
        notAsked += 1
        return onPrimary()
      }
      try {
        const result = await inTime(onReplica())
        reads.answered += 1
        return result
      } catch (error) {
        noteFailure(error)
        return onPrimary()
      }
    },
    isUsable: () => isUsable,
    reads: () => reads,
    notAsked: () => notAsked,
    replayed: () => inTime(probe()),
    close: async () => {
      closing.abort()
      await close()
    },
  }
}

class BehindError extends NotAdmittedError {
  override name = 'BehindError'
}

/** Its code is that of a host which does not answer. */
class SlowReplicaError extends Error {
  override name = 'SlowReplicaError'
  readonly code = 'ETIMEDOUT'
}

/** Its code is that of a server that shuts down: its connections are to be closed. */
class PromotedError extends Error {
  override name = 'PromotedError'
  readonly code = '57P01'
}

const readReplayed = async (client: pg.PoolClient): Promise<Replayed> => {
  const { rows } = await client.query<Replayed & { is_standby: boolean }>(REPLAYED)
  if (!rows[0]?.is_standby) throw new PromotedError('this server is a standby no longer')
  return rows[0]
}

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SlowReplicaError('the replica took too long')), READ_MS)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
