import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { Decision, Outcome, ReportKind, ReportReason } from '#contract/reports.ts'
import { lockAccounts, lockBooks } from '#server/locks/lock-order.ts'
import { hideContent, showContent } from '#server/moderation/hide-content.ts'
import { endSuspension, suspendAccount } from '#server/moderation/suspend-account.ts'
import { type Actor, recordAudit } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { countEvent } from './count-event.ts'
import { queueDecisionMails } from './report-mails.ts'
import { OUTCOME_PHRASES, REASON_TEXTS } from './report-texts.ts'

interface DecisionInput {
  id: string
  decision: Decision
  /** The version of the case that was shown. */
  version: number
  reason?: ReportReason | undefined
  words: string
  /** An ISO date and time in the future; null for good. */
  until: string | null
}

/**
 * Stores what a moderator decides, does it and queues the mails, in one transaction. Throws a conflict that names who
 * has decided, if the case is not as the moderator saw it.
 */
export const decideReport = async (services: Services, by: Actor, input: DecisionInput): Promise<void> => {
  if (input.decision === 'suspend' && by.userType !== 'admin') throw new Problem('adminReport')
  const until = endOf(services, input.until)
  const tags = await services.db.transaction().execute(async (db) => {
    const row = await lockCaseWithSubject(db, input.id)
    if (by.userType === 'moderator' && by.id === row.ownerId) throw new Problem('notAgainstYourself')
    if (row.version !== input.version) throw await conflictOf({ ...services, db }, row)
    return storeDecision({ ...services, db }, row, { ...input, until, by })
  })
  services.invalidate(tags)
}

const endOf = ({ now }: Services, until: string | null): Date | null => {
  if (until === null) return null
  const end = new Date(until)
  if (end > now()) return end
  const message = 'The end is in the future.'
  throw new Problem('invalid', { message, errors: { until: message } })
}

export type CaseRow = Awaited<ReturnType<typeof lockCaseWithSubject>>

/** Locks the account and the book of a case and then the case, in the order of `lockAccounts`. */
export const lockCaseWithSubject = async (trx: Services['db'], id: string) => {
  const seen = await trx
    .selectFrom('reportCases')
    .select(['kind', 'subjectId', 'bookId', 'ownerId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!seen) throw new Problem('reportNotFound')
  if (seen.ownerId && seen.kind === 'person') await lockAccounts(trx, [seen.ownerId], { admins: true })
  if (seen.bookId) await lockBooks(trx, sql`select ${seen.bookId}::uuid`)
  const row = await trx.selectFrom('reportCases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Problem('reportNotFound')
  return { ...row, kind: row.kind as ReportKind, outcome: row.outcome as Outcome | null }
}

const conflictOf = async ({ db }: Pick<Services, 'db'>, row: CaseRow): Promise<Problem> => {
  if (row.isOpen || !row.outcome) return new Problem('changedMeanwhile')
  const last = await db
    .selectFrom('reportDecisions')
    .select('decidedByName')
    .where('caseId', '=', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last?.decidedByName ?? 'Somebody else'
  return new Problem('decidedMeanwhile', {
    message: `${who} has decided this in the meantime: ${OUTCOME_PHRASES[row.outcome]}.`,
  })
}

interface Deciding {
  by: Actor
  decision: Decision
  reason?: ReportReason | undefined
  words: string
  until?: Date | null
}

const DONE: Partial<Record<Decision, Outcome>> = {
  hide: 'hidden',
  suspend: 'suspended',
  dismiss: 'dismissed',
  restore: 'restored',
}

/** Does what was decided about a locked case. Returns the tags of the cached responses that it outdates. */
export const storeDecision = async (
  trx: Services,
  row: CaseRow,
  { by, decision, reason = undefined, words, until = null }: Deciding,
): Promise<string[]> => {
  if (!isPossible(row, decision)) throw new Problem('decisionImpossible')
  const { db } = trx
  const at = trx.now()
  const because = reason ?? (await mainReason(db, row))
  const outcome = decision === 'reopen' ? null : (DONE[decision] ?? row.outcome)
  // Before the content is hidden: the triggers on hidings and accounts store only what the queue has not.
  await db
    .updateTable('reportCases')
    .set(({ eb }) => ({
      outcome,
      isOpen: decision === 'reopen',
      changedAt: at,
      version: eb('version', '+', 1),
      ...(decision === 'restore' && { returnsAt: null }),
      ...(decision !== 'reopen' && { hasAnswer: false }),
    }))
    .where('id', '=', row.id)
    .execute()
  await db
    .insertInto('reportDecisions')
    .values({
      caseId: row.id,
      round: row.round,
      decision,
      reason: because,
      words,
      until,
      at,
      decidedBy: by.id,
      decidedByName: by.id ? by.username : null,
    })
    .execute()
  const tags = await act(trx, row, { by, decision, reason: because, words, until })
  if (decision !== 'reopen') await queueDecisionMails(trx, { caseId: row.id, decision })
  if (DONE[decision]) await countEvent(trx, because, DONE[decision])
  return tags
}

const isPossible = ({ isOpen, outcome, kind }: CaseRow, decision: Decision): boolean => {
  const isInForce = outcome === 'hidden' || outcome === 'suspended'
  if (decision === 'restore') return isInForce
  if (decision === 'uphold') return isOpen && isInForce
  if (decision === 'reopen') return !isOpen && outcome === 'dismissed'
  if (decision === 'suspend') return isOpen && kind === 'person' && outcome !== 'suspended'
  return isOpen && !isInForce
}

/** The reason that most reports of this round name. */
const mainReason = async (db: Services['db'], { id, round }: CaseRow): Promise<ReportReason> => {
  const { rows } = await sql<{ reason: ReportReason }>`
    select reason from reports where case_id = ${id} and round = ${round}
    group by reason order by count(*) desc, reason limit 1`.execute(db)
  return rows[0]?.reason ?? 'other'
}

const act = async (
  trx: Services,
  { id: caseId, kind, subjectId: id, subjectName: name, outcome }: CaseRow,
  {
    by,
    decision,
    reason,
    words,
    until,
  }: { by: Actor; decision: Decision; reason: ReportReason; words: string; until: Date | null },
): Promise<string[]> => {
  const because = [REASON_TEXTS[reason], words].filter(Boolean).join(': ')
  if (decision === 'hide') return (await hideContent(trx, trx.db, { kind, id, by, reason: because, until })).invalidates
  if (decision === 'suspend') await suspendAccount(trx, trx.db, { userId: id, by, reason: because, until })
  else if (decision === 'restore' && outcome === 'hidden')
    return (await showContent(trx, trx.db, { kind, id, by, ...(words && { reason: words }) })).invalidates
  else if (decision === 'restore') await endSuspension(trx, trx.db, { userId: id, by, ...(words && { reason: words }) })
  else await recordAudit(trx.db, by, { action: `${decision} report`, subject: `report ${caseId}`, name })
  return []
}
