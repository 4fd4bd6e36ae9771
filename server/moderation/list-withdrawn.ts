import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import type { Output } from '#contract/api/endpoint.ts'
import type { listWithdrawn as call } from '#contract/moderation.ts'
import type { Services } from '#server/platform/services.ts'

const DAYS = 30
const LISTED_MAX = 20

/** The books that a reader has begun and that were hidden or withdrawn in the last 30 days, without their words. */
export const listWithdrawn = async ({ db, now }: Services, userId: string): Promise<Output<typeof call>> => {
  const since = daysBefore(now(), DAYS)
  const { rows } = await sql<{ id: string; page: number; readAt: Date }>`
    select books.id, page, read_at
    from reading_positions as position
    join books on books.id = position.book_id
    where position.user_id = ${userId} and is_hidden and publisher_id is distinct from ${userId} and (
      withdrawn_at >= ${since} or exists (
        select from hidings
        where (hidings.book_id = books.id or hidings.user_id = books.publisher_id) and hidden_at >= ${since}
      )
    )
    order by read_at desc
    limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ id, page, readAt }) => ({ _id: id, page, readAt: readAt.toISOString() }))
}
