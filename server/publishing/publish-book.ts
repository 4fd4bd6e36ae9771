import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Genre } from '#contract/genres.ts'
import { Problem } from '#contract/problems.ts'
import type { COVER_CHOICES } from '#contract/publishing.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { bookOf, selectBooks } from '#server/books/book-shape.ts'
import { allThrough } from '#server/platform/all-through.ts'
import type { Services } from '#server/platform/services.ts'
import { keepCover, removeCoverUnlessUsed } from './cover-files.ts'
import { drawCoverImage } from './draw-cover-image.ts'
import { encodeCover, ImageBusy, ImageRefused } from './encode-cover.ts'
import { type OpenPdf, PdfBusy } from './open-pdf.ts'
import { PdfRefused } from './pdf-refused.ts'
import { cleanPdfName } from './pdf-name.ts'

export interface Manuscript {
  title: string
  author: string
  caption: string
  genre: Genre
  cover: (typeof COVER_CHOICES)[number]
  image?: UploadedFile | undefined
  pdfFile: UploadedFile
  pdfFileName?: string | undefined
}

export const PUBLISHED = 'Book uploaded successfully'

const RETRY_SECONDS = 5

/** Checks a manuscript, keeps its files, then its row: files before rows, and neither stays if the other fails. */
export const publishBook = async (services: Services, openPdf: OpenPdf, manuscript: Manuscript, publisherId: string | null) => {
  const { db, storage, settings, now, log } = services
  const { title, author, caption, genre, pdfFile } = manuscript
  const opened = await openPdf(pdfFile.path, { firstPage: manuscript.cover === 'first-page' }).catch(refusedPdf)
  const cover = await encodeCover(await coverImage(manuscript, opened.firstPage?.png)).catch(refusedImage)
  const pdf = `pdf/${randomUUID()}.pdf`
  try {
    await allThrough([storage.put(pdf, pdfFile.path), keepCover(storage, cover)])
    const { id } = await db
      .insertInto('books')
      .values({
        ...{ publisherId, title, author, caption, genre, pdf },
        cover: cover.hash,
        coverColor: cover.color,
        pdfName: cleanPdfName(manuscript.pdfFileName ?? pdfFile.fileName),
        pdfBytes: pdfFile.bytes,
        pageCount: opened.pageCount,
        createdAt: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    log.info({ bookId: id, pages: opened.pageCount, bytes: pdfFile.bytes }, 'book published')
    const row = await selectBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow()
    return { message: PUBLISHED, book: bookOf(settings.filesOrigin)(row) }
  } catch (error) {
    await Promise.allSettled([removePdfUnlessUsed(services, pdf), removeCoverUnlessUsed(services, cover.hash)])
    throw error
  }
}

/** A connection can be lost after the row was written: where the database can't tell, the file stays for the sweep. */
const removePdfUnlessUsed = async ({ db, storage }: Services, pdf: string) => {
  const used = await db.selectFrom('books').select('id').where('pdf', '=', pdf).executeTakeFirst()
  if (!used) await storage.remove(pdf)
}

const coverImage = async ({ cover, image, title, author, genre }: Manuscript, firstPage: Buffer | undefined): Promise<Buffer> => {
  if (cover === 'series') return drawCoverImage({ title, author, genre })
  if (cover === 'first-page' && firstPage) return firstPage
  if (image) return readFile(image.path)
  throw new Error('a cover was asked for that is not there')
}

const refusedPdf = (error: unknown): never => {
  if (error instanceof PdfBusy) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof PdfRefused)) throw error
  throw new Problem(error.reason === 'not_pdf' ? 'notPdf' : 'unreadablePdf', { message: error.message, errors: { pdfFile: error.message } })
}

const refusedImage = (error: unknown): never => {
  if (error instanceof ImageBusy) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
  if (!(error instanceof ImageRefused)) throw error
  throw new Problem(error.reason === 'not_image' ? 'notImage' : 'unreadableImage', { message: error.message, errors: { image: error.message } })
}
