import { sql, type SqlBool } from 'kysely'
import { type Comment, COMMENTS_AT_ONCE } from '#contract/comments.ts'
import { Problem } from '#contract/api/problems.ts'
import { isNotBlocked } from '#server/restrictions/is-not-blocked.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { COMMENT_COLUMNS, type CommentRow, toComment } from './comment-serializer.ts'

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
  const form = { isAfter: after !== undefined, isPlaced, isForReader: readerId !== undefined }
  const select = selectComments(JSON.stringify(form), (...values) => ({
    compile: (db) => commentsOf(db, form, values),
  }))
  const rows = await select(db, bookId, after ?? '', readerId ?? '')
  if (rows.length === 0) throw new Problem('bookNotFound')
  return rows.flatMap((row) => (row.id === null ? [] : toComment(row)))
}

type Values = [bookId: string, after: string, readerId: string]

const selectComments = preparedForms<CommentRow | { id: null }, Values>()

/** One row without a comment for a book that has none. */
const commentsOf = (
  db: Database,
  { isAfter, isPlaced, isForReader }: { isAfter: boolean; isPlaced: boolean; isForReader: boolean },
  [bookId, after, readerId]: Values,
) => {
  const listed = db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.userId')
    .select([...COMMENT_COLUMNS, 'username', 'profileImage'])
    .where('bookId', '=', bookId)
    .where(sql<SqlBool>`not comments.is_hidden`)
    .$if(isForReader, (query) => query.where(isNotBlockedFor(readerId)))
    .$if(isPlaced, (query) => query.where('page', 'is not', null))
    .$if(isAfter, (query) => query.where('comments.id', '>', after))
    .orderBy('comments.id')
    .limit(sql.lit(COMMENTS_AT_ONCE))
    .as('listed')
  return db
    .selectFrom('books')
    .leftJoin(listed, (join) => join.onTrue())
    .selectAll('listed')
    .where('books.id', '=', bookId)
    .where(isShown)
    .orderBy('listed.id')
    .$castTo<CommentRow | { id: null }>()
    .compile()
}

/** The condition that a comment is not by somebody whom a reader blocks, or who blocks the reader. */
export const isNotBlockedFor = (readerId: string) => isNotBlocked(sql`comments.user_id`, readerId)
