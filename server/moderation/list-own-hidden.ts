import { sql } from 'kysely'
import type { OwnHidden } from '#contract/moderation.ts'
import type { Services } from '#server/platform/services.ts'

const LISTED_MAX = 100

/** What is hidden of somebody's books, comments and lists, and why, the latest first. */
export const listOwnHidden = async ({ db }: Services, userId: string): Promise<OwnHidden[]> => {
  const { rows } = await sql<Omit<OwnHidden, 'until'> & { until: Date | null }>`
    select kind, subject, title, text, reason, by_publisher, until
    from (
      select hidings.id, 'person' as kind, user_id as subject, null as title, null as text, reason, by_publisher, until
      from hidings where user_id = ${userId}
      union all
      select hidings.id, 'book', books.id, title, null, reason, by_publisher, until
      from books join hidings on hidings.book_id = books.id where publisher_id = ${userId}
      union all
      select hidings.id, 'comment', comments.id, case when books.is_hidden then null else title end, text, reason, by_publisher, until
      from comments
      join hidings on comment_id = comments.id
      join books on books.id = comments.book_id
      where comments.user_id = ${userId}
      union all
      select hidings.id, 'list', lists.id, name, null, reason, by_publisher, until
      from lists join hidings on hidings.list_id = lists.id where lists.user_id = ${userId}
    ) as own
    order by id desc
    limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ until, ...hidden }) => ({ ...hidden, until: until?.toISOString() ?? null }))
}
