import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Genre } from '#contract/genres.ts'
import { Problem } from '#contract/problems.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { removeCoverUnlessUsed } from './cover-files.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { sanitizePdfFileName } from '#server/pdf-inspection/pdf-file-name.ts'
import {
  type CoverChoice,
  withStoredFiles,
  makeCover,
  newPdfKey,
  inspectPdf,
  removePdfUnlessUsed,
} from './book-files.ts'

export interface Change {
  title?: string | undefined
  author?: string | undefined
  caption?: string | undefined
  genre?: Genre | undefined
  cover?: CoverChoice | undefined
  image?: UploadedFile | undefined
  pdfFile?: UploadedFile | undefined
  pdfFileName?: string | undefined
}

/** Changes a book of one's own, or any as an administrator; ratings and comments stay, also under a new PDF. */
export const editBook = async (
  services: Services,
  openPdf: InspectPdf,
  { caller, id, change }: { caller: Caller; id: string; change: Change },
) => {
  const { db, settings, log } = services
  const before = await ownBook(services, caller, id)
  const { title, author, caption, genre, image, pdfFile } = change
  const choice = change.cover ?? (image ? 'image' : undefined)
  if (choice === 'image' && !image)
    throw new Problem('invalid', { message: 'Please select an image', errors: { image: 'Please select an image' } })

  const opened = await openChanged(services, openPdf, { kept: before.pdf, pdfFile, choice })
  const words = {
    title: title ?? before.title,
    author: author ?? before.author,
    genre: genre ?? (before.genre as Genre),
  }
  const cover = choice && (await makeCover(services, choice, { words, firstPage: opened?.firstPage, image }))
  const pdf = pdfFile && { key: newPdfKey(), path: pdfFile.path }

  await withStoredFiles(services, { pdf, cover }, async () => {
    const values = {
      ...{ title, author, caption, genre },
      ...(cover && { cover: cover.hash, coverColor: cover.color }),
      ...(pdf && { pdf: pdf.key, pdfBytes: pdfFile.bytes, pageCount: opened?.pageCount }),
      ...((change.pdfFileName ?? pdf) && {
        pdfName: sanitizePdfFileName(change.pdfFileName ?? pdfFile?.fileName ?? ''),
      }),
    }
    const isEmpty = Object.values(values).every((value) => value === undefined)
    if (isEmpty) return
    const { numUpdatedRows } = await db.updateTable('books').set(values).where('id', '=', id).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Problem('bookNotFound')
  })
  await removeReplaced(services, before, { pdf: pdf !== undefined, cover: cover !== undefined })
  log.info({ bookId: id, fields: Object.keys(change) }, 'book changed')
  const row = await selectBooks(db).where('books.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('bookNotFound')
  return { book: toBook(settings.filesOrigin)(row) }
}

/** The files of a book that the caller may change. */
const ownBook = async ({ db }: Services, caller: Caller, id: string) => {
  const book = await db
    .selectFrom('books')
    .select(['title', 'author', 'genre', 'pdf', 'cover', 'publisherId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  if (book.publisherId !== caller.id && caller.userType !== 'admin') throw new Problem('foreignBook')
  return book
}

/** A new PDF is opened to be checked, the old one only where its first page is to be the cover. */
const openChanged = async (
  services: Services,
  openPdf: InspectPdf,
  { kept, pdfFile, choice }: { kept: string; pdfFile: UploadedFile | undefined; choice: CoverChoice | undefined },
) => {
  if (pdfFile) return inspectPdf(services, { openPdf, path: pdfFile.path, cover: choice })
  if (choice !== 'first-page') return undefined
  const { storage } = services
  const path = join(storage.tempFolder, randomUUID())
  try {
    await pipeline(storage.read(kept), createWriteStream(path))
    return await inspectPdf(services, { openPdf, path, cover: choice })
  } finally {
    await rm(path, { force: true })
  }
}

/** The new book stands already, so what can't be removed now is left to the sweep. */
const removeReplaced = async (
  services: Services,
  before: { pdf: string; cover: string },
  replaced: { pdf: boolean; cover: boolean },
) => {
  await Promise.allSettled([
    ...(replaced.pdf ? [removePdfUnlessUsed(services, before.pdf)] : []),
    ...(replaced.cover ? [removeCoverUnlessUsed(services, before.cover)] : []),
  ])
}
