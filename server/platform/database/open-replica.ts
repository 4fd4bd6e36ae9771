import type pg from 'pg'
import type { ResponseCache } from '#server/platform/http/response-cache/response-cache.ts'
import { createCacheInvalidation } from './cache-invalidation.ts'
import type { DatabaseLog } from './database-log.ts'

/** The invalidation of cached responses, and the replica at an address, which must know what was invalidated. Its code is loaded only where there is one. */
export const openReplicaAndInvalidation = async (
  pool: pg.Pool,
  { cache, log, replicaUrl }: { cache: ResponseCache; log: DatabaseLog; replicaUrl: string | undefined },
) => {
  if (!replicaUrl) return { invalidation: createCacheInvalidation(pool, cache, log), replica: undefined }
  const [{ createNeededPosition }, { openReplica }] = await Promise.all([
    import('./needed-position.ts'),
    import('./replica.ts'),
  ])
  const needed = createNeededPosition(pool)
  const invalidation = createCacheInvalidation(pool, cache, log, needed)
  const freshness = { isSynced: invalidation.isSynced, neededPosition: needed.read }
  return { invalidation, replica: openReplica(replicaUrl, freshness, log) }
}
