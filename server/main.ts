import {
  assertUpToDate,
  buildPages,
  buildTranslatedPages,
  builtPages,
  PagesNotBuiltError,
} from './platform/http/pages/built-pages.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningDatabase, startDatabase } from './platform/database/start-database.ts'
import { DatabaseSetupError } from './platform/database/database-setup-error.ts'
import { createLog } from './platform/log.ts'
import { isRunByNpm, readSettings, SettingsError } from './platform/settings.ts'

const CLOSE_MS = 35_000
/** How long PostgreSQL may take to stop when the server could not close in time, and after a second signal. */
const FORCED_STOP_MS = { late: 5000, again: 300 }
/** Ctrl-C reaches this process from the terminal and once more from npm. */
const REPEATED_BY_NPM_MS = 500
const PARENT_CHECK_MS = 1000

const isDevelopment = process.argv.includes('--dev')
const buildsPages = process.argv.includes('--build')

const start = async () => {
  const starting: { database?: Promise<RunningDatabase> } = {}
  const opened = open(starting)
  // Registered before the start ends, so that Ctrl-C during a start stops the database too.
  closeOnSignal({
    close: async () => (await opened).disposeAsync(),
    stopDatabase: async () => (await starting.database)?.stop(),
  })
  await opened
}

/** PostgreSQL and the build run in processes of their own, while this one loads the modules of the site. */
const open = async (starting: { database?: Promise<RunningDatabase> }) => {
  const settings = readSettings()
  const log = createLog(settings.logLevel)
  const startedAt = new Date()
  const pages = isDevelopment ? undefined : pagesToServe()
  pages?.catch(() => {})
  const launched = Promise.withResolvers<void>()
  const database = startDatabase(settings, { log, role: 'server', onLaunch: launched.resolve })
  starting.database = database
  await Promise.race([launched.promise, database])
  const site = await import('./open-site.ts').catch(async (error: unknown) => {
    await (await database).stop()
    throw error
  })
  const opened = await site.openSite({ settings, log, startedAt, pages, database })
  if (buildsPages) void buildTranslatedPages()
  return opened
}

const pagesToServe = async () => {
  if (buildsPages) await buildPages()
  else assertUpToDate()
  return builtPages()
}

interface Closing {
  close: () => Promise<void>
  stopDatabase: () => Promise<void>
}

/** The first signal closes gracefully, the second one exits. A server whose npm was killed closes too. */
const closeOnSignal = ({ close, stopDatabase }: Closing) => {
  const isOfNpm = isRunByNpm()
  let closingAt: number | undefined
  const exitForced = (withinMs: number) => {
    const stopped = stopDatabase().catch(() => {})
    // PostgreSQL has its signal at once, and stops by itself.
    void Promise.race([stopped, pause(withinMs)]).then(() => process.exit(1))
  }
  const onSignal = () => {
    const now = performance.now()
    if (closingAt !== undefined) {
      const isRepeated = isOfNpm && now - closingAt < REPEATED_BY_NPM_MS
      return isRepeated ? undefined : exitForced(FORCED_STOP_MS.again)
    }
    closingAt = now
    setTimeout(exitForced, CLOSE_MS, FORCED_STOP_MS.late).unref()
    return close().then(
      () => process.exit(0),
      (error: unknown) => exitWith(error),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  if (!isOfNpm) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    if (closingAt === undefined) void onSignal()
  }, PARENT_CHECK_MS).unref()
}

/** Prints one line for an expected error, the stack for a bug. */
const exitWith = (thrown: unknown): never => {
  const error = firstError(thrown)
  const reason = reasonFor(error)
  console.error(reason ? `Quillhouse can't start: ${reason}` : error)
  process.exit(1)
}

/** The original error, where closing after it failed as well. */
const firstError = (thrown: unknown): unknown =>
  thrown instanceof SuppressedError ? firstError(thrown.suppressed) : thrown

const reasonFor = (error: unknown) => {
  if (error instanceof SettingsError || error instanceof DatabaseSetupError || error instanceof PagesNotBuiltError)
    return error.message
  const { code, message, port, address } = Object(error) as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another, or stop what listens there.`
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} isn't an address of this machine.`
  // Errors of the file system, the network and PostgreSQL have a code.
  return code && message.split('\n', 1)[0]
}

export const run = () => void start().catch(exitWith)
