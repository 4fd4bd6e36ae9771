import type { CommentRule } from '#contract/values/moderation.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

/** Sets what a publisher allows as new comments on an own book. Those that are there stay. */
export const setCommentRule = async (
  { db }: Services,
  caller: Caller,
  { bookId, rule }: { bookId: string; rule: CommentRule },
): Promise<void> => {
  const changed = await db
    .updateTable('books')
    .set({ commentRule: rule })
    .where('id', '=', bookId)
    .where('publisherId', '=', caller.id)
    .returning('id')
    .executeTakeFirst()
  if (changed) return
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst()
  throw new Problem(book ? 'notYourBook' : 'bookNotFound')
}
