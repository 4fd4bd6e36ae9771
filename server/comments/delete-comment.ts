import { Problem } from '#contract/api/problems.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

/** Deletes a comment of the caller, or as an administrator any. Only the deletion of another's comment is audited. */
export const deleteComment = (
  { db }: Services,
  caller: Caller,
  { bookId, commentId }: { bookId: string; commentId: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // The book is locked before the comment, as in all transactions: see lockAccounts.
    await trx.selectFrom('books').select('id').where('id', '=', bookId).forNoKeyUpdate().execute()
    const comment = await trx
      .selectFrom('comments')
      .innerJoin('books', 'books.id', 'bookId')
      .leftJoin('users', 'users.id', 'userId')
      .select(['userId', 'title', 'text', 'comments.isHidden', 'username as writer'])
      .where('comments.id', '=', commentId)
      .where('bookId', '=', bookId)
      .executeTakeFirst()
    if (!comment) throw new Problem('commentNotFound')
    const { userId, title, text, writer } = comment
    const isOwn = userId === caller.id
    if (!isOwn && caller.userType !== 'admin') throw new Problem('notYourComment')
    await trx.deleteFrom('comments').where('id', '=', commentId).execute()
    if (!comment.isHidden)
      await trx
        .updateTable('books')
        .set(({ eb }) => ({ commentCount: eb('commentCount', '-', 1) }))
        .where('id', '=', bookId)
        .execute()
    if (isOwn) return
    await recordAudit(trx, caller, {
      action: 'delete comment',
      subject: `comment ${commentId}`,
      name: title,
      before: { text, writer },
    })
  })
