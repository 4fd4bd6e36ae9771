import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { sql } from 'kysely'
import pg from 'pg'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { openServices } from '#server/open-services.ts'
import { connect, type DatabaseConfig } from '#server/platform/database/connect.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/pid-file.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings } from '#server/platform/settings.ts'
import { TRAIN_JOB } from '#server/recommendations/train-recommendations.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'

const LOAD = join(import.meta.dirname, 'load.ts')
const READERS = 64
const PDF_BYTES = 5_000_000
const LONG_PAGES = 400
const SWEEP_WITHIN_MS = 600_000
const TRAINING_WITHIN_MS = 1_800_000

/** A site in a process of its own, with a filled library and sessions to use it. */
export interface Site {
  books: number
  dataDir: string
  env: Record<string, string>
  server: SpawnedServer
  address: string
  database: DatabaseConfig
  /** The processes of the server and of its database. */
  roots: () => Promise<number[]>
  tokens: string[]
  readers: string[]
  authorToken: string
  /** Returns the token of a new session of the author. */
  startAuthorSession: () => Promise<string>
  adminToken: string
  bookIds: string[]
  /** A book with a PDF of five megabytes; the others have none. */
  bookWithPdf: string
  largePdfKey: string
  /** A book of 400 pages of text, or the PDF that was given. */
  longBook: string
}

export interface Source {
  catalogue: string
  ratings: string
  /** A folder to store loaded libraries in, for the next run. */
  libraries?: string | undefined
  /** A PDF that is read in place of the long book of text. */
  'long-book'?: string | undefined
}

/** Runs `work` with a site and its embedded PostgreSQL, started as in production. */
export const withLibrary = async <T>(books: number, source: Source, work: (site: Site) => Promise<T>): Promise<T> => {
  const folder = source.libraries
    ? join(source.libraries, String(books))
    : await mkdtemp(join(tmpdir(), 'quillhouse-bench-'))
  await mkdir(folder, { recursive: true })
  try {
    await fill(folder, books, source)
    return await withServer(folder, books, source, work)
  } finally {
    if (!source.libraries) await rm(folder, { recursive: true, force: true })
  }
}

const CATALOGUE_BOOKS = 10_000

/** Loads the library with `npm run bench:load`, unless an earlier run has. */
const fill = async (dataDir: string, books: number, { catalogue, ratings }: Source) => {
  const marker = join(dataDir, 'loaded')
  if (existsSync(marker)) return
  const times = String(Math.max(1, Math.round(books / CATALOGUE_BOOKS)))
  const args = [LOAD, '--books', catalogue, '--ratings', ratings, '--times', times]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
  console.error(stdout.trim())
  await writeFile(marker, stdout)
}

const withServer = async <T>(
  dataDir: string,
  books: number,
  source: Source,
  work: (site: Site) => Promise<T>,
): Promise<T> => {
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', SHARED_CACHE_SECONDS: '1' }
  const people = await addPeople(dataDir, source)
  const server = spawnServer(env)
  try {
    const address = await server.opened()
    const config = await configOf(dataDir)
    const bookIds = await vacuum(config)
    await waitForSweep(server)
    await waitForTraining(config)
    const roots = async () => [server.pid, (await findPostmaster(dataDir))?.pid ?? 0]
    const startAuthorSession = () => startSessionOf(people.author, config)
    const access = { server, address, database: config, roots, startAuthorSession }
    return await work({ ...people, books, dataDir, env, ...access, bookIds })
  } finally {
    await server.stop()
  }
}

const addPeople = async (dataDir: string, source: Source) => {
  const { services, close } = await openServices(readSettings({ DATA_DIR: dataDir }), createLog('warn'))
  try {
    await endKilledJobs(services)
    const readers = await Promise.all(Array.from({ length: READERS }, () => addPerson(services, 'reader')))
    const author = await addPerson(services, 'author')
    const admin = await addPerson(services, 'admin')
    const largeBook = await addBook(services, { title: 'The Large Book', pages: 2, pdf: paddedPdf(PDF_BYTES) })
    const longPdf = source['long-book'] ? await readFile(source['long-book']) : await textPdf(LONG_PAGES)
    const pages = (await PDFDocument.load(longPdf)).getPageCount()
    const longBook = await addBook(services, { title: 'The Long Book', pages, pdf: longPdf })
    const tokens = await Promise.all(readers.map((id) => startSession(services, id, 'bench')))
    const [authorToken = '', adminToken = ''] = await Promise.all(
      [author, admin].map((id) => startSession(services, id, 'bench')),
    )
    const books = { bookWithPdf: largeBook.id, largePdfKey: largeBook.pdf, longBook: longBook.id }
    return { readers, tokens, author, authorToken, adminToken, ...books }
  } finally {
    await close()
  }
}

const startSessionOf = async (userId: string, database: DatabaseConfig) => {
  const { db, close } = connect(database, createLog('warn'))
  try {
    return await startSession({ db, now: () => new Date() }, userId, 'bench')
  } finally {
    await close()
  }
}

/** Jobs of a server that was killed seem to run until they expire. */
const endKilledJobs = async ({ db }: Services) => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (rows[0]?.exists) await sql`delete from pgboss.job where state = 'active'`.execute(db)
}

const addPerson = async ({ db }: Services, userType: 'reader' | 'author' | 'admin') => {
  const email = `${randomUUID()}@example.org`
  const values = {
    username: `${userType} ${email.slice(0, 13)}`,
    email,
    userType,
    verified: true,
    hasWeight: true,
    // Registered on any day of last year: accounts of one day count little together in rankings.
    id: sql<string>`uuidv7(-(7 + 358 * random()) * interval '1 day')`,
    passwordHash: 'none',
  }
  return (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** So that the newest books are those of the catalogue, in every run with a stored library. */
const LONG_AGO = new Date('2000-01-01')

interface BookToAdd {
  title: string
  pages: number
  pdf: Buffer
}

const addBook = async ({ db, storage }: Services, { title, pages, pdf: bytes }: BookToAdd) => {
  const pdf = `pdf/${randomUUID()}.pdf`
  await storage.put(pdf, bytes)
  const { cover, coverColor } = await db
    .selectFrom('books')
    .select(['cover', 'coverColor'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const words = { title, author: 'Ottoline Marsh', caption: 'For the benchmark.', genre: 'Other', pdfName: 'book.pdf' }
  const { id } = await db
    .insertInto('books')
    .values({ ...words, pdf, cover, coverColor, pdfBytes: bytes.length, pageCount: pages, createdAt: LONG_AGO })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, pdf }
}

const LINE = 'It was the day of the tide, and nobody on the quay had yet wound the clock of the harbour office.'

/** A PDF with 36 lines of text on each page. */
export const textPdf = async (pages: number): Promise<Buffer> => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= pages; number += 1) {
    const lines = Array.from({ length: 36 }, (_, line) => `${number}.${line} ${LINE}`).join('\n')
    pdf.addPage([420, 595]).drawText(lines, { x: 36, y: 540, size: 8, lineHeight: 13, font })
  }
  return Buffer.from(await pdf.save())
}

/** A PDF of exactly this size, padded with a comment. */
export const paddedPdf = (bytes: number): Buffer<ArrayBuffer> => {
  const pdf = aPdf()
  const end = pdf.lastIndexOf('startxref')
  return Buffer.concat([
    pdf.subarray(0, end),
    Buffer.from(`%${'.'.repeat(bytes - pdf.length - 2)}\n`),
    pdf.subarray(end),
  ])
}

/** How to connect to the running embedded PostgreSQL of this folder. */
export const configOf = async (dataDir: string): Promise<DatabaseConfig> =>
  (await startEmbedded({ dataDir, log: { info: () => {}, warn: () => {} }, role: 'command' })).config

/** Autovacuum would do this some time after the load. */
export const vacuum = async (config: DatabaseConfig) => {
  const client = new pg.Client(config)
  await client.connect()
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>('select id from books order by id limit 1000')
  await client.end()
  return rows.map(({ id }) => id)
}

/** The sweep at the server's start reports that most of these books have no files. */
const waitForSweep = async (server: SpawnedServer) => {
  const end = Date.now() + SWEEP_WITHIN_MS
  while (!server.stdout().includes('books without a file') && Date.now() < end) await pause(200)
}

/** If it was missed while the server was off, it runs at its start. Jobs that run each minute are not waited for. */
const waitForTraining = async (config: DatabaseConfig) => {
  const client = new pg.Client(config)
  await client.connect()
  const end = Date.now() + TRAINING_WITHIN_MS
  const isBusy = async () => {
    const { rowCount } = await client.query(
      "select from pgboss.job where name = $1 and state in ('created', 'retry', 'active') and start_after < now() limit 1",
      [TRAIN_JOB],
    )
    return rowCount !== 0
  }
  try {
    while ((await isBusy()) && Date.now() < end) await pause(1000)
  } finally {
    await client.end()
  }
}
