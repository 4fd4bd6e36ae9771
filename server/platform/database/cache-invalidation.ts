import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type {
  InvalidateOptions,
  InvalidationSource,
  ResponseCache,
} from '#server/platform/http/response-cache/response-cache.ts'
import type { DatabaseLog } from './database-log.ts'
import type { NeededPosition } from './needed-position.ts'

/** The period of a batch: one statement for each write would reduce write throughput by a third. */
const PUBLISH_MS = 50
const RETRY_MS = 500
/** After SYNC_MS a process fetches missed batches in the background; after MAX_UNSYNCED_MS a request waits for them. */
const SYNC_MS = 150
const MAX_UNSYNCED_MS = 300
/** The number of stored batches. A process that missed more drops its whole cache. */
const KEPT_BATCHES = 64
/** A batch that names more tags than this invalidates everything. */
const MAX_BATCH_TAGS = 500

interface Batch {
  /** Differs from that of a batch which had the same version and was lost by a failover. */
  id: string
  by: string
  dropped: string[]
  stale: string[]
}

/** The end of the write-ahead log of the primary, as a number. */
export const LOG_POSITION = `(pg_current_wal_insert_lsn() - '0/0')::bigint`

/**
 * Without waiting for the disk: after a crash of the database all processes drop their caches anyway. The position is
 * computed after a wait for the row, so that those of later versions are higher.
 */
const PUBLISH = `
  with unsynced as (select set_config('synchronous_commit', 'off', true)),
  next as (
    update cache_state set version = version + 1 from unsynced returning version, ${LOG_POSITION} as position
  )
  insert into cache_batches (slot, version, batch)
  select version % ${KEPT_BATCHES}, version, $1::jsonb || jsonb_build_object('position', position) from next
  on conflict (slot) do update set version = excluded.version, batch = excluded.batch`

/**
 * The missed batches that are stored, the latest first, and the id of the one before them: that of the last one seen,
 * unless a failover lost it. Also the position of the latest batch, and the one that the database has now.
 */
const FETCH = `
  select version,
    (
      select coalesce(jsonb_agg(batch order by version desc), '[]') from cache_batches where version > $1::bigint
    ) as batches,
    (select batch ->> 'id' from cache_batches where version = $1::bigint) as before,
    (select (batch ->> 'position')::bigint from cache_batches where version = cache_state.version) as told,
    ${LOG_POSITION} as now
  from cache_state`

interface Fetched {
  version: number
  batches: Batch[]
  before: string | null
  told: number | null
  now: number
}

const NOTHING: Fetched = { version: 0, batches: [], before: null, told: null, now: Infinity }

/**
 * Keeps the response caches of all processes on one database consistent. A write invalidates the cache of its own process
 * before its response is sent. After the commit its tags are published as a batch, under the next version. Processes poll
 * the version only when requests arrive, and compare versions to find the batches that they missed.
 */
export const createCacheInvalidation = (
  pool: pg.Pool,
  cache: ResponseCache,
  log: DatabaseLog,
  needed?: NeededPosition,
) => {
  const self = randomUUID()
  const pending = { dropped: new Set<string>(), stale: new Set<string>() }
  let publishing: Promise<void> | undefined
  let isClosed = false
  let seen: { version: number; id: string | null } | undefined
  let syncedAt = -Infinity
  let syncing: Promise<boolean> | undefined

  const publish = async () => {
    await pause(PUBLISH_MS)
    const batch: Batch = {
      id: randomUUID(),
      by: self,
      dropped: bounded(pending.dropped),
      stale: bounded(pending.stale),
    }
    pending.dropped.clear()
    pending.stale.clear()
    try {
      await pool.query({ name: 'publish-invalidations', text: PUBLISH, values: [JSON.stringify(batch)] })
    } catch (error) {
      for (const tag of batch.dropped) pending.dropped.add(tag)
      for (const tag of batch.stale) pending.stale.add(tag)
      log.warn({ reason: (error as Error).message }, 'cache invalidations not published yet')
      if (!isClosed) await pause(RETRY_MS)
    }
    publishing = undefined
    if (!isClosed && pending.dropped.size + pending.stale.size > 0) publishing = publish()
  }

  const fetchBatches = async (): Promise<boolean> => {
    const asked = performance.now()
    try {
      const { rows } = await pool.query<Fetched>({
        name: 'fetch-invalidations',
        text: FETCH,
        values: [seen?.version ?? 0],
      })
      const { version, batches, before, told, now } = rows[0] ?? NOTHING
      // What was stored before the first fetch may miss invalidations of that time.
      const missed = seen?.id === before ? version - seen.version : -1
      const isKnown = missed === batches.length
      needed?.raise({ told: isKnown ? (told ?? now) : now, now, asked })
      if (isKnown) apply(batches)
      else cache.invalidate(['site'])
      seen = { version, id: batches[0]?.id ?? before }
      syncedAt = asked
      return true
    } catch {
      // While the database is unavailable, requests bypass the cache.
      return false
    } finally {
      syncing = undefined
    }
  }

  /** Applies batches in the order of their versions. */
  const apply = (batches: Batch[]) => {
    for (const { by, dropped, stale } of batches.toReversed()) {
      if (by === self) continue
      if (stale.length > 0) cache.invalidate(stale, { allowStale: true, knownAfterMs: PUBLISH_MS + MAX_UNSYNCED_MS })
      if (dropped.length > 0) cache.invalidate(dropped)
    }
  }

  const source: InvalidationSource = {
    isSynced: () => {
      const age = performance.now() - syncedAt
      if (age > SYNC_MS) syncing ??= fetchBatches()
      return age <= MAX_UNSYNCED_MS
    },
    sync: () => (syncing ??= fetchBatches()),
  }
  cache.useSource(source)

  return {
    /** Invalidates here at once, and in other processes a moment later. */
    invalidate: (tags: readonly string[], { allowStale = false }: InvalidateOptions = {}): void => {
      if (tags.length === 0) return
      needed?.noteWrite()
      cache.invalidate(tags, { allowStale })
      for (const tag of tags) (allowStale ? pending.stale : pending.dropped).add(tag)
      publishing ??= publish()
    },
    isSynced: source.isSynced,
    sync: source.sync,
    /** Publishes what is left. */
    stop: async (): Promise<void> => {
      isClosed = true
      await publishing
      await syncing
    },
  }
}

const bounded = (tags: Set<string>) => (tags.size > MAX_BATCH_TAGS ? ['site'] : [...tags])
