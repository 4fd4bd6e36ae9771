import { fileURLToPath } from 'node:url'
import { makeFirstAdmin } from './accounts/first-admin.ts'
import { accountJobs } from './accounts/jobs.ts'
import { buildApp } from './app.ts'
import { DatabaseRefused } from './platform/database/refused.ts'
import { builtPages, serveDevelopmentPages, servePages } from './platform/http/pages.ts'
import { createLog } from './platform/log.ts'
import { readSettings, SettingsError } from './platform/settings.ts'
import { openServices } from './open-services.ts'
import { publishingJobs } from './publishing/jobs.ts'
import { sweepFiles } from './publishing/sweep-files.ts'

const CLOSE_MS = 35_000
const isDevelopment = process.argv.includes('--dev')

const start = async () => {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const startedAt = new Date()
  const [{ services, close }, pages] = await Promise.all([
    openServices(settings, log, 'server'),
    isDevelopment ? undefined : builtPages(),
  ])
  await makeFirstAdmin(services)
  const { app } = await buildApp(services, {
    pages: (app, services) => (pages ? servePages(app, services, pages) : serveDevelopmentPages(app, services)),
  })
  closeOnSignal(async () => {
    await app.close()
    await close()
  })
  await app.listen({ port: settings.port, host: settings.host })
  const { port } = app.server.address() as { port: number }
  console.log(`Quillhouse is open: ${settings.publicUrl.replace(/:0$/, `:${port}`)}`)

  await services.jobs.start([...accountJobs(services), ...publishingJobs(services)])
  // Nobody else writes to this folder's storage, so what is older than this process was left by one that was killed.
  await sweepFiles(services, settings.databaseUrl ? undefined : startedAt)
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
  const isExpected = error instanceof SettingsError || error instanceof DatabaseRefused
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  const line = code === 'EADDRINUSE' ? `Port ${port} is in use. Set PORT to another, or stop what listens there.` : message
  console.error(isExpected || code === 'EADDRINUSE' ? `Quillhouse can't start: ${line}` : error)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) start().catch(stopWith)
