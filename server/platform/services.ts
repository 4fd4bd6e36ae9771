import type { Logger } from 'pino'
import type { Database } from './database/connect.ts'
import type { SingleFlight } from '#server/platform/database/single-flight.ts'
import type { ImageProcessor } from './images/image-processor.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limiter } from './limiter.ts'
import type { ResponseCache } from '#server/platform/http/response-cache.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'

/** What the outside world gives to every use case. Made in main.ts and testing.ts alone. */
export interface Services {
  settings: Settings
  db: Database
  /** For what many read at once; never in a transaction. */
  share: SingleFlight
  storage: Storage
  pictures: ImageProcessor
  mailer: Mailer
  jobs: Jobs
  limiter: Limiter
  ready: ResponseCache
  /** Something changed that others see: what was kept is dropped here at once, in other processes a moment later. */
  changed: () => void
  log: Logger
  /** The clock. */
  now: () => Date
}
