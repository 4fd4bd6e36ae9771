import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { countEvent } from './count-event.ts'
import { type CaseRow, lockCaseWithSubject } from './decide-report.ts'

export type Side = 'reporter' | 'owner'

/** Stores the one answer of a person to a decision: the case is open again, and what was decided stays until then. */
export const answerReport = (
  services: Services,
  { id, userId, words }: { id: string; userId: string; words: string },
): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const trx = { ...services, db }
    const row = await lockCaseWithSubject(db, id)
    const side = await sideOf(trx, row, userId)
    if (!side) throw new Problem('reportNotFound')
    if (await hasAnswered(trx, row, userId)) throw new Problem('alreadyAnswered')
    if (!isAnswerable(row, side)) throw new Problem('nothingToAnswer')
    await db
      .insertInto('reportAnswers')
      .values({ caseId: id, round: row.round, side, userId, words, at: services.now() })
      .execute()
    await reopenCase(trx, row)
    await countEvent(trx, await reasonOf(trx, row), 'answered')
  })

/** Puts a decided case back into the queue. */
export const reopenCase = async ({ db, now }: Pick<Services, 'db' | 'now'>, { id }: CaseRow): Promise<void> => {
  await db
    .updateTable('reportCases')
    .set(({ eb }) => ({ isOpen: true, hasAnswer: true, version: eb('version', '+', 1), changedAt: now() }))
    .where('id', '=', id)
    .execute()
}

/** An owner can answer what hides the content; a reporter can answer a dismissal, or that it is shown again. */
export const isAnswerable = ({ isOpen, outcome }: Pick<CaseRow, 'isOpen' | 'outcome'>, side: Side): boolean => {
  const isInForce = outcome === 'hidden' || outcome === 'suspended'
  return !isOpen && outcome !== null && isInForce === (side === 'owner')
}

const sideOf = async ({ db }: Services, row: CaseRow, userId: string): Promise<Side | undefined> => {
  if (row.ownerId === userId) return 'owner'
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', row.id)
    .where('round', '=', row.round)
    .where('reporterId', '=', userId)
    .executeTakeFirst()
  return report && 'reporter'
}

const hasAnswered = async ({ db }: Services, row: CaseRow, userId: string): Promise<boolean> => {
  const answer = await db
    .selectFrom('reportAnswers')
    .select('id')
    .where('caseId', '=', row.id)
    .where('round', '=', row.round)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return answer !== undefined
}

/** The reason of the latest decision. */
export const reasonOf = async ({ db }: Pick<Services, 'db'>, { id }: Pick<CaseRow, 'id'>): Promise<string> => {
  const last = await db
    .selectFrom('reportDecisions')
    .select('reason')
    .where('caseId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.reason ?? 'other'
}
