import { sql, type SqlBool } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { RECEIVED_COMMENTS_AT_ONCE, type ReceivedComment } from '#contract/received-comments.ts'
import { booksSeenBy } from '#server/books/co-authors.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { type CommentRow, toComment } from './comment-serializer.ts'
import { isNotBlockedFor } from './list-comments.ts'

type ReceivedRow = CommentRow & { bookId: string; title: string; isOwn: boolean; isNew: boolean }

/** What is shown to an author of the comments of others on a book of the author's, or of which the author is a co-author. */
const isReceivedBy = (authorId: string) => sql<SqlBool>`comments.book_id = books.id
  and not comments.is_hidden
  and comments.user_id is distinct from ${authorId}
  and ${isNotBlockedFor(authorId)}`

const isNewFor = (authorId: string) => sql<SqlBool>`comments.id > coalesce(
  (select until from read_comments where user_id = ${authorId}),
  '00000000-0000-0000-0000-000000000000'
)`

/** Comments of others on an author's books, newest first, before the comment `before`. */
export const listReceivedComments = async (
  { db }: Services,
  authorId: string,
  before: string | undefined,
): Promise<ReceivedComment[]> => {
  const { rows } = await sql<ReceivedRow>`
    select received.*, publisher_id is not distinct from ${authorId}::uuid as is_own, username, profile_image
    from books
    cross join lateral (
      select
        id, text, created_at, user_id, page, cfi, quote, is_lost, book_id, books.title, ${isNewFor(authorId)} as is_new
      from comments
      where ${isReceivedBy(authorId)} ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc limit ${RECEIVED_COMMENTS_AT_ONCE}
    ) as received
    left join users on users.id = received.user_id
    where books.id in (${booksSeenBy(authorId)}) and ${isShown}
    order by received.id desc limit ${RECEIVED_COMMENTS_AT_ONCE}`.execute(db)
  return rows.map((row) => ({
    ...toComment(row),
    book: { _id: row.bookId, title: row.title, isOwn: row.isOwn },
    isNew: row.isNew,
  }))
}

/** How many comments on each of an author's books are not marked as read. */
export const countNewComments = async (db: Database, authorId: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ bookId: string; count: number }>`
    select book_id, count(*)::int as count
    from books join comments on ${isReceivedBy(authorId)}
    where publisher_id = ${authorId} and ${isShown} and ${isNewFor(authorId)}
    group by book_id`.execute(db)
  return new Map(rows.map(({ bookId, count }) => [bookId, count]))
}

/** Marks the comments up to one that the author has received, and never fewer than before. */
export const markCommentsRead = async ({ db }: Services, authorId: string, until: string): Promise<void> => {
  const { numAffectedRows } = await sql`
    insert into read_comments as existing (user_id, until)
    select ${authorId}::uuid, comments.id from books join comments on ${isReceivedBy(authorId)}
    where books.id in (${booksSeenBy(authorId)}) and ${isShown} and comments.id = ${until}
    on conflict (user_id) do update set until = greatest(existing.until, excluded.until)`.execute(db)
  if (numAffectedRows === 0n) throw new Problem('commentNotFound')
}
