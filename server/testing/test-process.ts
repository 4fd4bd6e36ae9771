import type { Logger } from 'pino'
import { connect, type DatabaseConfig } from '#server/platform/database/connect.ts'
import { driverFor } from '#server/platform/database/driver.ts'
import { openReplicaAndInvalidation } from '#server/platform/database/open-replica.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { createResponseCache } from '#server/platform/http/response-cache/response-cache.ts'
import { pgBossJobs } from '#server/platform/jobs/jobs.ts'
import { createSharedRates } from '#server/platform/shared-rates.ts'
import type { Settings } from '#server/platform/settings.ts'

/** What each process of a test site has for itself: connections, jobs and a response cache. */
export const openTestProcess = async (database: DatabaseConfig, settings: Settings, log: Logger) => {
  const { db, pool, load, close } = connect(database, log, (await driverFor(database)).Pool)
  const cache = createResponseCache()
  const { replicaUrl } = settings
  const { invalidation, replica } = await openReplicaAndInvalidation(pool, { cache, log, replicaUrl })
  const jobs = pgBossJobs(pool, log)
  return {
    services: {
      database,
      db,
      jobs,
      cache,
      replica,
      databaseLoad: load,
      singleFlight: createSingleFlight(),
      invalidate: invalidation.invalidate,
      syncCache: invalidation.sync,
      sharedRates: createSharedRates(settings.rateLimits, db),
    },
    stopJobs: jobs.stop,
    close: async () => {
      await invalidation.stop()
      await replica?.close()
      await close()
    },
  }
}
