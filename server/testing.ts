import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { createApi } from '#contract/client.ts'
import { type Problem, isProblem } from '#contract/problems.ts'
import type { UserType } from '#contract/people.ts'
import { allJobs } from './all-jobs.ts'
import { hashPassword } from './accounts/passwords.ts'
import { startSession } from './accounts/sessions.ts'
import { buildApp } from './app.ts'
import type { Tables } from './platform/database/tables.ts'
import { connect, type DatabaseConfig } from './platform/database/connect.ts'
import { createCacheInvalidation } from '#server/platform/database/cache-invalidation.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { inProcessFetch } from './platform/http/in-process-fetch.ts'
import { builtPages } from './platform/http/built-pages.ts'
import { servePages } from './platform/http/pages.ts'
import { createResponseCache } from '#server/platform/http/response-cache.ts'
import { pgBossJobs } from './platform/jobs/jobs.ts'
import { createLimiter } from './platform/limiter.ts'
import { smtpMailer } from './platform/mail/smtp.ts'
import { readSettings } from './platform/settings.ts'
import type { Services } from './platform/services.ts'
import { diskStorage } from './platform/storage/disk.ts'
import { createTestDatabase } from './platform/testing-database.ts'
import { createImageProcessor } from './publishing/open-pictures.ts'
import { startSmtpServer } from './testing-smtp.ts'
import { aBookForm, aPdf, type BookWords } from './testing-books.ts'

export const PASSWORD = 'lamplight-and-ink'

const TEST_DATA = process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')

/** A file of the test data; undefined, and said so, where the data is missing. */
export const testData = (name: string): string | undefined => {
  const path = join(TEST_DATA, name)
  if (existsSync(path)) return path
  console.warn(`${name} is not in TEST_DATA; what needs it is left out.`)
  return undefined
}

export interface Person {
  _id: string
  username: string
  email: string
  token: string
}

interface Options {
  env?: Record<string, string>
  /** With the pages, as they were built. */
  pages?: boolean
  cluster?: DatabaseConfig
  /** Another site, whose database and files this one shares as a second process would. */
  sharing?: { database: { config: DatabaseConfig }; services: Services }
}

/** A whole site on a database of its own, with a real mail server; nothing listens until a test asks it to. */
export const openTestSite = async ({ env = {}, cluster, sharing, pages = false }: Options = {}) => {
  const [database, dataDir, post] = await Promise.all([
    sharing ? { config: sharing.database.config, drop: async () => {} } : createTestDatabase(cluster),
    mkdtemp(join(tmpdir(), 'quillhouse-site-')),
    startSmtpServer(),
  ])
  const settings = readSettings(
    { DATA_DIR: dataDir, LOG_LEVEL: 'debug', SMTP_URL: post.url, RATE_LIMITS: 'off', ...env },
    dataDir,
  )
  const logged: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (logged.push(String(chunk)), done()) })
  const log = pino({ level: settings.logLevel }, sink)
  const { db, pool, close: closeDatabase } = connect(database.config, log)
  const jobs = pgBossJobs(pool, log)
  const mailer = smtpMailer(settings.smtpUrl ?? '', settings.mailFrom, 'localhost')
  let skippedMs = 0
  const cache = createResponseCache()
  const invalidation = createCacheInvalidation(pool, cache, log)
  const services: Services = {
    ...{ settings, db, jobs, log, mailer, cache },
    singleFlight: createSingleFlight(),
    invalidate: invalidation.invalidate,
    syncCache: invalidation.sync,
    storage: sharing?.services.storage ?? (await diskStorage(dataDir)),
    pictures: createImageProcessor(),
    limiter: createLimiter(settings.rateLimits),
    now: () => new Date(Date.now() + skippedMs),
  }
  const { app, served, views } = await buildApp(services, {
    checkAnswers: true,
    ...(pages && { pages: async (app, given) => servePages(app, given, await builtPages()) }),
  })
  await app.ready()
  const people = peopleOf(services)
  const api = (person?: Pick<Person, 'token'>) => createApi(inProcessFetch(app), () => person?.token ?? null)

  return {
    ...{ services, app, served, views, database, logged, post, api },
    ...people,
    /** Publishes a book the way an author does. */
    aBook: async (author: Pick<Person, 'token'>, words: Partial<BookWords> = {}) => {
      const { publishBook } = await import('#contract/publishing.ts')
      return (await api(author)(publishBook, { body: aBookForm(words) })).book
    },
    /** A book's row and its files, without the checks of publishing: for tests that need many. */
    aBookRow: (author: Pick<Person, '_id'> | null, words: Partial<Insertable<Tables['books']>> = {}) =>
      insertBook(services, author?._id ?? null, words),
    startJobs: () => jobs.start(allJobs(services)),
    /** Lets time pass. */
    skip: (ms: number) => {
      skippedMs += ms
    },
    close: async () => {
      await app.close()
      await jobs.stop()
      await invalidation.stop()
      services.pictures.close()
      mailer.close()
      await closeDatabase()
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
      ...{
        publisherId,
        pdf,
        title: 'A Row of Books',
        author: 'Ottoline Marsh',
        caption: 'All in a row.',
        genre: 'Fantasy',
      },
      ...{
        cover: randomUUID().replaceAll('-', ''),
        coverColor: '#17463a',
        pdfName: 'row.pdf',
        pdfBytes: bytes.length,
        pageCount: 2,
      },
      ...words,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let passwordHash: Promise<string> | undefined

const peopleOf = (services: Services) => {
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
          passwordHash: await (passwordHash ??= hashPassword(PASSWORD)),
        }
    const { id } = await services.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
    return { _id: id, username: name, email, token: await startSession(services, id, 'test') }
  }
  return {
    aReader: (words?: { username?: string }) => person('reader', words),
    anAuthor: (words?: { username?: string }) => person('author', words),
    anAdmin: (words?: { username?: string }) => person('admin', words),
    aGuest: () => person('reader', { guest: true }),
  }
}

/** What a call was refused with. */
export const problemFrom = async (call: Promise<unknown>): Promise<Problem> => {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isProblem(thrown)) throw new Error(`was not refused: ${String(thrown)}`)
  return thrown
}
