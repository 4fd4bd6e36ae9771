import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { toComment } from './comment-serializer.ts'
import { assertNotSpam } from './comment-spam.ts'

/** Adds a comment and updates the count of the book, in one statement. */
export const addComment = async (
  services: Services,
  { bookId, userId, text }: { bookId: string; userId: string; text: string },
) => {
  await assertNotSpam(services, userId, text)
  const { rows } = await sql<Parameters<typeof toComment>[0]>`
    with book as (
      update books set comment_count = comment_count + 1 where id = ${bookId}::uuid returning id
    ), added as (
      insert into comments (book_id, user_id, text, created_at)
      select id, ${userId}::uuid, ${text}, ${services.now()} from book
      returning *
    )
    select added.id, text, added.created_at, user_id, username, profile_image
    from added join users on users.id = user_id`.execute(services.db)
  const [row] = rows
  if (!row) throw new Problem('bookNotFound')
  return { comment: toComment(row) }
}
