import { setTimeout as pause } from 'node:timers/promises'
import { makeFirstAdmin } from './accounts/create-admin.ts'
import { sweepPictures } from './accounts/sweep-pictures.ts'
import { allJobs } from './all-jobs.ts'
import { buildApp } from './app.ts'
import { openServices } from './open-services.ts'
import { DatabaseRefused } from './platform/database/refused.ts'
import { giveBackMemory } from './platform/give-back-memory.ts'
import { PagesNotBuilt, builtPages, serveDevelopmentPages, servePages } from './platform/http/pages.ts'
import { createLog } from './platform/log.ts'
import type { Services } from './platform/services.ts'
import { readSettings, SettingsError } from './platform/settings.ts'
import { sweepFiles } from './publishing/sweep-files.ts'

const CLOSE_MS = 35_000
const SWEEP_AGAIN_MS = 5000
const isDevelopment = process.argv.includes('--dev')

const start = async () => {
  const opened = open()
  // From the first moment, so that Ctrl-C in a start leaves no database behind.
  closeOnSignal(async () => (await opened).disposeAsync())
  await opened
}

/** Opens the site, and returns what closes it: what was opened last goes first. A start that fails closes it here. */
const open = async () => {
  await using opening = new AsyncDisposableStack()
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const startedAt = new Date()
  const loading = isDevelopment ? undefined : builtPages()
  loading?.catch(() => {})
  const { services, close } = await openServices(settings, log, 'server')
  opening.defer(close)
  const pages = await loading
  await makeFirstAdmin(services)
  const { app } = await buildApp(services, {
    pages: (app, services) => (pages ? servePages(app, services, pages) : serveDevelopmentPages(app, services)),
  })
  opening.defer(() => app.close())
  // Before the first request: whoever registers needs the queue.
  await services.jobs.start(allJobs(services))
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
    await sweepPictures(services, olderThan)
  } catch (error) {
    if (closing.aborted) return
    services.log.warn({ reason: String(error) }, 'sweeping files broke off and begins again')
    await pause(SWEEP_AGAIN_MS, undefined, { signal: closing }).catch(() => {})
    if (!closing.aborted) await sweepUntilDone(services, olderThan, closing)
  }
}

/** The first signal lets what is in flight finish; the second one doesn't. */
const closeOnSignal = (close: () => Promise<void>) => {
  let isClosing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1)
      isClosing = true
      setTimeout(() => process.exit(1), CLOSE_MS).unref()
      close().then(
        () => process.exit(0),
        (error: unknown) => stopWith(error),
      )
    })
  }
}

/** One line for a person; the whole error only where nobody foresaw it. */
const stopWith = (error: unknown): never => {
  const line = whyNot(error)
  console.error(line ? `Quillhouse can't start: ${line}` : error)
  process.exit(1)
}

const whyNot = (error: unknown) => {
  if (error instanceof SettingsError || error instanceof DatabaseRefused || error instanceof PagesNotBuilt)
    return error.message
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another, or stop what listens there.`
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} isn't an address of this machine.`
  return undefined
}

export const run = () => void start().catch(stopWith)
