import { sql } from 'kysely'
import type { EditedBook } from '#contract/publishing.ts'
import { pageEpubKey } from '#server/books/page-epub.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** What its author is told of the EPUB that is made of a book's pages, in a statement on `books`. */
export const pageEpubState = sql<EditedBook['pageEpub']>`(
  select case
    when books.format <> 'pdf' or (view_is_made and not has_view) then null
    when not view_is_made then 'unknown'
    when books.downloads is distinct from 'with-epub' then 'possible'
    when ${pageEpubKey} is not null then 'made'
    else coalesce((
      select failure from page_epubs where page_epubs.book_id = books.id and made_of = page_epub_source(books)
    ), 'waiting')
  end
  from book_texts where book_texts.book_id = books.id
)`

/** Lets the next run of the job try again what could not be made. */
export const retryPageEpub = async (trx: Database, bookId: string): Promise<void> => {
  await trx.deleteFrom('pageEpubs').where('bookId', '=', bookId).where('failure', 'is not', null).execute()
}
