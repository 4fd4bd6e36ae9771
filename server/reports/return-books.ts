import { THE_SITE } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { lockCaseWithSubject, storeDecision } from './decide-report.ts'

const BATCH = 100

/** Shows the books again whose waiting time after a counter-notice is over. */
export const returnBooks = async (services: Services): Promise<void> => {
  const due = await services.db
    .selectFrom('reportCases')
    .select('id')
    .where('returnsAt', '<=', services.now())
    .orderBy('returnsAt')
    .limit(BATCH)
    .execute()
  for (const { id } of due)
    await returnBook(services, id)
      .then(services.invalidate)
      .catch((error: unknown) => services.log.error({ err: error, caseId: id }, 'book not returned'))
  if (due.length > 0) services.log.info({ books: due.length }, 'books returned after a counter-notice')
}

/** In a transaction of its own: a moderator or the claimant may have been faster, or the book deleted. */
const returnBook = (services: Services, id: string): Promise<string[]> =>
  services.db.transaction().execute(async (db) => {
    const row = await lockCaseWithSubject(db, id)
    if (!row.returnsAt || row.returnsAt > services.now()) return []
    const book = await db.selectFrom('books').select('id').where('id', '=', row.subjectId).executeTakeFirst()
    if (!book) {
      await db.updateTable('reportCases').set({ returnsAt: null }).where('id', '=', id).execute()
      return []
    }
    const words = 'Nobody has gone to court within the waiting time after the counter-notice.'
    return storeDecision({ ...services, db }, row, { by: THE_SITE, decision: 'restore', reason: 'copyright', words })
  })
