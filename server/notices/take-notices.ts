import { sql } from 'kysely'
import { DAY_MS } from '#contract/values/durations.ts'
import type { NoticeKind, NoticeWay } from '#contract/values/notices.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { awaitsMail } from './notice-settings.ts'
import { type NoticeRow, selectNotices } from './shown-notices.ts'

/** The maximum in one mail: the latest. The inbox has all. */
const MAILED = 50
/** Older ones are not mailed any more, such as those of a book that was hidden for a while. */
const MAILED_DAYS = 8

interface Waiting {
  how: NoticeWay
  kind?: NoticeKind
  /** Only notices of events before this time are taken. */
  before: Date
}

/**
 * Takes the notices that wait for a mail to somebody, so that no other process sends them. Returns those that are shown and
 * not read yet, and what gives them back if the mail was certainly not accepted.
 */
export const takeNotices = async (
  services: Pick<Services, 'db' | 'now'>,
  userId: string,
  { how, kind, before }: Waiting,
): Promise<{ notices: NoticeRow[]; giveBack: () => Promise<void> }> => {
  const { db, now } = services
  const since = now().getTime() - MAILED_DAYS * DAY_MS
  // If the second statement fails, no notice is marked as taken.
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ eventId: string; at: Date }>`
    update notices set awaits_mail = false
    from notice_events as event
    where event.id = notices.event_id and notices.user_id = ${userId}::uuid and event.at < ${before} and ${awaitsMail(how)}
      ${kind === undefined ? sql`` : sql`and notices.kind = ${kind}`}
    returning notices.event_id, event.at`.execute(trx)
    const ids = rows.flatMap(({ eventId, at }) => (at.getTime() > since ? [eventId] : []))
    const notices =
      ids.length === 0
        ? []
        : await selectNotices({ ...services, db: trx }, userId, {
            where: sql`notices.event_id = any(${ids}::uuid[]) and notices.read_at is null`,
            limit: MAILED,
          })
    return { notices, giveBack: () => giveBack(db, userId, ids) }
  })
}

const giveBack = async (db: Database, userId: string, ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('notices')
    .set({ awaitsMail: true })
    .where('userId', '=', userId)
    .where('eventId', 'in', ids)
    .execute()
}
