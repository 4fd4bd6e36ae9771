import { sql } from 'kysely'
import { HIDDEN_AT_ONCE } from '#contract/values/moderation.ts'
import type { Hidden } from '#contract/moderation.ts'
import type { Services } from '#server/platform/services.ts'

interface Row extends Omit<Hidden, 'hiddenAt' | 'until'> {
  hiddenAt: Date
  until: Date | null
}

/** What moderators have hidden, the latest first, after the entry `after`. What publishers have hidden is not theirs to judge. */
export const listHidden = async ({ db }: Services, after: string | undefined): Promise<Hidden[]> => {
  const { rows } = await sql<Row>`
    select
      hidings.id as "_id",
      case
        when hidings.book_id is not null then 'book' when comment_id is not null then 'comment'
        when hidings.list_id is not null then 'list' else 'person'
      end as kind,
      coalesce(hidings.book_id, comment_id, hidings.list_id, hidings.user_id) as subject,
      case when books.id is not null
        then json_build_object('_id', books.id, 'title', title, 'author', author) end as book,
      case when person.id is not null
        then json_build_object('_id', person.id, 'username', person.username) end as person,
      coalesce(comments.text, caption, concat_ws(': ', lists.name, nullif(lists.words, '')), '') as text,
      reason,
      moderator.username as by,
      hidden_at,
      until
    from hidings
    left join comments on comments.id = comment_id
    left join books on books.id = coalesce(hidings.book_id, comments.book_id)
    left join lists on lists.id = hidings.list_id
    left join users as person on person.id = coalesce(
      hidings.user_id, lists.user_id,
      -- Not whose pen name it is.
      case when comment_id is not null then comments.user_id when pen_name_id is null then publisher_id end
    )
    left join users as moderator on moderator.id = hidden_by
    where not by_publisher and (${after ?? null}::uuid is null or hidings.id < ${after ?? null}::uuid)
    order by hidings.id desc
    limit ${HIDDEN_AT_ONCE}`.execute(db)
  return rows.map((row) => ({
    ...row,
    hiddenAt: row.hiddenAt.toISOString(),
    until: row.until?.toISOString() ?? null,
  }))
}
