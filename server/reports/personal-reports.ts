import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'

/**
 * Reports stay without their reporter and words when an account is deleted, and answers are deleted with it. Evidence
 * about an account stays for its time.
 */
export const personalReports: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [reports, answers, counterNotices] = await Promise.all([
      db
        .selectFrom('reports')
        .innerJoin('reportCases', 'reportCases.id', 'caseId')
        .select(['kind', 'subjectName as name', 'reason', 'words', 'page', 'cfi', 'quote', 'at', 'outcome'])
        .where('reporterId', '=', userId)
        .orderBy('reports.id')
        .execute(),
      db
        .selectFrom('reportAnswers')
        .innerJoin('reportCases', 'reportCases.id', 'caseId')
        .select(['kind', 'subjectName as name', 'words', 'at'])
        .where('userId', '=', userId)
        .orderBy('reportAnswers.id')
        .execute(),
      db
        .selectFrom('counterNotices')
        .innerJoin('reportCases', 'reportCases.id', 'caseId')
        .select(['subjectName as title', 'words', 'name', 'email', 'address', 'signature', 'at'])
        .where('userId', '=', userId)
        .orderBy('counterNotices.id')
        .execute(),
    ])
    return { documents: { reports: { reports, answers, counterNotices } } }
  },
  deleteFor: async (_services, trx, { userIds }) => {
    await trx.updateTable('reports').set({ words: '' }).where('reporterId', 'in', userIds).execute()
    await trx.deleteFrom('reportAnswers').where('userId', 'in', userIds).execute()
    await trx.deleteFrom('counterNotices').where('userId', 'in', userIds).execute()
    await trx.updateTable('reportCases').set({ ownerName: null }).where('ownerId', 'in', userIds).execute()
    return async () => {}
  },
}
