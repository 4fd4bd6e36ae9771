import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

interface Wish {
  bookId: string
  commentId: string
}

/** Takes back a comment of one's own, or as an administrator any; that of somebody else is a deed. */
export const deleteComment = ({ db }: Services, caller: Caller, wish: Wish) =>
  db.transaction().execute(async (trx) => {
    const gone = await remove(trx, caller, wish)
    if (!gone) throw new Problem((await isThere(trx, wish)) ? 'foreignComment' : 'commentNotFound')
    const { userId, title, text, writer } = gone
    if (userId === caller.id) return
    const deed = { action: 'delete comment', subject: `comment ${wish.commentId}`, name: title }
    await recordAudit(trx, caller, { ...deed, before: { text, writer } })
  })

interface Gone {
  userId: string | null
  text: string
  writer: string | null
  /** Of its book. */
  title: string
}

/** The book's count follows in the same statement. */
const remove = async (trx: Database, caller: Caller, { bookId, commentId }: Wish) => {
  const mayAll = caller.userType === 'admin'
  const { rows } = await sql<Gone>`
    with gone as (
      delete from comments
      where id = ${commentId}::uuid and book_id = ${bookId}::uuid and (user_id = ${caller.id}::uuid or ${mayAll}::boolean)
      returning book_id, user_id, text
    )
    update books set comment_count = comment_count - 1
    from gone left join users on users.id = gone.user_id
    where books.id = gone.book_id
    returning gone.user_id as "userId", gone.text, users.username as writer, books.title`.execute(trx)
  return rows[0]
}

const isThere = (trx: Database, { bookId, commentId }: Wish) =>
  trx.selectFrom('comments').select('id').where('id', '=', commentId).where('bookId', '=', bookId).executeTakeFirst()
