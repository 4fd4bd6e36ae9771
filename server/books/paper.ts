import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

/** The key of the PDF for paper of a book in `books`, if it was made of what the book is now; null otherwise. */
const paperKey = sql<string | null>`(
  select key from papers where papers.book_id = books.id and made_of = paper_source(books, papers)
)`

/** The same where readers may save it. */
export const offeredPaperKey = sql<string | null>`(
  select key from papers
  where
    papers.book_id = books.id and made_of = paper_source(books, papers) and is_offered
    and books.downloads is distinct from 'none'
)`

/** The same of one book, if this is its file: for its authors whether readers may save it or not. */
export const readPaperKey = async (
  db: Database,
  { id, pdf, isForAuthors }: { id: string; pdf: string; isForAuthors: boolean },
) => {
  const key = isForAuthors ? paperKey : offeredPaperKey
  const book = db.selectFrom('books').select(key.as('key')).where('id', '=', id).where('pdf', '=', pdf)
  return (await book.executeTakeFirst())?.key ?? undefined
}
