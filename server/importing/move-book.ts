import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { isProblem } from '#contract/api/problems.ts'
import { VERSIONS_KEPT } from '#contract/versions.ts'
import type { ExportedBook } from '#server/exporting/export-format.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { readDigest, saveChecksums, toChecksum } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import { makeCover } from '#server/publishing/book-covers.ts'
import {
  type InspectedUpload,
  inspectUpload,
  newBookFile,
  putBookFiles,
  removeUnusedFiles,
  toAccessColumns,
  toFileColumns,
} from '#server/publishing/files/book-files.ts'
import type { addImportedBook, BookInput } from '#server/publishing/publish-book.ts'
import { copyInside } from './copy-inside.ts'
import { type MovedBook, SourceError } from './import-source.ts'
import { addComments, addRatings, readPeoplesWords } from './moved-words.ts'

interface Place {
  root: string
  /** The account that publishes. */
  userId: string
  inspect: InspectFile
  isDryRun: boolean
}

/** A copy of a file of the book's folder, as the export's checksum says. To be disposed of. */
const copyWhole = async ({ storage }: Services, { root }: Pick<Place, 'root'>, moved: MovedBook, path: string) => {
  const copy = await copyInside({ root, tempFolder: storage.tempFolder }, `${moved.folder}/${path}`)
  try {
    await assertWhole(copy.path, moved, path)
    return copy
  } catch (error) {
    await copy[Symbol.asyncDispose]()
    throw error
  }
}

const assertWhole = async (copy: string, moved: MovedBook, path: string) => {
  const { sha256 } = await readDigest(createReadStream(copy))
  if (sha256.toString('hex') !== moved.sumOf(path))
    throw new SourceError(`${path} is damaged: its checksum is not that in the export.`)
}

type Extra = Pick<Parameters<typeof addImportedBook>[2], 'state' | 'kept' | 'complete'> & { input: BookInput }

/**
 * What comes with a book of an export: its manuscript, earlier versions, comments and ratings. All is read and checked
 * before anything is stored. `file` is the copy of its file. To be disposed of.
 */
export const openMove = async (services: Services, place: Place & { file: string }, moved: MovedBook) => {
  const { described } = moved
  await assertWhole(place.file, moved, described.file.path ?? '')
  const penName = described.penName ? await ownPenName(services, place.userId, described.author) : undefined
  const words = await readPeoplesWords(place.root, moved)
  const disposables: AsyncDisposable[] = []
  const dispose = async () => {
    for (const one of disposables) await one[Symbol.asyncDispose]()
  }
  try {
    const manuscript = await copyManuscript(services, place, moved, described.manuscript)
    if (manuscript) disposables.push(manuscript.copy)
    const versions = await openVersions(services, place, moved, disposables)
    return {
      manuscript: manuscript?.file,
      findings: [...findingsOf(described), ...versions.findings],
      /** Adds the book with what comes with it. The earlier files are removed again if it can't be added. */
      add: async <T>(addBook: (moved: (input: BookInput) => Extra) => Promise<T>): Promise<T> => {
        const readers = await words.findReaders(services)
        const stored = await putVersions(services, versions.opened)
        const complete = async (trx: Services, bookId: string) => {
          await addVersions(trx, bookId, { described, stored })
          await addRights(trx, bookId, described)
          await addComments(trx, bookId, { words, readers, described })
          await addRatings(trx, bookId, { words, readers })
        }
        try {
          return await addBook((input) => ({
            ...stateOf(described),
            input: { ...input, ...(penName !== undefined && { penName }) },
            complete,
            kept: keptOf(described, place.userId, services.now()),
          }))
        } catch (error) {
          await removeUnusedFiles(services, { keys: stored.map(({ key }) => key) })
          throw error
        }
      },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

export type Move = Awaited<ReturnType<typeof openMove>>

/** A book under a pen name stays under one, so that nobody is told whose it is. */
const ownPenName = async ({ db }: Services, userId: string, name: string): Promise<string> => {
  const found = await db
    .selectFrom('penNames')
    .select('id')
    .where('userId', '=', userId)
    .where(sql<boolean>`same_name(name) = same_name(${name})`)
    .executeTakeFirst()
  if (found) return found.id
  throw new SourceError(`It is under a pen name: add the pen name ${name} to the account first.`)
}

const findingsOf = ({ state, hidden }: ExportedBook): string[] => {
  if (hidden) return ['Moderators of the other site have hidden it: it is not published here.']
  return state === 'planned' ? ['It was planned: plan it again here.'] : []
}

/** What was hidden or not published is shown to nobody else here either. */
const stateOf = ({ state, hidden, publishedAt }: ExportedBook): Pick<Extra, 'state'> => {
  if (state === 'published') return { state: hidden ? 'withdrawn' : 'published' }
  return { state: publishedAt === undefined || state === 'draft' ? 'draft' : 'withdrawn' }
}

const keptOf = (described: ExportedBook, userId: string, now: Date): Extra['kept'] => {
  const { createdAt, publishedAt, withdrawnAt, views, commentRule, series } = described
  const { state } = stateOf(described)
  return {
    createdAt: new Date(createdAt),
    publishedAt: publishedAt ? new Date(publishedAt) : null,
    withdrawnAt: state === 'withdrawn' ? new Date(withdrawnAt ?? now) : null,
    views,
    commentRule,
    ...(series && { seriesId: seriesIdOf(userId, series.id) }),
  }
}

/** The series of an export stay apart, also two of one name: one of an account and one of its pen name. */
const seriesIdOf = (userId: string, id: string): string => {
  const hex = createHash('sha256').update(`series ${userId} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const copyManuscript = async (
  services: Services,
  place: Place,
  moved: MovedBook,
  manuscript: ExportedBook['manuscript'],
) => {
  if (manuscript?.path === undefined) return undefined
  const copy = await copyWhole(services, place, moved, manuscript.path)
  return { copy, file: { path: copy.path, bytes: copy.bytes, name: manuscript.name } }
}

interface OpenedVersion {
  path: string
  inspected: InspectedUpload
}

/** The files that a book had before, each once. One that is refused is left out. */
const openVersions = async (services: Services, place: Place, moved: MovedBook, disposables: AsyncDisposable[]) => {
  const { described } = moved
  const opened: OpenedVersion[] = []
  const findings: string[] = []
  const seen = new Set([described.file.path])
  for (const { number, file, manuscript } of (described.versions ?? []).slice(-VERSIONS_KEPT)) {
    if (file.path === undefined || seen.has(file.path)) continue
    seen.add(file.path)
    const copy = await copyWhole(services, place, moved, file.path)
    disposables.push(copy)
    const upload = { path: copy.path, bytes: copy.bytes, fileName: file.name, field: 'file' }
    try {
      const inspected = await inspectUpload(services, {
        inspect: place.inspect,
        file: upload,
        cover: undefined,
        caller: null,
      })
      disposables.push(inspected)
      const written = await copyManuscript(services, place, moved, manuscript)
      if (written) disposables.push(written.copy)
      opened.push({ path: file.path, inspected: { ...inspected, manuscript: written?.file } })
    } catch (error) {
      if (!isProblem(error) || error.status >= 500) throw error
      findings.push(`Version ${number} was left out: ${error.message}`)
    }
  }
  return { opened, findings }
}

const putVersions = async (services: Services, opened: OpenedVersion[]) => {
  const stored = []
  for (const { path, inspected } of opened) {
    const file = newBookFile(inspected)
    const digests = await putBookFiles(services.storage, file)
    stored.push({ path, key: file.key, inspected, sums: digests.map(toChecksum) })
  }
  return stored
}

type StoredVersion = Awaited<ReturnType<typeof putVersions>>[number]

/** A book that has had one file has no rows. */
const addVersions = async (
  { db }: Services,
  bookId: string,
  { described, stored }: { described: ExportedBook; stored: StoredVersion[] },
) => {
  for (const { key, sums } of stored) await saveChecksums(db, key, sums)
  const current = await db.selectFrom('books').selectAll().where('id', '=', bookId).executeTakeFirstOrThrow()
  for (const { number, note = null, createdAt, file } of described.versions ?? []) {
    const earlier = stored.find(({ path }) => path === file.path)
    const isCurrent = file.path === described.file.path
    if (!isCurrent && !earlier) continue
    const { pdf, pdfBytes, format, pageCount, manuscriptName, manuscriptBytes } = earlier
      ? toFileColumns(earlier.key, earlier.inspected)
      : current
    const accessibility = earlier
      ? toAccessColumns(earlier.inspected).accessibility
      : JSON.stringify(current.accessibility)
    await db
      .insertInto('bookVersions')
      .values({
        bookId,
        number,
        note,
        createdAt: new Date(createdAt),
        pdfName: file.name,
        pdf,
        pdfBytes,
        format,
        pageCount,
        manuscriptName,
        manuscriptBytes,
        accessibility,
      })
      .execute()
  }
  for (const { title, createdAt, addedAt, version } of described.chapters ?? []) {
    if (addedAt === undefined || version === undefined || version < 2) continue
    const times = { createdAt: new Date(createdAt), addedAt: new Date(addedAt) }
    await db
      .insertInto('chapters')
      .values({ bookId, title, version, ...times })
      .execute()
  }
}

/** What was declared on the other site, of which nobody here is the declarer. */
const addRights = async ({ db }: Services, bookId: string, { rights = [] }: ExportedBook) => {
  for (const { rights: declared, declaredAt, sha256 } of rights)
    await db
      .insertInto('rightsDeclarations')
      .values({ bookId, rights: declared, sha256: Buffer.from(sha256, 'hex'), declaredAt: new Date(declaredAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * The choice that makes the cover that the book had: one that is drawn, or that comes from its file. Undefined if it was a
 * picture of its own, which is encoded once more.
 */
export const withSameCover = async (
  services: Services,
  inspected: InspectedUpload,
  { described, sumOf }: MovedBook,
): Promise<Pick<BookInput, 'cover' | 'coverSeed'> | undefined> => {
  const { seed, path } = described.cover
  if (seed !== undefined) return { cover: 'series', coverSeed: seed }
  const hash = path === undefined ? undefined : sumOf(path)
  const choice = inspected.firstPage ? ('first-page' as const) : inspected.cover ? ('file' as const) : undefined
  if (hash === undefined || choice === undefined) return undefined
  const { title, author, genre } = described
  const words = { title, author, genre, seed: 0 } as Parameters<typeof makeCover>[2]['words']
  const made = await makeCover(services, choice, { words, inspected, image: undefined }).catch(() => undefined)
  return made && hash.startsWith(made.hash) ? { cover: choice } : undefined
}
