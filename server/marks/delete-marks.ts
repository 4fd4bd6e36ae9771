import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { type MarkOwner, lockMarks, setRevision } from './marked-book.ts'

/** Deletes all marks of a person in a book, for all devices. */
export const deleteMarks = ({ db, now }: Services, owner: MarkOwner): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const revision = await lockMarks(trx, owner)
    // Revisions keep their order, so that no mark has to be numbered and joined with itself.
    const { rows } = await sql<{ revision: number }>`
      update marks
      set content = null, version = version + 1, change = ${randomUUID()}, changed_at = ${now()},
        revision = ${revision}::bigint + 1 + marks.revision - oldest.revision
      from (
        select min(revision) as revision from marks
        where user_id = ${owner.userId} and book_id = ${owner.bookId} and content is not null
      ) as oldest
      where user_id = ${owner.userId} and book_id = ${owner.bookId} and content is not null
      returning marks.revision`.execute(trx)
    await setRevision(
      trx,
      owner,
      rows.reduce((last, row) => Math.max(last, row.revision), revision),
    )
  })
