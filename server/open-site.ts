import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createFirstAdmin } from './accounts/create-admin.ts'
import { sweepProfileImages } from './accounts/profile/sweep-profile-images.ts'
import { allJobs } from './all-jobs.ts'
import { buildApp } from './app.ts'
import { openServices } from './open-services.ts'
import type { RunningDatabase } from './platform/database/start-database.ts'
import type { BuiltPages } from './platform/http/pages/built-pages.ts'
import { serveDevelopmentPages, servePages } from './platform/http/pages/pages.ts'
import type { Services } from './platform/services.ts'
import type { Settings } from './platform/settings.ts'
import { sweepFiles } from './publishing/files/sweep-files.ts'

const SWEEP_RETRY_MS = 5000
const FIRST_VISIT_MS = 500

interface Options {
  settings: Settings
  log: Logger
  startedAt: Date
  /** Undefined in development, where pages are rendered from their sources. */
  pages: Promise<BuiltPages> | undefined
  database: Promise<RunningDatabase>
}

/** Opens the site and returns the stack that closes it. If a step fails, the steps before it are undone. */
export const openSite = async ({ settings, log, startedAt, pages, database }: Options) => {
  await using opened = new AsyncDisposableStack()
  const { services, close } = await openServices(settings, log, database)
  opened.defer(close)
  await createFirstAdmin(services)
  const listening = Promise.withResolvers<void>()
  // What a start finds to do, such as the making of the app, takes no processor from the first visitor.
  const mayFindWork = listening.promise.then(() => pause(FIRST_VISIT_MS, undefined, { ref: false }))
  // Before the first request: a registration needs the queue.
  const jobs = services.jobs.start(allJobs(services), mayFindWork)
  // The app is built meanwhile; the error is thrown where the promise is awaited.
  const settled = jobs.catch(() => {})
  opened.defer(() => settled)
  const { app } = await buildApp(services, {
    pages: async (app, services, site) =>
      pages ? servePages(app, services, await pages, site.read) : serveDevelopmentPages(app, services),
  })
  opened.defer(() => app.close())
  await jobs
  await app.listen({ port: settings.port, host: settings.host })
  listening.resolve()
  const { port } = app.server.address() as { port: number }
  console.log(`Quillhouse is open: ${settings.publicUrl ?? `http://localhost:${port}`}`)

  const closing = new AbortController()
  opened.defer(() => closing.abort())
  // With the embedded database this is the only server, so older temporary files were left by a killed one.
  void sweepWithRetry(services, settings.databaseUrl ? undefined : startedAt, closing.signal)
  return opened.move()
}

const sweepWithRetry = async (services: Services, olderThan: Date | undefined, closing: AbortSignal): Promise<void> => {
  try {
    await sweepFiles(services, olderThan)
    await sweepProfileImages(services, olderThan)
  } catch (error) {
    if (closing.aborted) return
    services.log.warn({ reason: String(error) }, 'sweeping files failed and will be retried')
    await pause(SWEEP_RETRY_MS, undefined, { signal: closing }).catch(() => {})
    if (!closing.aborted) await sweepWithRetry(services, olderThan, closing)
  }
}
