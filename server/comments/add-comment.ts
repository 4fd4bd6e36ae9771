import { sql } from 'kysely'
import type { CommentRule } from '#contract/calls/moderation.ts'
import { Problem } from '#contract/problems.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { toComment } from './comment-serializer.ts'
import { assertNotSpam, countLinks } from './comment-spam.ts'

/** Adds a comment and updates the count of the book, in one statement. It is hidden if all of its writer's are. */
export const addComment = async (
  services: Services,
  { bookId, userId, text }: { bookId: string; userId: string; text: string },
) => {
  await assertNotSpam(services, userId, text)
  const hasLinks = countLinks(text) > 0
  const allowedBy: CommentRule[] = hasLinks ? ['open'] : ['open', 'no-links']
  const { rows } = await sql<Parameters<typeof toComment>[0]>`
    with writer as (
      select exists (select from hidings where user_id = ${userId}::uuid) as is_hidden
    ), book as (
      update books set comment_count = comment_count + (not writer.is_hidden)::int
      from writer
      where id = ${bookId}::uuid and not books.is_hidden and comment_rule = any(${allowedBy}::text[])
      returning id, writer.is_hidden as is_writer_hidden
    ), added as (
      insert into comments (book_id, user_id, text, created_at, is_hidden)
      select id, ${userId}::uuid, ${text}, ${services.now()}, is_writer_hidden from book
      returning *
    )
    select added.id, text, added.created_at, user_id, username, profile_image
    from added join users on users.id = user_id`.execute(services.db)
  const [row] = rows
  if (!row) return throwReason(services, bookId)
  return { comment: toComment(row) }
}

const NO_LINKS = 'Comments on this book can not have links.'

const throwReason = async ({ db }: Services, bookId: string): Promise<never> => {
  const book = await db
    .selectFrom('books')
    .select('commentRule')
    .where('id', '=', bookId)
    .where(isShown)
    .executeTakeFirst()
  if (book?.commentRule === 'closed') throw new Problem('commentsClosed')
  if (book?.commentRule === 'no-links') throw new Problem('invalid', { message: NO_LINKS, errors: { text: NO_LINKS } })
  throw new Problem('bookNotFound')
}
