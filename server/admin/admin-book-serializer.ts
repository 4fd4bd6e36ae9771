import { sql } from 'kysely'
import type { AdminBook, AdminBookDetail } from '#contract/admin.ts'
import { Problem } from '#contract/api/problems.ts'
import { selectAllBooks, toBook } from '#server/books/book-serializer.ts'
import { bookDetails } from '#server/books/book-details.ts'
import { isPublished } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Published books, also hidden ones, with the version that an administrator's change refers to. The only answers that have
 * the account behind a pen name.
 */
export const selectAdminBooks = (db: Database) =>
  selectAllBooks(db)
    .select(['books.version', 'books.isHidden', 'publisher.id as publisherId', 'publisher.username'])
    .select(sql<boolean>`books.pen_name_id is not null`.as('isUnderPenName'))
    .where(isPublished)

type Row = Awaited<ReturnType<ReturnType<typeof selectAdminBooks>['execute']>>[number]

export const toAdminBook =
  (filesOrigin: string | undefined) =>
  (row: Row): AdminBook => {
    const book = toBook(filesOrigin)(row)
    const { isHidden, version, isUnderPenName, publisherId, username } = row
    const publisher = publisherId === null || username === null ? null : { _id: publisherId, username }
    return { ...book, publisher, rating: book.Rating, isHidden, version, isUnderPenName }
  }

/** One book with its file's name and size, and its cover's number. */
export const adminBook = async (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  id: string,
): Promise<AdminBookDetail> => {
  const row = await selectAdminBooks(db)
    .select(['pdfName', 'pdfBytes', 'coverSeed', bookDetails])
    .where('books.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('bookNotFound')
  return {
    ...toAdminBook(settings.filesOrigin)(row),
    ...row.details,
    fileName: row.pdfName,
    fileBytes: row.pdfBytes,
    pdfName: row.pdfName,
    pdfBytes: row.pdfBytes,
    coverSeed: row.coverSeed,
  }
}
