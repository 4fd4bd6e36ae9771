import { DAY_MS } from '#contract/values/durations.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { countEvent } from './count-event.ts'
import { lockCaseWithSubject } from './decide-report.ts'
import { queueMail } from './report-mails.ts'

interface CounterNoticeInput {
  words: string
  name: string
  email: string
  address: string
  signature: string
}

/** Answers a notice of copyright: the book returns after the waiting time, and the claimants are told until when to act. */
export const sendCounterNotice = (
  services: Services,
  caller: Caller,
  caseId: string,
  { words, name, email, address, signature }: CounterNoticeInput,
): Promise<{ returnsAt: string }> =>
  services.db.transaction().execute(async (db) => {
    const trx = { ...services, db }
    const row = await lockCaseWithSubject(db, caseId)
    if (row.ownerId !== caller.id) throw new Problem('reportNotFound')
    if (!row.hasNotice || row.kind !== 'book' || row.outcome !== 'hidden') throw new Problem('nothingToAnswer')
    const { counterNoticeDays } = await readSiteSettings(trx)
    const at = services.now()
    const returnsAt = new Date(at.getTime() + counterNoticeDays * DAY_MS)
    const values = { words, name, email, address, signature, at }
    const added = await db
      .insertInto('counterNotices')
      .values({ caseId, round: row.round, userId: caller.id, ...values })
      .onConflict((conflict) => conflict.columns(['caseId', 'round']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Problem('alreadyAnswered')
    await db.updateTable('reportCases').set({ returnsAt, changedAt: at }).where('id', '=', caseId).execute()
    const notices = await db
      .selectFrom('copyrightNotices')
      .select('id')
      .where('caseId', '=', caseId)
      .where('round', '=', row.round)
      .execute()
    for (const { id } of notices) await queueMail(trx, { news: 'countered', caseId, noticeId: id })
    await queueMail(trx, { news: 'countered', caseId, userId: caller.id })
    await countEvent(trx, 'copyright', 'answered')
    return { returnsAt: returnsAt.toISOString() }
  })
