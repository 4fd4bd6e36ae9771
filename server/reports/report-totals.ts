import { sql } from 'kysely'
import type { ReportEvent, ReportReason, ReportTotals } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'

/** What was reported and decided in the latest two years, by month and reason. */
export const reportTotals = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<ReportTotals> => {
  const { rows } = await sql<{ month: string; reason: ReportReason; counts: Record<ReportEvent, number> }>`
    select to_char(month, 'YYYY-MM') as month, reason, jsonb_object_agg(event, count) as counts
    from report_totals
    where month > ${now().toISOString()}::timestamptz - interval '24 months'
    group by month, reason
    order by month desc, reason`.execute(db)
  return rows
}
