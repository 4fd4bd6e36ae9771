import { sql } from 'kysely'

/** The number of the current file of a book in `books`. A book whose file was never replaced has no row of versions. */
export const currentVersion = sql<number>`coalesce(
  (select max(number) from book_versions where book_versions.book_id = books.id), 1
)`
