import { sql, type SqlBool } from 'kysely'
import { type Comment, COMMENTS_AT_ONCE } from '#contract/comments.ts'
import { Problem } from '#contract/problems.ts'
import { isNotBlocked } from '#server/accounts/is-not-blocked.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { COMMENT_COLUMNS, toComment } from './comment-serializer.ts'

interface CommentsQuery {
  bookId: string
  after: string | undefined
  /** Only those on words of the book. */
  isPlaced?: boolean
  /** Comments of people whom this reader blocks, or who block this reader, are left out. */
  readerId?: string
}

/** One page of a book's comments, oldest first, after the comment `after`. */
export const listComments = async (
  { db }: Services,
  { bookId, after, isPlaced = false, readerId }: CommentsQuery,
): Promise<Comment[]> => {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('books', 'books.id', 'comments.bookId')
    .leftJoin('users', 'users.id', 'comments.userId')
    .select([...COMMENT_COLUMNS, 'username', 'profileImage'])
    .where('bookId', '=', bookId)
    .where(sql<SqlBool>`not comments.is_hidden`)
    .where(isShown)
    .$if(readerId !== undefined, (query) => query.where(isNotBlockedFor(readerId ?? '')))
    .$if(isPlaced, (query) => query.where('page', 'is not', null))
    .$if(after !== undefined, (query) => query.where('comments.id', '>', after ?? ''))
    .orderBy('comments.id')
    .limit(COMMENTS_AT_ONCE)
    .execute()
  if (rows.length === 0) await assertBookExists(db, bookId)
  return rows.map(toComment)
}

/** The condition that a comment is not by somebody whom a reader blocks, or who blocks the reader. */
export const isNotBlockedFor = (readerId: string) => isNotBlocked(sql`comments.user_id`, readerId)

const assertBookExists = async (db: Services['db'], bookId: string) => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).where(isShown).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
}
