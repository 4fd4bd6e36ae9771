import { sql } from 'kysely'
import { type Comment, COMMENTS_AT_ONCE } from '#contract/comments.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'

interface Row {
  id: string
  text: string
  createdAt: Date
  userId: string | null
  username: string | null
  profileImage: string | null
}

const toComment = (row: Row): Comment => ({
  _id: row.id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  user: row.userId && row.username ? { _id: row.userId, username: row.username, profileImage: row.profileImage } : null,
})

/** A book's comments, oldest first, a hundred at once, behind the comment `after`. */
export const listComments = async ({ db }: Services, bookId: string, after: string | undefined): Promise<Comment[]> => {
  const rows = await db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.userId')
    .select(['comments.id', 'text', 'comments.createdAt', 'userId', 'username', 'profileImage'])
    .where('bookId', '=', bookId)
    .$if(after !== undefined, (q) => q.where('comments.id', '>', after ?? ''))
    .orderBy('comments.id')
    .limit(COMMENTS_AT_ONCE)
    .execute()
  if (rows.length === 0) await assertBookExists(db, bookId)
  return rows.map(toComment)
}

/** Adds a comment and counts it, in one statement. */
export const addComment = async (
  { db, now }: Services,
  { bookId, userId, text }: { bookId: string; userId: string; text: string },
) => {
  const { rows } = await sql<Row>`
    with book as (
      update books set comment_count = comment_count + 1 where id = ${bookId}::uuid returning id
    ), added as (
      insert into comments (book_id, user_id, text, created_at)
      select id, ${userId}::uuid, ${text}, ${now()} from book
      returning *
    )
    select added.id, text, added.created_at, user_id, username, profile_image
    from added join users on users.id = user_id`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('bookNotFound')
  return { comment: toComment(row) }
}

const assertBookExists = async (db: Services['db'], bookId: string) => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
}
