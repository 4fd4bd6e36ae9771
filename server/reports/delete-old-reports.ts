import { daysBefore } from '#contract/values/durations.ts'
import { EVIDENCE_DAYS } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'

/** Deletes evidence after its time, and with them decided cases in which nothing has happened since, and no return is scheduled. */
export const deleteOldReports = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> => {
  const oldest = daysBefore(now(), EVIDENCE_DAYS)
  await db.deleteFrom('reportEvidence').where('takenAt', '<', oldest).execute()
  await db
    .deleteFrom('reportCases')
    .where('isOpen', '=', false)
    .where('changedAt', '<', oldest)
    .where('returnsAt', 'is', null)
    .execute()
}
