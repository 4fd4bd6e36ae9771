import { randomUUID } from 'node:crypto'
import { Problem } from '#contract/problems.ts'
import type { COVER_CHOICES } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { CoverWords, EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import { storeCover, removeCoverUnlessUsed } from './cover-files.ts'
import { type InspectPdf, PdfQueueFullError } from '#server/pdf-inspection/inspect-pdf.ts'
import { PdfRejectedError } from '#server/pdf-inspection/pdf-error.ts'

export type CoverChoice = (typeof COVER_CHOICES)[number]

const RETRY_SECONDS = 5

interface Opening {
  openPdf: InspectPdf
  path: string
  cover: CoverChoice | undefined
}

/** Opens an author's PDF: how many pages it has and, where it is to be the cover, a picture of the first. */
export const inspectPdf = async ({ pictures }: Services, { openPdf, path, cover }: Opening) => {
  if (cover) pictures.prepare()
  const { pageCount, firstPage } = await openPdf(path, { firstPage: cover === 'first-page' }).catch(rethrowPdfError)
  return { pageCount, firstPage: firstPage?.png }
}

interface Sources {
  words: CoverWords
  firstPage: Buffer | undefined
  image: UploadedFile | undefined
}

/** Makes the cover that was chosen, in all the forms that pages use. */
export const makeCover = async (
  { pictures }: Services,
  choice: CoverChoice,
  { words, firstPage, image }: Sources,
): Promise<EncodedCover> => {
  if (choice === 'series') return pictures.drawCover(words).catch(rethrowImageError)
  const source = choice === 'first-page' ? firstPage : image?.path
  if (source === undefined) throw new Error('a cover was asked for that is not there')
  return pictures.encodeCover(source).catch(rethrowImageError)
}

interface Files {
  pdf?: { key: string; path: string } | undefined
  cover?: EncodedCover | undefined
}

export const newPdfKey = () => `pdf/${randomUUID()}.pdf`

/** Covers that uploads are about to name: one that fails must not take another's away. */
const underWay = new Map<string, number>()

/** Keeps files, then writes the row that names them: files before rows, and neither stays if the other fails. */
export const withStoredFiles = async <T>(
  services: Services,
  { pdf, cover }: Files,
  write: () => Promise<T>,
): Promise<T> => {
  if (cover) underWay.set(cover.hash, (underWay.get(cover.hash) ?? 0) + 1)
  try {
    await settleAll([
      ...(pdf ? [services.storage.put(pdf.key, pdf.path)] : []),
      ...(cover ? [storeCover(services.storage, cover)] : []),
    ])
    return await write()
  } catch (error) {
    const isShared = cover !== undefined && (underWay.get(cover.hash) ?? 0) > 1
    await Promise.allSettled([
      ...(pdf ? [removePdfUnlessUsed(services, pdf.key)] : []),
      ...(cover && !isShared ? [removeCoverUnlessUsed(services, cover.hash)] : []),
    ])
    throw error
  } finally {
    if (cover) underWay.set(cover.hash, (underWay.get(cover.hash) ?? 1) - 1)
    if (cover && underWay.get(cover.hash) === 0) underWay.delete(cover.hash)
  }
}

/** A connection can be lost after the row was written: where the database can't tell, the file stays for the sweep. */
export const removePdfUnlessUsed = async ({ db, storage }: Services, pdf: string) => {
  const used = await db.selectFrom('books').select('id').where('pdf', '=', pdf).executeTakeFirst()
  if (!used) await storage.remove(pdf)
}

const rethrowPdfError = (error: unknown): never => {
  if (error instanceof PdfQueueFullError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof PdfRejectedError)) throw error
  const { message, reason } = error
  throw new Problem(reason === 'not_pdf' ? 'notPdf' : 'unreadablePdf', { message, errors: { pdfFile: message } })
}
