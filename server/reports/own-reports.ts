import { sql } from 'kysely'
import type { Outcome, OwnReports, ReportKind, ReportReason } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'
import { isAnswerable } from './answer-report.ts'

const LISTED = 50

interface OwnRow {
  id: string
  kind: ReportKind
  name: string
  bookId: string | null
  subject: string
  at: Date
  reason: ReportReason
  words: string
  isOpen: boolean
  isCurrent: boolean
  outcome: Outcome | null
  decisionWords: string | null
  until: Date | null
  answer: string | null
  hasNotice: boolean
  hasCounterNotice: boolean
  notices: { work: string; place: string; name: string }[]
  returnsAt: Date | null
}

/** The latest reports by a person, and the latest decisions about what is that person's. */
export const ownReports = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<OwnReports> => {
  const [{ rows: made }, { rows: about }] = await Promise.all([
    sql<OwnRow>`
      select ${CASE}, reports.at, reports.reason, reports.words, reports.round = cases.round as is_current,
        case when reports.round = cases.round then cases.outcome else decision.outcome end as outcome,
        false as has_counter_notice, '[]'::jsonb as notices
      from reports
      join report_cases as cases on cases.id = reports.case_id
      ${decisionOf(sql`reports.round`)} ${answerOf(userId, sql`reports.round`)}
      where reporter_id = ${userId}
      order by reports.id desc limit ${LISTED}`.execute(db),
    sql<OwnRow>`
      select ${CASE}, cases.outcome, coalesce(decision.at, cases.changed_at) as at, coalesce(decision.reason, 'other') as reason,
        '' as words, true as is_current,
        exists (
          select from counter_notices where case_id = cases.id and round = cases.round
        ) as has_counter_notice,
        (
          select coalesce(jsonb_agg(jsonb_build_object('work', work, 'place', place, 'name', name) order by id), '[]')
          from copyright_notices where case_id = cases.id and round = cases.round
        ) as notices
      from report_cases as cases ${decisionOf(sql`cases.round`)} ${answerOf(userId, sql`cases.round`)}
      where owner_id = ${userId} and cases.outcome in ('hidden', 'suspended', 'restored')
      order by cases.changed_at desc limit ${LISTED}`.execute(db),
  ])
  return {
    made: made.map((row) => toOwnCase(row, 'reporter')),
    about: about.map((row) => ({
      ...toOwnCase(row, 'owner'),
      subject: row.subject,
      mayCounter: row.kind === 'book' && row.hasNotice && row.outcome === 'hidden' && !row.hasCounterNotice,
      notices: row.notices,
      returnsAt: row.returnsAt?.toISOString() ?? null,
    })),
  }
}

const CASE = sql`
  cases.id, kind, subject_name as name, subject_id as subject, book_id, is_open, has_notice, returns_at, answer.words as answer,
  decision.words as decision_words, decision.until`

/** The latest decision of a round. */
const decisionOf = (round: ReturnType<typeof sql>) => sql`
  left join lateral (
    select
      reason, words, until, at,
      case decision
        when 'hide' then 'hidden' when 'suspend' then 'suspended' when 'dismiss' then 'dismissed'
        when 'restore' then 'restored'
      end as outcome
    from report_decisions
    where case_id = cases.id and round = ${round} and decision not in ('uphold', 'reopen')
    order by id desc limit 1
  ) as decision on true`

const answerOf = (userId: string, round: ReturnType<typeof sql>) => sql`
  left join report_answers as answer
    on answer.case_id = cases.id and answer.round = ${round} and answer.user_id = ${userId}`

const toOwnCase = (row: OwnRow, side: 'reporter' | 'owner') => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  bookId: row.bookId,
  at: row.at.toISOString(),
  reason: row.reason,
  words: row.words,
  isOpen: row.isOpen && row.isCurrent,
  outcome: row.outcome,
  decisionWords: row.decisionWords ?? '',
  until: row.until?.toISOString() ?? null,
  mayAnswer: row.isCurrent && row.answer === null && isAnswerable(row, side),
  answer: row.answer,
})
