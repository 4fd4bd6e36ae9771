import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { accessFiltersOf } from '#contract/shapes/accessibility.ts'
import type { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { FileRejectedError, type InspectOptions, InspectorBusyError } from '#server/formats/book-format.ts'
import { bookFileName } from '#server/formats/book-file-name.ts'
import {
  editionKeyOf,
  fileKeysOf,
  formatOfUpload,
  type InspectFile,
  manuscriptKeyOf,
  newFileKey,
} from '#server/formats/formats.ts'
import {
  checksumOf,
  deleteChecksums,
  readDigest,
  saveChecksums,
  toChecksum,
} from '#server/platform/file-integrity/checksums.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import { addCover, type CoverChoice, keepSharedCover, removeUnusedCover } from '#server/publishing/book-covers.ts'

const MEGABYTE = 1024 * 1024
const RETRY_SECONDS = 5
interface InspectionOptions {
  inspect: InspectFile
  file: Pick<UploadedFile, 'path' | 'bytes' | 'field'> & { fileName?: string | undefined }
  cover: CoverChoice | undefined
  /** Whether it is looked for what the author can improve. */
  advice?: boolean
  /** The id of the account that sends it. */
  caller: string | null
  /** What the form says of the book, in place of what a manuscript says. */
  words?: InspectOptions['words']
  /** What is added at the end of a manuscript. */
  chapter?: AddedChapter | undefined
  /** What is put into a file that is made of a manuscript. */
  catalogue?: InspectOptions['catalogue']
}

export interface AddedChapter {
  title: string
  file: UploadedFile
}

/**
 * Checks an uploaded book and makes what is stored beside it and what its cover is made from. To be disposed of: what is
 * made is in the temporary folder.
 */
export const inspectUpload = async (
  services: Services,
  { inspect, file, cover, advice = false, caller, words = {}, chapter, catalogue }: InspectionOptions,
) => {
  const edition = join(services.storage.tempFolder, `${randomUUID()}.edition`)
  if (cover) services.images.prepare()
  await assertSize(services, chapter ? { ...file, bytes: file.bytes + chapter.file.bytes } : file)
  const { path, bytes, fileName = '' } = file
  const options = {
    firstPage: cover === 'first-page',
    advice,
    caller,
    edition,
    fileName,
    words,
    catalogue,
    chapter: chapter && { ...chapter.file, title: chapter.title },
  }
  const { made, ...facts } = await inspect(path, options).catch(rethrowRejection(file.field))
  const discard = async () => {
    const written = [edition, made?.path ?? [], made?.manuscript ?? []].flat()
    await Promise.all(written.map((temporary) => rm(temporary, { force: true })))
  }
  return {
    ...facts,
    edition,
    /** The file of the book: the upload, or what was made of it. */
    book: made ? await sized(made.path) : { path, bytes },
    manuscript: made && {
      ...(made.manuscript === undefined ? { path, bytes } : await sized(made.manuscript)),
      name: bookFileName(withoutEnd(fileName), made),
    },
    [Symbol.asyncDispose]: discard,
  }
}

const sized = async (path: string) => ({ path, bytes: (await stat(path)).size })

export type InspectedUpload = Awaited<ReturnType<typeof inspectUpload>>

/** The manuscript of a book or a chapter as an upload, from which its file is made again. To be disposed of. */
export const storedManuscript = async (
  { storage }: Services,
  book: { pdf: string; manuscriptName: string | null },
  missing: 'manuscriptMissing' | 'chapterMissing' = 'manuscriptMissing',
) => {
  const key = manuscriptKeyOf(book.pdf) ?? book.pdf
  const path = join(storage.tempFolder, randomUUID())
  const discard = () => rm(path, { force: true })
  try {
    await pipeline(storage.read(key), createWriteStream(path))
    const { size } = await stat(path)
    const file: UploadedFile = { path, bytes: size, fileName: book.manuscriptName ?? '', field: 'pdfFile' }
    return { file, [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && (await storage.size(key)) === undefined
    throw isMissing ? new Problem(missing) : error
  }
}

/** The same for the file of a published book. */
export const inspectStored = async (services: Services, key: string, options: Omit<InspectionOptions, 'file'>) => {
  const { storage } = services
  const path = join(storage.tempFolder, randomUUID())
  try {
    await pipeline(storage.read(key), createWriteStream(path))
    return await inspectUpload(services, { ...options, file: { path, bytes: 0, field: 'cover' } })
  } finally {
    await rm(path, { force: true })
  }
}

/** The receiver allows each format the most that a site may. */
const assertSize = async (services: Services, { path, bytes, field, fileName }: InspectionOptions['file']) => {
  const { name, maxMegabytes, tooLarge } = await formatOfUpload(path, fileName)
  const max = maxMegabytes(await readSiteSettings(services))
  if (bytes <= max * MEGABYTE) return
  const message = `${name.toUpperCase()} file is too large (max ${max}MB). Please compress your file.`
  throw new Problem(tooLarge, { message, errors: { [field]: message } })
}

/** What is stored of a new file, under a new key. */
export const newBookFile = ({ format, book, edition, manuscript }: InspectedUpload) => ({
  key: newFileKey(format, { isMade: manuscript !== undefined }),
  path: book.path,
  edition,
  manuscript: manuscript?.path,
})

/** The columns of a new file that is stored under a key. The name is that of its upload. */
export const toFileColumns = (key: string, { format, book, manuscript, pageCount }: InspectedUpload) => ({
  pdf: key,
  pdfBytes: book.bytes,
  format: format.name,
  pageCount,
  manuscriptName: manuscript?.name ?? null,
  manuscriptBytes: manuscript?.bytes ?? null,
})

/** The checksum of what was uploaded: of a manuscript, not of the file that is made of it, which names its book. */
export const sumOfUpload = ({ book, manuscript }: InspectedUpload): Promise<Buffer> =>
  checksumOf(createReadStream((manuscript ?? book).path))

/** What is stored of an upload, in bytes. */
export const bytesOf = ({ book, manuscript }: InspectedUpload): number => book.bytes + (manuscript?.bytes ?? 0)

const withoutEnd = (name: string) =>
  name.replace(
    /\.(?:docx|dotx|odt|ott|fodt|fb2|fb2\.zip|fbz|mobi|azw3?|prc|txt|text|md|markdown|mdown|mkd|zip|epub|pdf)$/i,
    '',
  )

/** The name of a book's file: that of its upload, and of a manuscript without what it ends with. */
export const toFileName = (
  name: string,
  { format, manuscript }: Partial<InspectedUpload> & Pick<InspectedUpload, 'format'>,
) => bookFileName(manuscript ? withoutEnd(name) : name, format)

/** The columns of what is known of a book's accessibility. */
export const toAccessColumns = ({ accessibility }: { accessibility: BookAccessibility | undefined }) => ({
  accessibility: accessibility ? JSON.stringify(accessibility) : null,
  access: accessFiltersOf(accessibility),
})

interface NewFiles {
  /** The file of a book, its edition if its format has one, and the manuscript that it was made of. */
  book: { key: string; path: string; edition: string; manuscript: string | undefined } | undefined
  cover: EncodedCover | undefined
  /** Whether many books have this cover, whose transactions then don't wait for each other. */
  isShared?: boolean
}

/**
 * Stores new files, then runs the transaction that writes the row naming them. If either fails, the files are removed.
 * The transaction begins with the cover's lock, so that nobody removes its files before the row is committed. It gets the
 * SHA-256 of the book's file, if there is one.
 */
export const withNewFiles = async <T>(
  services: Services,
  { book, cover, isShared = false }: NewFiles,
  write: (trx: Services, sha256: Buffer | undefined) => Promise<T>,
): Promise<T> => {
  const { db, storage } = services
  try {
    const digests = book ? await putBookFiles(storage, book) : []
    return await db.transaction().execute(async (trx) => {
      if (cover) await (isShared ? keepSharedCover : addCover)(trx, storage, cover)
      if (book) await saveChecksums(trx, book.key, digests.map(toChecksum))
      return write({ ...services, db: trx }, digests[0]?.sha256)
    })
  } catch (error) {
    await removeUnusedFiles(services, { keys: book ? [book.key] : [], cover: isShared ? undefined : cover?.hash })
    throw error
  }
}

/** Stores what is kept of a book under its keys. Returns the digests of these, that of the book's file first. */
export const putBookFiles = async (storage: Storage, book: NonNullable<NewFiles['book']>) => {
  const files = pathsOf(book)
  const digests = await Promise.all(files.map(({ path }) => readDigest(createReadStream(path))))
  for (const { key, path } of files) await storage.put(key, path)
  return digests
}

const pathsOf = ({ key, path, edition, manuscript = '' }: NonNullable<NewFiles['book']>) => {
  const paths = new Map([
    [editionKeyOf(key), edition],
    [manuscriptKeyOf(key), manuscript],
  ])
  return fileKeysOf(key).map((stored) => ({ key: stored, path: paths.get(stored) ?? path }))
}

interface BookFiles {
  /** Of the files of books, versions and chapters. */
  keys: readonly string[]
  cover?: string | undefined
}

/**
 * Removes files that no book, no version of one and no chapter uses any more. Books may share a cover, versions may share a file, and a
 * connection can be lost after a commit, so whether a file is used is read from the rows. The sweep removes a file that
 * can't be removed now.
 */
export const removeUnusedFiles = async (services: Services, { keys, cover }: BookFiles): Promise<void> => {
  const removals = [...keys.map((key) => removeUnusedFile(services, key)), cover && removeUnusedCover(services, cover)]
  for (const removal of await Promise.allSettled(removals)) {
    if (removal.status === 'rejected')
      services.log.warn({ reason: String(removal.reason) }, 'removing a file failed; the sweep will remove it')
  }
}

const removeUnusedFile = async ({ db, storage }: Services, key: string) => {
  if ((await usedFiles(db, [key])).has(key)) return
  await settleAll(fileKeysOf(key).map((stored) => storage.remove(stored)))
  await deleteChecksums(db, [key])
}

/** Which of these keys are of the file of a book, a version, a chapter that is not out, or an EPUB that was made of pages. */
export const usedFiles = async (db: Database, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select pdf as key from books where pdf = any (${keys})
    union select pdf from book_versions where pdf = any (${keys})
    union select key from page_epubs where key = any (${keys})
    union select key from papers where key = any (${keys})
    union select pdf from chapters where pdf = any (${keys})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

const rethrowRejection =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof InspectorBusyError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
    if (!(error instanceof FileRejectedError)) throw error
    const { message, isOtherFile } = error
    throw new Problem(isOtherFile ? 'notBookFile' : 'unreadableFile', { message, errors: { [field]: message } })
  }
