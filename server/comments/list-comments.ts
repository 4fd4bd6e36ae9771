import { type Comment, COMMENTS_AT_ONCE } from '#contract/comments.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { toComment } from './comment-serializer.ts'

/** One page of a book's comments, oldest first, after the comment `after`. */
export const listComments = async ({ db }: Services, bookId: string, after: string | undefined): Promise<Comment[]> => {
  const rows = await db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.userId')
    .select(['comments.id', 'text', 'comments.createdAt', 'userId', 'username', 'profileImage'])
    .where('bookId', '=', bookId)
    .$if(after !== undefined, (query) => query.where('comments.id', '>', after ?? ''))
    .orderBy('comments.id')
    .limit(COMMENTS_AT_ONCE)
    .execute()
  if (rows.length === 0) await assertBookExists(db, bookId)
  return rows.map(toComment)
}

const assertBookExists = async (db: Services['db'], bookId: string) => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
}
