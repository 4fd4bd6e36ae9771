import { sql } from 'kysely'
import { DAY_MS, daysBefore } from '#contract/values/durations.ts'
import { isProblem } from '#contract/api/problems.ts'
import type { ReportKind, ReportRule } from '#contract/reports.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { addReport } from './add-report.ts'
import { findSubject } from './report-subject.ts'
import { takeEvidence } from './take-evidence.ts'

/** Within an hour. */
const LIMITS: Record<Exclude<ReportRule, 'same-file'>, number> = {
  'refused-comments': 3,
  'many-reports': 20,
  'new-ratings': 20,
  'new-comments': 20,
}
/** Listed at once; the next run finds the others. */
const BATCH = 50

interface Found {
  kind: ReportKind
  id: string
  rule: ReportRule
}

/**
 * Reports what looks like spam or a burst: accounts whose comments were refused repeatedly, that report much, or that are
 * new and comment much; books that many new accounts rate, and those that have the file of another account's book.
 */
export const reportByRule = async (services: Services): Promise<void> => {
  const found = await findByRules(services)
  for (const { kind, id, rule } of found) await report(services, { kind, id, rule })
  await forgetRefusals(services)
  if (found.length > 0) services.log.info({ reports: found.length }, 'reported by rule')
}

const report = async (services: Services, { kind, id, rule }: Found): Promise<void> => {
  const subject = await findSubject(services.db, { kind, id })
  if (!subject) return
  const evidence = await takeEvidence(services, subject)
  const reason = rule === 'same-file' ? 'copyright' : 'spam'
  await services.db
    .transaction()
    .execute((db) => addReport({ ...services, db }, subject, { reporterId: null, rule, reason, words: '', evidence }))
    .catch((error: unknown) => {
      if (!isProblem(error, 'conflict')) throw error
    })
  if (rule === 'same-file')
    await services.db.updateTable('sameFiles').set({ isReported: true }).where('bookId', '=', id).execute()
}

/** What no report of the same rule within a day names already. */
const findByRules = async ({ db, now }: Services): Promise<Found[]> => {
  const at = now().getTime()
  const hour = new Date(at - 3_600_000)
  const day = new Date(at - DAY_MS)
  const { rows } = await sql<Found>`
    with found (kind, id, rule) as (
      select 'person', user_id, 'refused-comments' from refused_comments where at > ${hour}
      group by user_id having count(*) >= ${LIMITS['refused-comments']}
      union all
      select 'person', reporter_id, 'many-reports' from reports where at > ${hour} and reporter_id is not null
      group by reporter_id having count(*) >= ${LIMITS['many-reports']}
      union all
      select 'book', book_id, 'new-ratings'
      from users join ratings on ratings.user_id = users.id
      where users.created_at > ${day} and rated_at > ${hour} and not is_hidden
      group by book_id having count(*) >= ${LIMITS['new-ratings']}
      union all
      select 'person', users.id, 'new-comments'
      from users join comments on comments.user_id = users.id
      where users.created_at > ${day} and comments.created_at > ${hour}
      group by users.id having count(*) >= ${LIMITS['new-comments']}
      union
      select 'book', book_id, 'same-file' from same_files join books on books.id = book_id
      where not is_reported and ${isShown}
    )
    select kind, found.id, found.rule from found
    where not exists (
      select from reports join report_cases as cases on cases.id = case_id
      where cases.kind = found.kind and cases.subject_id = found.id and reports.rule = found.rule and reports.at > ${day}
    )
    limit ${BATCH}`.execute(db)
  return rows
}

const forgetRefusals = async ({ db, now }: Services): Promise<void> => {
  await db.deleteFrom('refusedComments').where('at', '<', daysBefore(now(), 1)).execute()
}
