import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

/** Takes back a comment of one's own, or as an administrator any; the book's count follows in the same statement. */
export const deleteComment = async (
  { db }: Services,
  caller: Caller,
  { bookId, commentId }: { bookId: string; commentId: string },
) => {
  const mayAll = caller.userType === 'admin'
  const { numAffectedRows } = await sql`
    with gone as (
      delete from comments
      where id = ${commentId}::uuid and book_id = ${bookId}::uuid and (user_id = ${caller.id}::uuid or ${mayAll}::boolean)
      returning book_id
    )
    update books set comment_count = comment_count - 1 from gone where books.id = gone.book_id`.execute(db)
  if (numAffectedRows === 1n) return
  const comment = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', commentId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  throw new Problem(comment ? 'foreignComment' : 'commentNotFound')
}
