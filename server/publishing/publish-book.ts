import type { Genre } from '#contract/genres.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { sanitizePdfFileName } from '#server/pdf-inspection/pdf-file-name.ts'
import { type CoverChoice, withStoredFiles, makeCover, newPdfKey, inspectPdf } from './book-files.ts'

export interface BookInput {
  title: string
  author: string
  caption: string
  genre: Genre
  cover: CoverChoice
  image?: UploadedFile | undefined
  pdfFile: UploadedFile
  pdfFileName?: string | undefined
}

export const PUBLISHED = 'Book uploaded successfully'

/** An own cover needs an image: where there is none the form has null in its place, which is refused with whatever else is missing. */
export const askForImage = (form: Record<string, unknown>) =>
  (form['cover'] ?? 'image') === 'image' && form['image'] === undefined ? { ...form, image: null } : form

/** Checks a manuscript, then keeps its files and its row. */
export const publishBook = async (
  services: Services,
  openPdf: InspectPdf,
  manuscript: BookInput,
  publisherId: string | null,
) => {
  const { db, settings, now, log } = services
  const { title, author, caption, genre, image, pdfFile } = manuscript
  const { pageCount, firstPage } = await inspectPdf(services, {
    openPdf,
    path: pdfFile.path,
    cover: manuscript.cover,
  })
  const cover = await makeCover(services, manuscript.cover, { words: { title, author, genre }, firstPage, image })
  const pdf = newPdfKey()
  const { id } = await withStoredFiles(services, { pdf: { key: pdf, path: pdfFile.path }, cover }, () =>
    db
      .insertInto('books')
      .values({
        ...{ publisherId, title, author, caption, genre, pdf, pageCount },
        cover: cover.hash,
        coverColor: cover.color,
        pdfName: sanitizePdfFileName(manuscript.pdfFileName ?? pdfFile.fileName),
        pdfBytes: pdfFile.bytes,
        createdAt: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  log.info({ bookId: id, pages: pageCount, bytes: pdfFile.bytes }, 'book published')
  const row = await selectBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow()
  return { message: PUBLISHED, book: toBook(settings.filesOrigin)(row) }
}
