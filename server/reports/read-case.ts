import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ReportCase } from '#contract/report-queue.ts'
import type { Decision, ReportReason, ReportRule } from '#contract/reports.ts'
import type { Services } from '#server/platform/services.ts'
import { declarationsOf } from '#server/publishing/rights.ts'
import { sameFilesOf } from '#server/publishing/files/same-files.ts'
import { oneCase, type Viewer } from './list-cases.ts'

const LISTED_REPORTS = 50
const LISTED_EVIDENCE = 5

/**
 * A case with everything that a moderator decides by. Only administrators see the addresses in notices of copyright, and
 * moderators not who has reported them.
 */
export const readCase = async (services: Services, caller: Viewer, id: string): Promise<ReportCase> => {
  const { db } = services
  const row = await oneCase(services, caller, id)
  const toldReporter = (by: string | null) => (row.isOwn ? null : by)
  const mayRead = caller.userType === 'admin'
  const [evidence, reports, ownerHistory, answers, notices, counter, decisions, declarations, sameFiles] =
    await Promise.all([
      readEvidence(services, id),
      readReports(services, id),
      historyOfOwner(services, id),
      db
        .selectFrom('reportAnswers')
        .leftJoin('users', 'users.id', 'userId')
        .select(['side', 'username as by', 'words', 'at'])
        .where('caseId', '=', id)
        .orderBy('reportAnswers.id')
        .execute(),
      db.selectFrom('copyrightNotices').selectAll().where('caseId', '=', id).orderBy('id').execute(),
      db
        .selectFrom('counterNotices')
        .selectAll()
        .where('caseId', '=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
      db.selectFrom('reportDecisions').selectAll().where('caseId', '=', id).orderBy('id').execute(),
      row.kind === 'book' ? declarationsOf(db, row.subjectId) : [],
      row.kind === 'book' ? sameFilesOf(db, row.subjectId) : [],
    ])
  return {
    ...row,
    evidence,
    reports: reports.map((report) => ({ ...report, by: toldReporter(report.by) })),
    ownerHistory,
    declarations,
    sameFiles,
    answers: answers.map(({ side, by, words, at }) => ({
      // The owner of a book under a pen name answers under that.
      by: side === 'reporter' ? toldReporter(by) : row.kind === 'book' ? row.owner : by,
      words,
      side: side as 'reporter' | 'owner',
      at: at.toISOString(),
    })),
    notices: notices.map(({ work, place, name, signature, email, address, courtWords, at }) => ({
      work,
      place,
      name,
      signature,
      courtWords,
      email: mayRead ? email : null,
      address: mayRead ? address : null,
      at: at.toISOString(),
    })),
    counterNotice: counter
      ? {
          words: counter.words,
          name: counter.name,
          signature: counter.signature,
          at: counter.at.toISOString(),
          email: mayRead ? counter.email : null,
          address: mayRead ? counter.address : null,
        }
      : null,
    decisions: decisions.map(({ decision, reason, words, until, decidedByName, at }) => ({
      decision: decision as Decision,
      reason: reason as ReportReason,
      words,
      until: until?.toISOString() ?? null,
      by: decidedByName,
      at: at.toISOString(),
    })),
  }
}

const readEvidence = async ({ db }: Services, caseId: string): Promise<ReportCase['evidence']> => {
  const rows = await db
    .selectFrom('reportEvidence')
    .selectAll()
    .where('caseId', '=', caseId)
    .orderBy('id', 'desc')
    .limit(LISTED_EVIDENCE)
    .execute()
  return rows.map(({ takenAt, words, cover, page, pageNumber }) => ({
    takenAt: takenAt.toISOString(),
    words: words as Record<string, string>,
    cover: toDataUrl(cover),
    page: toDataUrl(page),
    pageNumber,
  }))
}

/** An image cannot be loaded with a token, so it is sent with the case. */
const toDataUrl = (webp: Buffer | null) => webp && `data:image/webp;base64,${webp.toString('base64')}`

interface ReportRow {
  id: string
  by: string | null
  rule: ReportRule | null
  reason: ReportReason
  words: string
  at: Date
  all: number | null
  upheld: number | null
  page: number | null
  cfi: string | null
  quote: string | null
}

const readReports = async ({ db }: Services, caseId: string): Promise<ReportCase['reports']> => {
  const { rows } = await sql<ReportRow>`
    with listed as (
      select reports.* from reports join report_cases as cases on cases.id = case_id and cases.round = reports.round
      where case_id = ${caseId} order by reports.id desc limit ${LISTED_REPORTS}
    )
    select listed.id, username as by, rule, reason, words, at, page, cfi, quote, history.all, history.upheld
    from listed
    left join users on users.id = reporter_id
    left join lateral (
      select count(*)::int as all, (count(*) filter (where outcome in ('hidden', 'suspended')))::int as upheld
      from reports join report_cases as cases on cases.id = case_id
      where reporter_id = listed.reporter_id
    ) as history on listed.reporter_id is not null
    order by listed.id desc`.execute(db)
  return rows.map(({ id, at, all, upheld, page, cfi, quote, ...row }) => ({
    ...row,
    _id: id,
    at: at.toISOString(),
    history: all === null || upheld === null ? null : { reports: all, upheld },
    place: page === null ? null : { page, ...(cfi !== null && { cfi }), ...(quote !== null && { quote }) },
  }))
}

/** The condition that a case is about a book under a pen name. */
const isUnderPenName = (of: RawBuilder<unknown>) => sql<SqlBool>`(${of}.kind = 'book' and exists (
  select from pen_names where user_id = ${of}.owner_id and name = ${of}.owner_name
))`

/** How often anything of the same person was reported, and how often something was hidden; of a pen name its books alone. */
const historyOfOwner = async ({ db }: Services, caseId: string): Promise<ReportCase['ownerHistory']> => {
  const { rows } = await sql<{ reports: number; upheld: number }>`
    select
      coalesce(sum(cases.report_count), 0)::int as reports,
      (count(*) filter (where cases.outcome in ('hidden', 'suspended')))::int as upheld
    from report_cases as cases join report_cases as this on this.id = ${caseId} and this.owner_id = cases.owner_id
    where case when ${isUnderPenName(sql`this`)}
      then cases.kind = 'book' and cases.owner_name = this.owner_name
      else not ${isUnderPenName(sql`cases`)} end
    having count(*) > 0`.execute(db)
  return rows[0] ?? null
}
