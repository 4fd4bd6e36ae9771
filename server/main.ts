import { buildPages, builtPages, PagesNotBuiltError } from './platform/http/built-pages.ts'
import { startDatabase } from './platform/database/start-database.ts'
import { DatabaseSetupError } from '#server/platform/database/database-setup-error.ts'
import { createLog } from './platform/log.ts'
import { readSettings, SettingsError } from './platform/settings.ts'

const CLOSE_MS = 35_000
const isDevelopment = process.argv.includes('--dev')
const buildsPages = process.argv.includes('--build')

const start = async () => {
  const opened = open()
  // From the first moment, so that Ctrl-C in a start leaves no database behind.
  closeOnSignal(async () => (await opened).disposeAsync())
  await opened
}

/** PostgreSQL and the build run beside this process; meanwhile it loads the rest, which takes all of its time. */
const open = async () => {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const startedAt = new Date()
  const pages = isDevelopment ? undefined : pagesToServe()
  pages?.catch(() => {})
  const launched = Promise.withResolvers<void>()
  const database = startDatabase(settings, { log, role: 'server', launched: launched.resolve })
  await Promise.race([launched.promise, database])
  const { openSite } = await import('./open-site.ts')
  return openSite({ settings, log, startedAt, pages, database })
}

const pagesToServe = async () => {
  if (buildsPages) await buildPages()
  return builtPages()
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
  if (error instanceof SettingsError || error instanceof DatabaseSetupError || error instanceof PagesNotBuiltError)
    return error.message
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another, or stop what listens there.`
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} isn't an address of this machine.`
  return undefined
}

export const run = () => void start().catch(stopWith)
