import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Insertable, sql } from 'kysely'
import { pino } from 'pino'
import { createApi } from '#contract/api/client.ts'
import { type Problem, isProblem } from '#contract/api/problems.ts'
import type { UserType } from '#contract/shapes/people.ts'
import { allJobs } from '#server/all-jobs.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { buildApp } from '#server/app.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { createSiteUrl } from '#server/platform/http/request/site-url.ts'
import { builtPages } from '#server/platform/http/pages/built-pages.ts'
import { servePages } from '#server/platform/http/pages/pages.ts'
import { requestFields } from '#server/platform/request-context.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import { createTrustedNetworks } from '#server/platform/trusted-networks.ts'
import { smtpMailer } from '#server/platform/mail/smtp.ts'
import { readSettings } from '#server/platform/settings.ts'
import type { Services } from '#server/platform/services.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { createTestDatabase } from './test-database.ts'
import { createImageProcessor } from '#server/cover-rendering/create-image-processor.ts'
import { openBookInspector } from '#server/formats/formats.ts'
import { drawingOnce } from './drawing-once.ts'
import { memoryFolder } from './memory-folder.ts'
import { openTestProcess } from './test-process.ts'
import { startSmtpServer } from './smtp-server.ts'
import { IS_THROUGH_NGINX, NGINX_SETTINGS, throughNginx } from '#tests/through-nginx.ts'
import { aBookForm, aPdf, type BookWords } from './book-form.ts'

export const PASSWORD = 'lamplight-and-ink'

const TEST_DATA = process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../../shared/data')

/** The path of a file of the test data. Undefined, with a warning, if the data is missing. */
export const testData = (name: string): string | undefined => {
  const path = join(TEST_DATA, name)
  if (existsSync(path)) return path
  console.warn(`${name} is not in TEST_DATA: the tests that need it are skipped.`)
  return undefined
}

/** One set of processes for all sites of a test run, which would else start them for each. They end with this one. */
const images = drawingOnce(createImageProcessor())
const inspector = openBookInspector()
const kept = <T extends { close: () => unknown }>(processes: T): T => ({ ...processes, close: () => undefined })

export interface Person {
  _id: string
  username: string
  email: string
  token: string
}

interface Options {
  env?: Record<string, string>
  /** Serve the built pages too. */
  pages?: boolean
  cluster?: DatabaseConfig
  /** A migrated database, which stays; otherwise a new one is created. */
  database?: DatabaseConfig
  /** A second process of this site: shares its database and files. */
  sharing?: { database: { config: DatabaseConfig }; services: Services }
}

/** A complete site with its own database and a real SMTP server. It listens on no port until a test calls `listen`. */
export const openTestSite = async ({ env = {}, cluster, sharing, pages = false, ...given }: Options = {}) => {
  const existing = given.database ?? sharing?.database.config
  const [database, dataDir, post] = await Promise.all([
    existing ? { config: existing, drop: async () => {} } : createTestDatabase(cluster),
    memoryFolder().then((parent) => mkdtemp(join(parent, 'quillhouse-site-'))),
    startSmtpServer(),
  ])
  const settings = readSettings(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      SMTP_URL: post.url,
      RATE_LIMITS: 'off',
      ...(IS_THROUGH_NGINX && NGINX_SETTINGS),
      ...env,
    },
    dataDir,
  )
  const logged: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (logged.push(String(chunk)), done()) })
  const log = pino({ level: settings.logLevel, mixin: requestFields }, sink)
  const mailer = smtpMailer(settings.smtpUrl ?? '', settings.mailFrom, 'localhost')
  let skippedMs = 0
  const trustedNetworks = createTrustedNetworks()
  const openProcess = () => openTestProcess(database.config, settings, log)
  const first = await openProcess()
  const services: Services = {
    settings,
    log,
    mailer,
    trustedNetworks,
    ...first.services,
    storage: sharing?.services.storage ?? (await openStorage(settings)),
    images: kept(images),
    siteUrl: createSiteUrl(settings),
    limiter: createLimiter(settings.rateLimits, trustedNetworks),
    now: () => new Date(Date.now() + skippedMs),
  }
  const build = (services: Services) =>
    buildApp(services, {
      checkAnswers: true,
      inspector: kept(inspector),
      ...(pages && { pages: async (app, given, site) => servePages(app, given, await builtPages(), site.read) }),
    })
  const { app: own, served, ...counters } = await build(services)
  await own.ready()
  const front = IS_THROUGH_NGINX ? await throughNginx(services, { own, openProcess, build }) : undefined
  const app = front?.app ?? own
  const people = peopleOf(services)
  const api = (person?: Pick<Person, 'token'>) => createApi(inProcessFetch(app), () => person?.token ?? null)

  return {
    services,
    app,
    served,
    database,
    logged,
    post,
    api,
    /** Those of all processes, once `flush` has written them. */
    ...(front?.counters(counters) ?? counters),
    ...people,
    /** Publishes a book through the API. */
    aBook: async (author: Pick<Person, 'token'>, words: Partial<BookWords> = {}) => {
      const { publishBook } = await import('#contract/publishing.ts')
      return (await api(author)(publishBook, { body: aBookForm(words) })).book
    },
    /** Inserts a book's row and PDF directly, for tests that need many. */
    aBookRow: (author: Pick<Person, '_id'> | null, words: Partial<Insertable<Tables['books']>> = {}) =>
      insertBook(services, author?._id ?? null, words),
    startJobs: async ({ isScheduled = true } = {}) => {
      const jobsOf = (process: Services) =>
        isScheduled ? allJobs(process) : allJobs(process).map(({ schedule: _schedule, ...job }) => job)
      await services.jobs.start(jobsOf(services))
      await front?.startJobs(jobsOf)
    },
    /** Resolves when no job is queued or running, but for those of a schedule, which may wait for a minute. */
    jobsDone: async () => {
      const queued = sql`
        select from pgboss.job
        where state < 'completed' and name not like '\\_\\_pgboss%'
          and not (coalesce(data::text, 'null') = 'null' and exists (select from pgboss.schedule where schedule.name = job.name))
        limit 1`
      while ((await queued.execute(services.db)).rows.length > 0) await pause(20)
    },
    /** Moves the clock of the site forward. */
    skip: (ms: number) => {
      skippedMs += ms
    },
    close: async () => {
      await front?.close()
      await own.close()
      await first.stopJobs()
      mailer.close()
      await first.close()
      await Promise.all([database.drop(), post.close(), rm(dataDir, { recursive: true, force: true })])
    },
  }
}

export type TestSite = Awaited<ReturnType<typeof openTestSite>>

const insertBook = async (
  { db, storage }: Services,
  publisherId: string | null,
  words: Partial<Insertable<Tables['books']>>,
) => {
  const pdf = `pdf/${randomUUID()}.pdf`
  const bytes = aPdf()
  await storage.put(pdf, bytes)
  const { id } = await db
    .insertInto('books')
    .values({
      publisherId,
      pdf,
      title: 'A Row of Books',
      author: 'Ottoline Marsh',
      caption: 'All in a row.',
      genre: 'Fantasy',
      cover: randomUUID().replaceAll('-', ''),
      coverColor: '#17463a',
      pdfName: 'row.pdf',
      pdfBytes: bytes.length,
      pageCount: 2,
      ...words,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let passwordHash: Promise<string> | undefined

const peopleOf = (services: Services) => {
  let people = 0
  const person = async (userType: UserType, words: { username?: string; guest?: boolean } = {}): Promise<Person> => {
    const name = words.username ?? `${userType} ${randomUUID().slice(0, 8)}`
    const email = `${randomUUID()}@example.org`
    const values = words.guest
      ? { username: name, guest: true, userType }
      : {
          username: name,
          email,
          userType,
          verified: true,
          hasWeight: true,
          // As if each had registered on another day: what they rate counts in rankings at once.
          id: sql<string>`uuidv7(${`-${++people} days`}::interval)`,
          passwordHash: await (passwordHash ??= hashPassword(PASSWORD)),
        }
    const { id } = await services.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
    return { _id: id, username: name, email, token: await startSession(services, id, 'test') }
  }
  return {
    aReader: (words?: { username?: string }) => person('reader', words),
    anAuthor: (words?: { username?: string }) => person('author', words),
    anAdmin: (words?: { username?: string }) => person('admin', words),
    aModerator: (words?: { username?: string }) => person('moderator', words),
    aGuest: () => person('reader', { guest: true }),
  }
}

/** The token in the link of a mail. */
export const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** The problem that a call fails with. */
export const problemFrom = async (call: Promise<unknown>): Promise<Problem> => {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isProblem(thrown)) throw new Error(`expected a problem, got: ${String(thrown)}`)
  return thrown
}
