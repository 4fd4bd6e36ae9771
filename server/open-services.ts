import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { saveRowsBeforeUpgrade } from './backup/save-rows.ts'
import { connect } from './platform/database/connect.ts'
import { driverFor } from './platform/database/driver.ts'
import { migrate } from './platform/database/migrate.ts'
import { openReplicaAndInvalidation } from './platform/database/open-replica.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import { requirePostgres18, requireTrigrams } from './platform/database/requirements.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { startDatabase } from './platform/database/start-database.ts'
import { createResponseCache } from '#server/platform/http/response-cache/response-cache.ts'
import { pgBossJobs } from './platform/jobs/jobs.ts'
import { createSiteUrl } from '#server/platform/http/request/site-url.ts'
import { createLimiter } from './platform/limiter.ts'
import { createSharedRates } from './platform/shared-rates.ts'
import { createTrustedNetworks } from './platform/trusted-networks.ts'
import { outboxMailer } from './platform/mail/outbox.ts'
import { smtpMailer } from './platform/mail/smtp.ts'
import type { Services } from './platform/services.ts'
import type { Settings } from './platform/settings.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { createImageProcessor } from './cover-rendering/create-image-processor.ts'

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** Opens what the settings name: the migrated database, storage, mail and the job queue, whose workers do not run yet. */
export const openServices = async (
  settings: Settings,
  log: Logger,
  starting = startDatabase(settings, { log, role: 'command' }),
) => {
  await using opened = new AsyncDisposableStack()
  const { config, stop } = await starting
  opened.defer(stop)
  const { db, pool, load: databaseLoad, close: closePool } = connect(config, log, (await driverFor(config)).Pool)
  opened.defer(closePool)
  await requirePostgres18(pool).catch(rethrowUnreachable)
  await migrate(config, MIGRATIONS, undefined, (client) => saveRowsBeforeUpgrade(settings, client, log))
  await requireTrigrams(pool)

  if (!settings.rateLimits) log.warn('RATE_LIMITS is off')
  const storage = await openStorage(settings)
  const mailer = mailerFor(settings, log)
  opened.defer(() => mailer.close())
  const images = createImageProcessor()
  opened.defer(() => images.close())
  const cache = createResponseCache()
  const trustedNetworks = createTrustedNetworks()
  const { replicaUrl } = settings
  const { invalidation, replica } = await openReplicaAndInvalidation(pool, { cache, log, replicaUrl })
  opened.defer(invalidation.stop)
  opened.defer(async () => replica?.close())
  const jobs = pgBossJobs(pool, log)
  opened.defer(jobs.stop)
  const services: Services = {
    settings,
    db,
    databaseLoad,
    mailer,
    jobs,
    log,
    cache,
    storage,
    images,
    replica,
    database: config,
    singleFlight: createSingleFlight(),
    siteUrl: createSiteUrl(settings),
    invalidate: invalidation.invalidate,
    syncCache: invalidation.sync,
    limiter: createLimiter(settings.rateLimits, trustedNetworks),
    sharedRates: createSharedRates(settings.rateLimits, db),
    trustedNetworks,
    now: () => new Date(),
  }
  const owned = opened.move()
  return { services, close: () => owned.disposeAsync() }
}

const rethrowUnreachable = (error: NodeJS.ErrnoException) => {
  if (error instanceof DatabaseSetupError) throw error
  throw new DatabaseSetupError(`The database doesn't answer: ${error.message || error.code}.`, { cause: error })
}

const mailerFor = ({ smtpUrl, mailFrom, dataDir, publicUrl }: Settings, log: Logger) => {
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  return smtpUrl ? smtpMailer(smtpUrl, mailFrom, host) : outboxMailer(join(dataDir, 'outbox'), mailFrom, host, log)
}
