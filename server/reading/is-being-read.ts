import { sql, type SqlBool } from 'kysely'
import { END_SHARE } from './end-share.ts'

/**
 * The condition that a reader is in a book, of rows of `reading_positions` named `position` joined with `books`. One at its last page
 * is finished, and so is one that was put on that shelf, unless it was opened again since, before its end.
 */
export const isBeingRead = sql<SqlBool>`(
  position.page < books.page_count and not exists (
    select from shelved_books as shelved
    where shelved.user_id = position.user_id and shelved.book_id = position.book_id
      and (
        finished_at >= position.read_at
        or finished_at is not null and position.page >= ceil(${sql.lit(END_SHARE)}::numeric * books.page_count)
      )
  )
)`
