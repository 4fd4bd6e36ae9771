import type { Logger } from 'pino'
import type { Database, DatabaseConfig } from './database/connect.ts'
import type { Replica } from './database/replica.ts'
import type { SingleFlight } from '#server/platform/database/single-flight.ts'
import type { ImageProcessor } from './images/image-processor.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limiter } from './limiter.ts'
import type { InvalidateOptions, ResponseCache } from '#server/platform/http/response-cache/response-cache.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SharedRates } from './shared-rates.ts'
import type { SiteUrl } from '#server/platform/http/request/site-url.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'
import type { TrustedNetworks } from './trusted-networks.ts'

/** What the outside world gives to every use case. Made in open-services.ts and testing/test-site.ts alone. */
export interface Services {
  settings: Settings
  siteUrl: SiteUrl
  db: Database
  /** The greatest age of readers whose books the call may show, if there is one: see books/hide-older-books.ts. */
  visitorAge?: '16' | '13'
  /** Where the database answers, for processes that connect by themselves. */
  database: DatabaseConfig
  /** The connections of this process to the database: in use, idle, and how many calls wait for one. */
  databaseLoad: () => { used: number; idle: number; waiting: number }
  /** Standbys that what needs no newest state is read from; undefined if there are none. */
  replica: Replica | undefined
  /** Coalesces concurrent reads of the same key; never used in a transaction. */
  singleFlight: SingleFlight
  storage: Storage
  images: ImageProcessor
  mailer: Mailer
  jobs: Jobs
  limiter: Limiter
  sharedRates: SharedRates
  trustedNetworks: TrustedNetworks
  cache: ResponseCache
  /** Drops cached responses by tag, here immediately and in other processes within a second. Calls declare what they invalidate. */
  invalidate: (tags: readonly string[], options?: InvalidateOptions) => void
  /** Fetches what other processes have invalidated; false where the database does not answer. */
  syncCache: () => Promise<boolean>
  log: Logger
  /** The clock. */
  now: () => Date
}
