import { sql } from 'kysely'
import type { ReportEvent, ReportReason } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'

/** Adds one to a figure of the transparency page. The last statement of a transaction, since others wait for its row. */
export const countEvent = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  reason: ReportReason | string,
  event: ReportEvent,
): Promise<void> => {
  await sql`
    insert into report_totals as totals (month, reason, event, count)
    values (date_trunc('month', ${now().toISOString()}::timestamptz at time zone 'UTC')::date, ${reason}, ${event}, 1)
    on conflict (month, reason, event) do update set count = totals.count + 1`.execute(db)
}
