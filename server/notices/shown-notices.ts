import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { UNREAD_MAX, type NoticeKind } from '#contract/values/notices.ts'
import { isNotBlocked } from '#server/restrictions/is-not-blocked.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

/** How many ratings or comments of its day a notice is about; null for other kinds. */
const count = (userId: string) => sql<number | null>`case notices.kind
  when 'rated' then (select rated from book_days where book_days.book_id = event.book_id and book_days.day = event.day)
  when 'commented' then (
    select count(*)::int from (
      select from comments
      where comments.book_id = event.book_id and not comments.is_hidden
        and comments.created_at >= event.day and comments.created_at < event.day + 1
        and comments.user_id is distinct from ${userId}::uuid and ${isNotBlocked(sql`comments.user_id`, userId)}
      limit ${sql.lit(UNREAD_MAX + 1)}
    ) as shown
  )
end`

/** What a notice tells in somebody's words: the reply, or what changed in the last of the new versions of its day. */
const text = sql`case notices.kind
  when 'version' then (
    select note from book_versions as version
    where version.book_id = event.book_id and version.created_at >= event.day and version.created_at < event.day + 1
    order by version.number desc
    limit 1
  )
  else reply.text
end`

/**
 * The condition that what a notice is about is shown to its owner now: it is asked whenever notices are read, counted or
 * mailed. Blocks are about accounts: a book under a pen name is told of as if its account were another.
 */
const isShownTo = (userId: string, at: Date) => sql<SqlBool>`(
  (event.book_id is null or ${isShown})
  and (
    event.comment_id is null
    or not reply.is_hidden and (reply.user_id is null or ${isNotBlocked(sql`reply.user_id`, userId)})
  )
  and (
    notices.kind not in ('author', 'series', 'tag', 'genre', 'version')
    or books.publisher_id is null or books.pen_name_id is not null or ${isNotBlocked(sql`books.publisher_id`, userId)}
  )
  and (notices.kind <> 'premium' or books.is_premium and (books.premium_until is null or books.premium_until > ${at}))
  and (notices.kind not in ('rated', 'commented') or ${count(userId)} > 0)
)`

const shown = (userId: string, at: Date) => sql`
  notices
  join notice_events as event on event.id = notices.event_id
  left join books on books.id = event.book_id
  left join comments as reply on reply.id = event.comment_id
  left join users as writer on writer.id = reply.user_id
  where notices.user_id = ${userId}::uuid and ${isShownTo(userId, at)}`

export interface NoticeRow {
  id: string
  kind: NoticeKind
  at: Date
  isNew: boolean
  bookId: string | null
  title: string | null
  author: string | null
  text: string | null
  by: string | null
  count: number | null
}

/** The notices of somebody that are shown, the latest first. `where` names `notices`. */
export const selectNotices = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<NoticeRow[]> => {
  const { rows } = await sql<NoticeRow>`
    select
      notices.event_id as id, notices.kind, event.at, notices.read_at is null as is_new, event.book_id, books.title,
      books.author, ${text} as text, writer.username as by, ${count(userId)} as count
    from ${shown(userId, now())} and ${where}
    order by notices.event_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** How many of them are unread, up to one more than are counted. */
export const countUnread = async ({ db, now }: Services, userId: string): Promise<{ count: number }> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${shown(userId, now())} and notices.read_at is null
      order by notices.event_id desc
      limit ${sql.lit(UNREAD_MAX + 1)}
    ) as unread`.execute(db)
  return { count: rows[0]?.count ?? 0 }
}
