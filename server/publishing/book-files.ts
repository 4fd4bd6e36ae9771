import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Cover } from '#covers/draw-cover.ts'
import type { COVER_CHOICES } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { coverFiles, coverKey } from '#server/books/cover-key.ts'
import { type InspectPdf, PdfQueueFullError } from '#server/pdf-inspection/inspect-pdf.ts'
import { PdfRejectedError } from '#server/pdf-inspection/pdf-error.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import { checksumOf, deleteChecksums, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { settleAll } from '#server/platform/settle-all.ts'

export type CoverChoice = (typeof COVER_CHOICES)[number]

const RETRY_SECONDS = 5
const SELECT_IMAGE = 'Please select an image'
interface InspectionOptions {
  inspect: InspectPdf
  path: string
  cover: CoverChoice | undefined
  /** The id of the account that sends it. */
  caller: string | null
}

/** Counts the pages of an uploaded PDF and, where the cover is made from it, renders the first page. */
export const inspectUploadedPdf = async ({ images }: Services, { inspect, path, cover, caller }: InspectionOptions) => {
  if (cover) images.prepare()
  const { pageCount, firstPage } = await inspect(path, { firstPage: cover === 'first-page', caller }).catch(
    rethrowPdfError,
  )
  return { pageCount, firstPage: firstPage?.png }
}

/** The same for the PDF of a published book. */
export const inspectStoredPdf = async (
  services: Services,
  key: string,
  { inspect, cover, caller }: Omit<InspectionOptions, 'path'>,
) => {
  const { storage } = services
  const path = join(storage.tempFolder, randomUUID())
  try {
    await pipeline(storage.read(key), createWriteStream(path))
    return await inspectUploadedPdf(services, { inspect, path, cover, caller })
  } finally {
    await rm(path, { force: true })
  }
}

interface CoverSources {
  words: Cover
  firstPage: Buffer | undefined
  image: UploadedFile | undefined
}

/** Makes the chosen cover in every size. */
export const makeCover = async (
  { images }: Services,
  choice: CoverChoice,
  { words, firstPage, image }: CoverSources,
): Promise<EncodedCover> => {
  if (choice === 'series') return images.drawCover(words).catch(rethrowImageError)
  if (choice === 'first-page' && firstPage)
    return images.encodeFirstPage(firstPage, words.genre).catch(rethrowImageError)
  if (!image) throw new Problem('invalid', { message: SELECT_IMAGE, errors: { image: SELECT_IMAGE } })
  return images.encodeCover(image.path).catch(rethrowImageError)
}

/** A cover's columns in the row of its book; `seed` is null unless it is of the series. */
export const toCoverColumns = ({ hash, color, isMounted }: EncodedCover, seed: number | null) => ({
  cover: hash,
  coverColor: color,
  coverMounted: isMounted,
  coverSeed: seed,
})

export const newPdfKey = () => `pdf/${randomUUID()}.pdf`

interface NewFiles {
  pdf: { key: string; path: string } | undefined
  cover: EncodedCover | undefined
}

/**
 * Stores new files, then runs the transaction that writes the row naming them. If either fails, the files are removed.
 * The transaction begins with the cover's lock, so that nobody removes its files before the row is committed.
 */
export const withNewFiles = async <T>(
  services: Services,
  { pdf, cover }: NewFiles,
  write: (trx: Services) => Promise<T>,
): Promise<T> => {
  const { db, storage } = services
  try {
    const pdfSum = pdf && (await checksumOf(createReadStream(pdf.path)))
    if (pdf) await storage.put(pdf.key, pdf.path)
    return await db.transaction().execute(async (trx) => {
      if (cover) {
        await lockCover(trx, cover.hash)
        await storeCover(storage, cover)
        await saveCoverChecksums(trx, cover)
      }
      if (pdf && pdfSum) await saveChecksums(trx, pdf.key, [pdfSum])
      return write({ ...services, db: trx })
    })
  } catch (error) {
    await removeUnusedFiles(services, { pdf: pdf?.key, cover: cover?.hash })
    throw error
  }
}

export const storeCover = ({ put }: Storage, { hash, files }: EncodedCover) =>
  settleAll(files.map(({ name, bytes }) => put(coverKey(hash, name), bytes)))

const saveCoverChecksums = async (trx: Database, { hash, files }: EncodedCover) => {
  const contents = new Map(files.map(({ name, bytes }) => [coverKey(hash, name), bytes]))
  const { name, keys } = coverFiles(hash)
  const sums = await Promise.all(keys.map((key) => checksumOf([contents.get(key) ?? Buffer.alloc(0)])))
  await saveChecksums(trx, name, sums)
}

interface BookFiles {
  pdf?: string | undefined
  cover?: string | undefined
}

/**
 * Removes files that no book uses any more. Books may share a cover, and a connection can be lost after a commit, so
 * whether a file is used is read from the rows. The sweep removes a file that can't be removed now.
 */
export const removeUnusedFiles = async (services: Services, { pdf, cover }: BookFiles): Promise<void> => {
  const removals = [pdf && removeUnusedPdf(services, pdf), cover && removeUnusedCover(services, cover)]
  for (const removal of await Promise.allSettled(removals)) {
    if (removal.status === 'rejected')
      services.log.warn({ reason: String(removal.reason) }, 'removing a file failed; the sweep will remove it')
  }
}

const removeUnusedPdf = async ({ db, storage }: Services, pdf: string) => {
  const used = await db.selectFrom('books').select('id').where('pdf', '=', pdf).limit(1).executeTakeFirst()
  if (used) return
  await storage.remove(pdf)
  await deleteChecksums(db, [pdf])
}

/** Also waits for a transaction in any process that has stored the same cover and not committed yet. */
export const removeUnusedCover = (services: Services, hash: string, keys = coverFiles(hash).keys) =>
  services.db.transaction().execute(async (trx) => {
    await lockCover(trx, hash)
    const used = await trx.selectFrom('books').select('id').where('cover', '=', hash).limit(1).executeTakeFirst()
    if (used) return
    await Promise.all(keys.map((key) => services.storage.remove(key)))
    await deleteChecksums(trx, [coverFiles(hash).name])
  })

const lockCover = async (trx: Database, hash: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cover ${hash}`}, 0))`.execute(trx)
}

const rethrowPdfError = (error: unknown): never => {
  if (error instanceof PdfQueueFullError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof PdfRejectedError)) throw error
  const { message, reason } = error
  throw new Problem(reason === 'not_pdf' ? 'notPdf' : 'unreadablePdf', { message, errors: { pdfFile: message } })
}
