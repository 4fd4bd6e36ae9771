import type { Decision } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'
import { queueDecisionMails } from './report-mails.ts'

const BATCH = 100

/** Queues the mails to reporters and claimants about what was hidden or shown elsewhere than in the queue. */
export const queueMissingMails = ({ db, jobs }: Services): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const decisions = await trx
      .selectFrom('reportDecisions')
      .select(['id', 'caseId', 'decision'])
      .where('hasMails', '=', false)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { caseId, decision } of decisions)
      await queueDecisionMails({ db: trx, jobs }, { caseId, decision: decision as Decision })
    if (decisions.length === 0) return
    const ids = decisions.map(({ id }) => id)
    await trx.updateTable('reportDecisions').set({ hasMails: true }).where('id', 'in', ids).execute()
  })
