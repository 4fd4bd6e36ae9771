import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'

/**
 * The title or author in a statement on `marked_books as marked` and `books`, as the reader may see it: null while the book
 * is hidden, and what it was once the book is deleted.
 */
export const shownInMarks = (column: 'title' | 'author') => {
  const [now, then] = [sql.ref(`books.${column}`), sql.ref(`marked.${column}`)]
  return sql<string | null>`case when books.id is null then ${then} when ${isShown} then ${now} end`.as(column)
}

/** The marks of one person in one book. */
export interface MarkOwner {
  userId: string
  bookId: string
}

/**
 * Locks a person's marks in a book until the transaction ends and returns their revision, so that revisions are committed
 * in their order. Marks in a book that is deleted or hidden can be changed too, if there are any: they may have been changed
 * offline.
 */
export const lockMarks = async (trx: Database, { userId, bookId }: MarkOwner): Promise<number> => {
  const { rows } = await sql<{ revision: number }>`
    insert into marked_books as marked (user_id, book_id, title, author)
    select reader.id, books.id, title, author
    from books, users as reader
    where books.id = ${bookId}::uuid and reader.id = ${userId}::uuid and ${isShown}
    for key share of reader, books
    on conflict (user_id, book_id) do update set title = excluded.title, author = excluded.author
    returning revision`.execute(trx)
  const [row] =
    rows.length > 0
      ? rows
      : await trx
          .selectFrom('markedBooks')
          .select('revision')
          .where('userId', '=', userId)
          .where('bookId', '=', bookId)
          .forUpdate()
          .execute()
  if (!row) throw new Problem('bookNotFound')
  return row.revision
}

export const setRevision = (trx: Database, { userId, bookId }: MarkOwner, revision: number) =>
  trx.updateTable('markedBooks').set({ revision }).where('userId', '=', userId).where('bookId', '=', bookId).execute()
