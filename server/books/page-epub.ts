import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

/**
 * The key of the EPUB that is made of the pages of a book in `books`, as long as its author offers it and it was made of what
 * the book is now; null otherwise.
 */
export const pageEpubKey = sql<string | null>`(
  select key from page_epubs
  where page_epubs.book_id = books.id and made_of = page_epub_source(books) and books.downloads = 'with-epub'
)`

/** The same of one book, if this is its file. */
export const readPageEpubKey = async (db: Database, { id, pdf }: { id: string; pdf: string }) => {
  const book = db.selectFrom('books').select(pageEpubKey.as('key')).where('id', '=', id).where('pdf', '=', pdf)
  return (await book.executeTakeFirst())?.key ?? undefined
}

/**
 * The key of the EPUB that readers get a KEPUB of: the book's own, or the one that is made of its pages; null for none and for
 * pages of a fixed layout.
 */
export const kepubSourceKey = sql<string | null>`(
  case
    when books.format <> 'epub' then ${pageEpubKey}
    when (books.accessibility ->> 'isFixed') is distinct from 'true' then books.pdf
  end
)`
