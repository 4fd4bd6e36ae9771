import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Services } from '#server/platform/services.ts'
import { createPlainCovers } from '#server/publishing/pending-covers.ts'
import { sortBooks } from './digest-books.ts'
import { createGenreTable } from './genre-table.ts'
import type { ImportPlan, Outcome } from './import-book.ts'
import { importBooks } from './import-books.ts'
import { openReport } from './import-report.ts'
import { SourceError } from './import-source.ts'
import { readKnownBooks } from './known-books.ts'
import { openSource } from './open-source.ts'

export interface ImportOptions extends Pick<ImportPlan, 'isDryRun' | 'addsDuplicates' | 'rights' | 'covers'> {
  /** The path of a folder, a zip archive or a saved feed of OPDS, or the address of a feed. */
  source: string
  /** `NAME:PASSWORD` for the feed. */
  login?: string | undefined
  /** The email of the account that publishes. */
  email: string
  /** The file with the genres of tags. Without one it is beside the report. */
  genres?: string | undefined
  /** The folder of the report; without one, in the data folder. */
  report?: string | undefined
}

type IsStopped = () => boolean

/** What can be told of an import before the files are opened. Throws `SourceError` if nothing can begin. */
export const prepareImport = async (
  services: Services,
  options: ImportOptions,
  {
    onRead = () => {},
    isStopped = () => false,
  }: { onRead?: (done: number, of: number) => void; isStopped?: IsStopped },
) => {
  const userId = await findPublisher(services, options.email)
  const folder = options.report ?? join(services.settings.dataDir, 'import')
  await mkdir(folder, { recursive: true })
  const genresFile = options.genres ?? join(folder, 'genres.csv')
  const genres = createGenreTable(existsSync(genresFile) ? await readFile(genresFile, 'utf8') : undefined)
  const source = await openSource(options.source, {
    tempFolder: services.storage.tempFolder,
    folder,
    networks: services.settings.webhookNetworks,
    login: options.login,
    onLoad: onRead,
    isStopped,
  })
  const onBook = (done: number) => onRead(done, source.books.length)
  const sorted = await sortBooks(services, source, { userId, isStopped, onBook })
  const refused = [...source.refused, ...sorted.refused]
  return { options, userId, folder, genresFile, genres, source, ...sorted, refused }
}

export type PreparedImport = Awaited<ReturnType<typeof prepareImport>>

interface Run {
  inspect: InspectFile
  atOnce: number
  onOutcome?: (outcome: Outcome) => void
  isStopped?: IsStopped
}

/**
 * Imports the books that are new, or tries what would become of them. Writes a report, and the genres of the tags. What
 * throws has left these too.
 */
export const runImport = async (
  services: Services,
  { options, userId, folder, genresFile, genres, source, fresh, there, refused, same }: PreparedImport,
  { inspect, atOnce, onOutcome = () => {}, isStopped = () => false }: Run,
) => {
  const name = `${options.isDryRun ? 'dry-run' : 'report'}-${services.now().toISOString().replace(/[:.]/g, '-')}.csv`
  const reportFile = join(folder, name)
  const report = openReport(reportFile)
  for (const one of refused) report.add({ ...one, result: 'refused' })
  for (const one of there) report.add({ ...one, result: 'there' })
  const known = await readKnownBooks(services.db, { userId, same })
  const plan = { ...options, root: source.root, userId, genres, known, plainCover: createPlainCovers(services) }
  let done = 0
  const take = (outcome: Outcome) => {
    done += 1
    report.add(outcome)
    onOutcome(outcome)
  }
  try {
    await importBooks(services, inspect, plan, { books: fresh, atOnce, onOutcome: take, isStopped })
  } catch (error) {
    throw new Error(`The import has ended early: ${(error as Error).message}. Its report is ${reportFile}.`)
  } finally {
    await writeFile(genresFile, genres.toCsv())
  }
  const left = fresh.length - done
  if (left === 0 && !options.isDryRun) await source.discard?.()
  return { reportFile, counts: report.counts, authors: report.authors.size, left }
}

/** The account that publishes. Throws `SourceError` if there is none that may. */
export const findPublisher = async ({ db }: Services, email: string) => {
  const user = await db
    .selectFrom('users')
    .select(['id', 'userType'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!user) throw new SourceError(`There is no account with the email ${email}.`)
  if (user.userType === 'reader')
    throw new SourceError(`The account of ${email} is a reader's, who can't publish: make it an author's.`)
  return user.id
}
