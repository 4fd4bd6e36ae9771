import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { ReportReason, ReportRule } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWebhooks } from '#server/webhooks/queue-webhooks.ts'
import { countEvent } from './count-event.ts'
import type { ReportedPlace } from './place-of-report.ts'
import type { ReportSubject } from './report-subject.ts'
import type { Evidence } from './take-evidence.ts'

interface NewReport {
  /** Null for a notice of copyright and for a rule. */
  reporterId: string | null
  rule?: ReportRule
  reason: ReportReason
  words: string
  evidence: Evidence
  place?: ReportedPlace
  isNotice?: boolean
}

/**
 * Adds a report to the case of its subject, in the caller's transaction. A report after a decision begins a new round,
 * except one by the same person of the same thing, which that person can answer instead.
 */
export const addReport = async (
  trx: Pick<Services, 'db' | 'jobs' | 'now'>,
  subject: ReportSubject,
  { reporterId, rule, reason, words, evidence, place, isNotice = false }: NewReport,
): Promise<{ caseId: string; round: number }> => {
  const { db } = trx
  const at = trx.now()
  const found = await lockCase(trx, subject)
  const evidenceId = await storeEvidence(trx, found.id, evidence)
  const isKnown = await hasReported(trx, { caseId: found.id, round: found.round, reporterId, rule })
  if (isKnown && (found.isOpen || (!rule && !evidenceId.isNew))) throw new Problem('alreadyReported')
  const round = found.isOpen ? found.round : found.round + 1
  await db
    .insertInto('reports')
    .values({ caseId: found.id, round, reporterId, rule, reason, words, evidenceId: evidenceId.id, ...place, at })
    .execute()
  const isInForce = found.outcome === 'hidden' || found.outcome === 'suspended'
  await db
    .updateTable('reportCases')
    .set(({ eb, lit }) => ({
      isOpen: true,
      reportCount: found.isOpen ? eb('reportCount', '+', 1) : 1,
      ...(isNotice && { hasNotice: true }),
      ...(!found.isOpen && {
        round,
        firstAt: at,
        hasAnswer: false,
        hasNotice: isNotice,
        version: eb('version', '+', 1),
        returnsAt: null,
        outcome: isInForce ? found.outcome : lit(null),
      }),
      changedAt: at,
    }))
    .where('id', '=', found.id)
    .execute()
  await countEvent(trx, reason, 'reported')
  await queueWebhooks(trx, 'report.created', { case: found.id, kind: subject.kind, reason })
  return { caseId: found.id, round }
}

/** The case of a subject, created if there is none, locked until the transaction ends. */
const lockCase = async ({ db, now }: Pick<Services, 'db' | 'now'>, subject: ReportSubject) => {
  const { kind, id, name, bookId, ownerId, ownerName } = subject
  const { rows } = await sql<{ id: string; isOpen: boolean; round: number; outcome: string | null }>`
    insert into report_cases (kind, subject_id, subject_name, book_id, owner_id, owner_name, first_at, changed_at)
    values (${kind}, ${id}, ${name}, ${bookId}, ${ownerId}, ${ownerName}, ${now()}, ${now()})
    on conflict (kind, subject_id) do update set
      subject_name = excluded.subject_name, owner_id = excluded.owner_id, owner_name = excluded.owner_name
    returning id, is_open, round, outcome`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an upsert returns its row')
  return row
}

const storeEvidence = async ({ db, now }: Pick<Services, 'db' | 'now'>, caseId: string, evidence: Evidence) => {
  const { words, ...rest } = evidence
  const added = await db
    .insertInto('reportEvidence')
    .values({ caseId, words: JSON.stringify(words), ...rest, takenAt: now() })
    .onConflict((conflict) => conflict.columns(['caseId', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { id: added.id, isNew: true }
  const { id } = await db
    .selectFrom('reportEvidence')
    .select('id')
    .where('caseId', '=', caseId)
    .where('fingerprint', '=', evidence.fingerprint)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

const hasReported = async (
  { db }: Pick<Services, 'db'>,
  {
    caseId,
    round,
    reporterId,
    rule,
  }: { caseId: string; round: number; reporterId: string | null; rule: ReportRule | undefined },
): Promise<boolean> => {
  if (!reporterId && !rule) return false
  const known = await db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', caseId)
    .where('round', '=', round)
    .where(rule ? 'rule' : 'reporterId', '=', rule ?? reporterId)
    .executeTakeFirst()
  return known !== undefined
}
