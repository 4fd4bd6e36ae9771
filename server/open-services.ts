import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { connect } from './platform/database/connect.ts'
import { createCacheInvalidation } from '#server/platform/database/cache-invalidation.ts'
import { migrate } from './platform/database/migrate.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import { requirePostgres18, requireTrigrams } from './platform/database/requirements.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { startDatabase } from './platform/database/start-database.ts'
import { createResponseCache } from '#server/platform/http/response-cache.ts'
import { pgBossJobs } from './platform/jobs/jobs.ts'
import { createLimiter } from './platform/limiter.ts'
import { outboxMailer } from './platform/mail/outbox.ts'
import { smtpMailer } from './platform/mail/smtp.ts'
import type { Services } from './platform/services.ts'
import type { Settings } from './platform/settings.ts'
import { diskStorage } from './platform/storage/disk.ts'
import { createImageProcessor } from './publishing/open-pictures.ts'

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** Opens everything that the settings name: the database, migrated; the storage; the mail; the jobs, not yet started. */
export const openServices = async (
  settings: Settings,
  log: Logger,
  starting = startDatabase(settings, { log, role: 'command' }),
) => {
  const { config, stop } = await starting
  const { db, pool, close: closePool } = connect(config, log)
  const closeDatabase = async () => {
    await closePool()
    await stop()
  }
  try {
    await requirePostgres18(pool).catch(rethrowUnreachable)
    await migrate(config, MIGRATIONS)
    await requireTrigrams(pool)
  } catch (error) {
    await closeDatabase()
    throw error
  }

  const jobs = pgBossJobs(pool, log)
  const mailer = mailerFor(settings, log)
  if (!settings.rateLimits) log.warn('RATE_LIMITS is off: nothing is limited by time')
  const cache = createResponseCache()
  const invalidation = createCacheInvalidation(pool, cache, log)
  const services: Services = {
    ...{ settings, db, mailer, jobs, log, cache },
    singleFlight: createSingleFlight(),
    invalidate: invalidation.invalidate,
    syncCache: invalidation.sync,
    storage: await diskStorage(settings.dataDir),
    pictures: createImageProcessor(),
    limiter: createLimiter(settings.rateLimits),
    now: () => new Date(),
  }
  const close = async () => {
    await jobs.stop()
    await invalidation.stop()
    services.pictures.close()
    mailer.close()
    await closeDatabase()
  }
  return { services, close }
}

const rethrowUnreachable = (error: NodeJS.ErrnoException) => {
  if (error instanceof DatabaseSetupError) throw error
  throw new DatabaseSetupError(`The database doesn't answer: ${error.message || error.code}.`, { cause: error })
}

const mailerFor = ({ smtpUrl, mailFrom, dataDir, publicUrl }: Settings, log: Logger) => {
  const host = new URL(publicUrl).hostname
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom, host) : outboxMailer(join(dataDir, 'outbox'), mailFrom, host, log)
}
