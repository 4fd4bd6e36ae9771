import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createFirstAdmin } from './accounts/create-admin.ts'
import { sweepProfileImages } from './accounts/sweep-profile-images.ts'
import { allJobs } from './all-jobs.ts'
import { buildApp } from './app.ts'
import { openServices } from './open-services.ts'
import type { Started } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { giveBackMemory } from './platform/give-back-memory.ts'
import type { Pages } from './platform/http/built-pages.ts'
import { serveDevelopmentPages, servePages } from './platform/http/pages.ts'
import type { Services } from './platform/services.ts'
import type { Settings } from './platform/settings.ts'
import { sweepFiles } from './publishing/sweep-files.ts'

const SWEEP_AGAIN_MS = 5000

interface Opening {
  settings: Settings
  log: Logger
  startedAt: Date
  /** Absent where pages are made from their sources. */
  pages: Promise<Pages> | undefined
  database: Promise<Started>
}

/** Opens the site, and returns what closes it: what was opened last goes first. A start that fails closes it here. */
export const openSite = async ({ settings, log, startedAt, pages, database }: Opening) => {
  await using opening = new AsyncDisposableStack()
  const { services, close } = await openServices(settings, log, database)
  opening.defer(close)
  await createFirstAdmin(services)
  // Done before the first request: whoever registers needs the queue.
  const jobs = services.jobs.start(allJobs(services))
  // It may fail while the routes are still being made: that is told when it is waited for.
  const ended = jobs.catch(() => {})
  opening.defer(() => ended)
  const { app } = await buildApp(services, {
    pages: async (app, services) =>
      pages ? servePages(app, services, await pages) : serveDevelopmentPages(app, services),
  })
  opening.defer(() => app.close())
  await jobs
  await app.listen({ port: settings.port, host: settings.host })
  const { port } = app.server.address() as { port: number }
  console.log(`Quillhouse is open: ${settings.publicUrl.replace(/:0$/, `:${port}`)}`)

  const memory = giveBackMemory()
  opening.defer(() => memory.stop())
  const closing = new AbortController()
  opening.defer(() => closing.abort())
  // Nobody else writes to this folder's storage, so what is older than this process was left by one that was killed.
  void sweepUntilDone(services, settings.databaseUrl ? undefined : startedAt, closing.signal)
  return opening.move()
}

const sweepUntilDone = async (services: Services, olderThan: Date | undefined, closing: AbortSignal): Promise<void> => {
  try {
    await sweepFiles(services, olderThan)
    await sweepProfileImages(services, olderThan)
  } catch (error) {
    if (closing.aborted) return
    services.log.warn({ reason: String(error) }, 'sweeping files broke off and begins again')
    await pause(SWEEP_AGAIN_MS, undefined, { signal: closing }).catch(() => {})
    if (!closing.aborted) await sweepUntilDone(services, olderThan, closing)
  }
}
