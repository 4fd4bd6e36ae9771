import { Problem } from '#contract/api/problems.ts'
import type { MailedReport } from '#contract/mailed-reports.ts'
import type { Services } from '#server/platform/services.ts'
import { answerReport, reopenCase } from './answer-report.ts'
import { type Mailed, verifyAnswerToken } from '#server/moderation/answer-link.ts'
import { lockCaseWithSubject } from './decide-report.ts'
import { ownReports } from './own-reports.ts'
import { queueMail } from './report-mails.ts'

/** What the link of a mail can be used to answer. */
export const openMailedReport = async (services: Services, token: string): Promise<MailedReport> => {
  const mailed = await verifyAnswerToken(services, token)
  return mailed.side === 'owner' ? suspensionOf(services, mailed.id) : claimOf(services, mailed.id)
}

/** Answers with it. A claimant says to have gone to court, so that the book does not return by itself. */
export const answerMailedReport = async (services: Services, token: string, words: string): Promise<void> => {
  const mailed = await verifyAnswerToken(services, token)
  if (mailed.side === 'claimant') return stopReturn(services, mailed, words)
  const { id } = await caseOfAccount(services, mailed.id)
  return answerReport(services, { id, userId: mailed.id, words })
}

const caseOfAccount = async ({ db }: Services, userId: string) => {
  const row = await db
    .selectFrom('reportCases')
    .selectAll()
    .where('kind', '=', 'person')
    .where('subjectId', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Problem('reportNotFound')
  return row
}

const suspensionOf = async (services: Services, userId: string): Promise<MailedReport> => {
  const row = await caseOfAccount(services, userId)
  const { about } = await ownReports(services, userId)
  const own = about.find(({ _id }) => _id === row.id)
  return {
    side: 'owner',
    name: row.subjectName,
    outcome: own?.outcome ?? null,
    decisionWords: own?.decisionWords ?? '',
    returnsAt: null,
    mayAnswer: own?.mayAnswer ?? false,
    counterNotice: null,
  }
}

const claimOf = async ({ db }: Services, noticeId: string): Promise<MailedReport> => {
  const notice = await db
    .selectFrom('copyrightNotices')
    .innerJoin('reportCases', 'reportCases.id', 'caseId')
    .select(['caseId', 'copyrightNotices.round', 'subjectName', 'outcome', 'returnsAt', 'courtAt'])
    .where('copyrightNotices.id', '=', noticeId)
    .executeTakeFirst()
  if (!notice) throw new Problem('reportNotFound')
  const counterNotice = await db
    .selectFrom('counterNotices')
    .select(['words', 'name', 'email', 'address', 'at'])
    .where('caseId', '=', notice.caseId)
    .where('round', '=', notice.round)
    .executeTakeFirst()
  return {
    side: 'claimant',
    name: notice.subjectName,
    outcome: notice.outcome as MailedReport['outcome'],
    decisionWords: '',
    returnsAt: notice.returnsAt?.toISOString() ?? null,
    mayAnswer: notice.returnsAt !== null && notice.courtAt === null,
    counterNotice: counterNotice ? { ...counterNotice, at: counterNotice.at.toISOString() } : null,
  }
}

const stopReturn = (services: Services, { id }: Mailed, words: string): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const trx = { ...services, db }
    const notice = await db
      .selectFrom('copyrightNotices')
      .select(['caseId', 'courtAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!notice) throw new Problem('reportNotFound')
    const row = await lockCaseWithSubject(db, notice.caseId)
    if (notice.courtAt) throw new Problem('alreadyAnswered')
    if (!row.returnsAt) throw new Problem('nothingToAnswer')
    await db
      .updateTable('copyrightNotices')
      .set({ courtWords: words, courtAt: services.now() })
      .where('id', '=', id)
      .execute()
    await db.updateTable('reportCases').set({ returnsAt: null }).where('id', '=', row.id).execute()
    await reopenCase(trx, row)
    if (row.ownerId) await queueMail(trx, { news: 'court', caseId: row.id, userId: row.ownerId })
  })
