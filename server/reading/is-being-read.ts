import { sql, type SqlBool } from 'kysely'
import { END_SHARE } from './end-share.ts'

/**
 * The condition that a reader is in a book, of rows named `position` joined with `books`, and with `finished_at` of `shelved_books`. One
 * at its last page is finished, and so is one that was put on that shelf, unless it was opened again since, before its end.
 */
export const isBeingRead = sql<SqlBool>`(
  position.page < books.page_count and (
    finished_at is null
    or finished_at < position.read_at and position.page < ceil(${sql.lit(END_SHARE)}::numeric * books.page_count)
  )
)`
