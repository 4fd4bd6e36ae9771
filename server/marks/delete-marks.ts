import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { type MarkOwner, lockMarks, setRevision } from './marked-book.ts'

/** Deletes all marks of a person in a book, for all devices. */
export const deleteMarks = ({ db, now }: Services, owner: MarkOwner): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const revision = await lockMarks(trx, owner)
    const { rows } = await sql`
      update marks
      set content = null, version = version + 1, change = ${randomUUID()}, changed_at = ${now()},
        revision = ${revision}::bigint + numbered.place
      from (
        select id, row_number() over (order by revision) as place
        from marks
        where user_id = ${owner.userId} and book_id = ${owner.bookId} and content is not null
      ) as numbered
      where user_id = ${owner.userId} and book_id = ${owner.bookId} and marks.id = numbered.id
      returning 1`.execute(trx)
    await setRevision(trx, owner, revision + rows.length)
  })
