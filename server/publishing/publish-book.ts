import { sql } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import { Problem } from '#contract/problems.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { sanitizePdfFileName } from '#server/pdf-inspection/pdf-file-name.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type CoverChoice,
  inspectUploadedPdf,
  makeCover,
  newPdfKey,
  toCoverColumns,
  withNewFiles,
} from './book-files.ts'
import { lockPublisher } from './book-policy.ts'
import { assertWithinQuota } from './quota.ts'

export interface BookInput {
  title: string
  author: string
  caption: string
  genre: Genre
  cover: CoverChoice
  coverSeed?: number | undefined
  image?: UploadedFile | undefined
  pdfFile: UploadedFile
  pdfFileName?: string | undefined
}

/** A cover of one's own needs an image: a missing one becomes null, so that it is reported with the other fields. */
export const requireImage = (form: Record<string, unknown>) =>
  (form['cover'] ?? 'image') === 'image' && form['image'] === undefined ? { ...form, image: null } : form

/** Checks a book's files, then stores them with its row. A handbook has no publisher. */
export const publishBook = async (
  services: Services,
  inspect: InspectPdf,
  { publisherId, input }: { publisherId: string | null; input: BookInput },
) => {
  const { db, settings, now, log } = services
  const { title, author, caption, genre, image, pdfFile } = input
  const { pageCount, firstPage } = await inspectUploadedPdf(services, {
    inspect,
    path: pdfFile.path,
    cover: input.cover,
    caller: publisherId,
  })
  const seed = input.cover === 'series' ? (input.coverSeed ?? 0) : null
  const words = { title, author, genre, seed: seed ?? 0 }
  const cover = await makeCover(services, input.cover, { words, firstPage, image })
  const pdf = newPdfKey()
  const { id } = await withNewFiles(services, { pdf: { key: pdf, path: pdfFile.path }, cover }, async (trx) => {
    if (publisherId) {
      if (!(await lockPublisher(trx.db, publisherId))) throw new Problem('deletedMeanwhile')
      await assertWithinQuota(trx, publisherId, { books: 1, bytes: pdfFile.bytes })
    }
    return trx.db
      .insertInto('books')
      .values({
        ...{ publisherId, title, author, caption, genre, pdf, pageCount },
        ...toCoverColumns(cover, seed),
        pdfName: sanitizePdfFileName(input.pdfFileName ?? pdfFile.fileName),
        pdfBytes: pdfFile.bytes,
        createdAt: now(),
        isHidden: sql<boolean>`exists (select from hidings where user_id = ${publisherId}::uuid)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  log.info({ bookId: id, pages: pageCount, bytes: pdfFile.bytes }, 'book published')
  const row = await selectAllBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow()
  return { message: 'Book uploaded successfully', book: toBook(settings.filesOrigin)(row) }
}
