import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import type { Services } from '#server/platform/services.ts'

const READ_DAYS = 90
const DAYS = 365
/** Deleted by one statement. */
const PORTION = 5000

/** Deletes notices that were read 90 days ago, and all of them after a year, a portion after the other. */
export const pruneNotices = async ({ db, now }: Services): Promise<void> => {
  const before = (days: number) => daysBefore(now(), days)
  const deleteAll = async (statement: ReturnType<typeof sql>) => {
    for (let deleted = BigInt(PORTION); deleted >= BigInt(PORTION);)
      deleted = (await statement.execute(db)).numAffectedRows ?? 0n
  }
  await deleteAll(sql`
    delete from notices where (user_id, event_id) in (
      select user_id, event_id from notices where read_at < ${before(READ_DAYS)} limit ${PORTION}
    )`)
  await deleteAll(sql`
    delete from notices where (user_id, event_id) in (
      select user_id, event_id from notices join notice_events on notice_events.id = event_id
      where at < ${before(DAYS)} limit ${PORTION}
    )`)
  await deleteAll(sql`
    delete from notice_events where id in (
      select id from notice_events where at < ${before(DAYS)} limit ${PORTION}
    )`)
}
