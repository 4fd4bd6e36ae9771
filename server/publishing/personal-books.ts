import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data.ts'
import { selectAllBooks, toBook } from '#server/books/book-serializer.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { deleteBooks } from './delete-book.ts'

/** Books stay without a publisher when their account is deleted, or are deleted too. */
export const personalBooks: PersonalData = {
  exportOf: async ({ db, settings }, userId) => {
    const rows = await selectAllBooks(db)
      .select(['pdf', 'pdfName', 'cover'])
      .where('publisherId', '=', userId)
      .orderBy('books.id')
      .execute()
    const exported = rows.map((row) => {
      const pdf = { key: row.pdf, name: `books/${row.id}/${row.pdfName}` }
      const cover = { key: coverKey(row.cover, '.webp'), name: `books/${row.id}/cover.webp` }
      const book = { ...toBook(settings.filesOrigin)(row), pdf: pdf.name, cover: cover.name }
      return { book, files: [pdf, cover] }
    })
    return { documents: { books: exported.map(({ book }) => book) }, files: exported.flatMap(({ files }) => files) }
  },
  booksChangedBy: (userIds) => sql`select id from books where publisher_id = any(${userIds}::uuid[])`,
  deleteFor: async (services, trx, options) => {
    if (!options.deleteBooks) return async () => {}
    const books = await trx.selectFrom('books').select('id').where('publisherId', 'in', options.userIds).execute()
    return deleteBooks(
      services,
      trx,
      books.map(({ id }) => id),
    )
  },
}
