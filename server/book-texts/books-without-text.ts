import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

/** The cover of a scan may have text. */
const TEXT_SHARE = 0.1

/** The books of a publisher whose PDF has been read and has hardly any text. */
export const booksWithoutText = async (db: Database, publisherId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('bookTexts')
    .innerJoin('books', 'books.id', 'bookTexts.bookId')
    .select('books.id')
    .where('publisherId', '=', publisherId)
    .where('isRead', '=', true)
    // In an EPUB of pictures no text recognition could be run.
    .where('format', '=', 'pdf')
    .where('pages', '>', 0)
    .where(sql<boolean>`text_pages < pages * ${sql.lit(TEXT_SHARE)}`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
