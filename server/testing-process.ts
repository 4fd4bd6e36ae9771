import type { Logger } from 'pino'
import { connect, type DatabaseConfig } from './platform/database/connect.ts'
import { driverFor } from './platform/database/driver.ts'
import { openReplicaAndInvalidation } from './platform/database/open-replica.ts'
import { createSingleFlight } from './platform/database/single-flight.ts'
import { createResponseCache } from './platform/http/response-cache.ts'
import { pgBossJobs } from './platform/jobs/jobs.ts'
import { createSharedRates } from './platform/shared-rates.ts'
import type { Settings } from './platform/settings.ts'

/** What each process of a test site has for itself: connections, jobs and a response cache. */
export const openTestProcess = async (database: DatabaseConfig, settings: Settings, log: Logger) => {
  const { db, pool, load, close } = connect(database, log, (await driverFor(database)).Pool)
  const cache = createResponseCache()
  const { replicaUrl } = settings
  const { invalidation, replica } = await openReplicaAndInvalidation(pool, { cache, log, replicaUrl })
  const jobs = pgBossJobs(pool, log)
  return {
    services: {
      ...{ database, db, jobs, cache, replica },
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
