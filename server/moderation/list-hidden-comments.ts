import { sql, type SqlBool } from 'kysely'
import type { HiddenComment } from '#contract/moderation.ts'
import { Problem } from '#contract/api/problems.ts'
import { COMMENT_COLUMNS, toComment } from '#server/comments/comment-serializer.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

const LISTED_MAX = 100

/** The hidden comments on a book, the latest first, for its publisher and for moderators. */
export const listHiddenComments = async (
  { db }: Services,
  caller: Caller,
  bookId: string,
): Promise<HiddenComment[]> => {
  const book = await db.selectFrom('books').select('publisherId').where('id', '=', bookId).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  const isModerator = caller.userType === 'moderator' || caller.userType === 'admin'
  if (book.publisherId !== caller.id && !isModerator) throw new Problem('notYourBook')
  const rows = await db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.userId')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('hidings')
          .select(['reason', 'byPublisher'])
          .where(({ or, eb }) =>
            or([
              eb('hidings.commentId', '=', eb.ref('comments.id')),
              eb('hidings.userId', '=', eb.ref('comments.userId')),
            ]),
          )
          // A moderator's reason first, which the publisher can not undo.
          .orderBy('byPublisher')
          .limit(1)
          .as('hiding'),
      (join) => join.onTrue(),
    )
    .select([...COMMENT_COLUMNS, 'username', 'profileImage'])
    .select(['hiding.reason', 'hiding.byPublisher'])
    .where('bookId', '=', bookId)
    .where(sql<SqlBool>`comments.is_hidden`)
    .orderBy('comments.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map((row) => ({ ...toComment(row), reason: row.reason ?? '', byPublisher: row.byPublisher ?? false }))
}
