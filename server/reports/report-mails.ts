import type { Decision, Outcome, ReportKind } from '#contract/reports.ts'
import { renderMail } from '#server/accounts/mail-template.ts'
import { answerLink } from '#server/moderation/answer-link.ts'
import { mayGetMail } from '#server/accounts/is-suspended.ts'
import { lastDayOf } from '#server/accounts/last-day.ts'
import { stopAddresses, stopHeaders, wantsMail } from '#server/notices/notice-settings.ts'
import { recordDecision, TELL_JOB } from '#server/notices/record-event.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { OUTCOME_TEXTS } from './report-texts.ts'

export const REPORT_MAIL_JOB = 'report-mail'
export const DECISION_MAILS_JOB = 'queue-decision-mails'

type Trx = Pick<Services, 'db' | 'jobs'>
type PersonNews = 'decided' | 'upheld' | 'notice' | 'countered' | 'court'
type ClaimantNews = 'received' | 'decided' | 'countered'

/** A mail about a case to an account, or to the claimant of a notice of copyright. */
export type ReportMail = { caseId: string } & (
  | { news: PersonNews; userId: string }
  | { news: ClaimantNews; noticeId: string }
)

export const queueMail = async ({ db, jobs }: Trx, mail: ReportMail): Promise<void> => {
  await jobs.enqueue(db, REPORT_MAIL_JOB, { ...mail })
}

/** Queues the mails about a decision. There may be thousands of reporters, so a job finds them. */
export const queueDecisionMails = async (
  { db, jobs }: Trx,
  { caseId, decision }: { caseId: string; decision: Decision },
): Promise<void> => {
  await jobs.enqueue(db, DECISION_MAILS_JOB, { caseId, decision })
}

/**
 * Tells the reporters of the round by a notice, and queues a mail to each reporter and claimant of the round, and to the
 * owner where hiding the content does not send one already.
 */
export const queueMailsAbout = (
  services: Services,
  { caseId, decision }: { caseId: string; decision: Decision },
): Promise<void> =>
  services.db
    .transaction()
    .execute((db) => tellOf({ ...services, db }, { caseId, decision }))
    .then(() => services.jobs.runSoon(TELL_JOB))

const tellOf = async (trx: Services, { caseId, decision }: { caseId: string; decision: Decision }): Promise<void> => {
  const { db } = trx
  const row = await db
    .selectFrom('reportCases')
    .select(['round', 'ownerId', 'hasNotice'])
    .where('id', '=', caseId)
    .executeTakeFirst()
  if (!row) return
  if (row.ownerId && decision === 'uphold') await queueMail(trx, { news: 'upheld', caseId, userId: row.ownerId })
  if (row.ownerId && decision === 'hide' && row.hasNotice)
    await queueMail(trx, { news: 'notice', caseId, userId: row.ownerId })
  if (decision === 'uphold') return
  const inRound = (table: 'reports' | 'copyrightNotices') =>
    db.selectFrom(table).where('caseId', '=', caseId).where('round', '=', row.round)
  const notices = await inRound('copyrightNotices').select('id').execute()
  for (const { id } of notices) await queueMail(trx, { news: 'decided', caseId, noticeId: id })
  const reporters = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reporterId')
    .select('users.id')
    .where('caseId', '=', caseId)
    .where('round', '=', row.round)
    .where('email', 'is not', null)
    .execute()
  for (const { id } of reporters) await queueMail(trx, { news: 'decided', caseId, userId: id })
  const last = await lastDecision(db, caseId)
  await recordDecision(db, { caseId, round: row.round, actorId: last?.decidedBy ?? null, at: trx.now() })
}

const lastDecision = (db: Database, caseId: string) =>
  db
    .selectFrom('reportDecisions')
    .select(['words', 'decidedBy'])
    .where('caseId', '=', caseId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Sends a mail with the state of the case as it is now. A suspended reporter gets none about the report. */
export const sendReportMail = async (services: Services, mail: ReportMail, jobId: string): Promise<void> => {
  const { db, mailer, now } = services
  const row = await readCase(db, mail.caseId)
  if (!row) return
  const to =
    'userId' in mail
      ? await db
          .selectFrom('users')
          .select(['email', 'username as name'])
          .where('id', '=', mail.userId)
          .$if(mail.news === 'decided', (query) => query.where(mayGetMail(now())))
          .executeTakeFirst()
      : await db
          .selectFrom('copyrightNotices')
          .select(['email', 'name'])
          .where('id', '=', mail.noticeId)
          .executeTakeFirst()
  if (!to?.email) return
  const isOnOwnReport = 'userId' in mail && mail.news === 'decided'
  if (isOnOwnReport && !(await wantsMail({ db }, mail.userId, 'report'))) return
  const site = await readSiteSettings({ db })
  const content =
    'userId' in mail ? personContent(services, mail.news, row) : await claimantContent(services, mail, row)
  const signed = { greeting: `Hello ${to.name},`, ...content, before: content.before(site.siteName) }
  const headers = isOnOwnReport && stopHeaders((await stopAddresses(services))(mail.userId, 'report'))
  await mailer.send({ id: jobId, to: to.email, ...(headers && { headers }), ...renderMail(site, signed) })
}

interface MailedCase {
  name: string
  kind: ReportKind
  outcome: Outcome | null
  words: string | null
  returnsAt: Date | null
}

const readCase = async (db: Database, id: string): Promise<MailedCase | undefined> => {
  const row = await db
    .selectFrom('reportCases')
    .select(['subjectName as name', 'kind', 'outcome', 'returnsAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  const last = await lastDecision(db, id)
  return (
    row && { ...row, kind: row.kind as ReportKind, outcome: row.outcome as Outcome | null, words: last?.words ?? null }
  )
}

interface Content {
  subject: string
  before: (siteName: string) => string
  link: string
  after: string
}

const NOTHING_TO_DO = 'You need to do nothing else.'

const personContent = ({ siteUrl }: Services, news: PersonNews, row: MailedCase): Content => {
  const link = `${siteUrl.current()}/profile/reports`
  const what = nameOf(row)
  switch (news) {
    case 'decided':
      return {
        subject: `Your report of ${what}`,
        before: (siteName) =>
          `the moderators of ${siteName} have looked at your report of ${what}. What came of it: ${outcomeOf(row)}.${said(row)}`,
        link,
        after: 'If you think that this is a mistake, you can answer once, on that page.',
      }
    case 'upheld':
      return {
        subject: `Your answer about ${what}`,
        before: (siteName) =>
          `the moderators of ${siteName} have read your answer about ${what}. It stays as it is: ${outcomeOf(row)}.${said(row)}`,
        link,
        after: NOTHING_TO_DO,
      }
    case 'notice':
      return {
        subject: `A notice of copyright about ${what}`,
        before: () =>
          `somebody says that ${what} copies a work without permission. The book is hidden until this is settled. On this page you see who says so, and can send a counter-notice if it is a mistake:`,
        link,
        after:
          'A counter-notice is passed on to that person with your name and address. If that person does not go to court, the book returns by itself.',
      }
    case 'countered':
      return {
        subject: `Your counter-notice about ${what}`,
        before: () =>
          `your counter-notice was passed on to the person who sent the notice of copyright. ${
            row.returnsAt
              ? `If that person does not go to court, ${what} is shown again on ${lastDayOf(row.returnsAt)}.`
              : ''
          }`,
        link,
        after: NOTHING_TO_DO,
      }
    case 'court':
      return {
        subject: `${what} stays hidden`,
        before: () =>
          `the person who sent the notice of copyright about ${what} has gone to court, and says so to us. The book stays hidden until the moderators have looked at it.`,
        link,
        after: NOTHING_TO_DO,
      }
  }
}

const claimantContent = async (
  services: Services,
  { news, noticeId }: { news: ClaimantNews; noticeId: string },
  row: MailedCase,
): Promise<Content> => {
  const link = await answerLink(services, { side: 'claimant', id: noticeId })
  const what = nameOf(row)
  const subject = `Your notice of copyright about ${what}`
  const after = 'Reply to this mail if you have a question.'
  switch (news) {
    case 'received':
      return {
        ...{ subject, link, after },
        before: (siteName) =>
          `we have your notice of copyright about ${what}. The moderators of ${siteName} look at it, and we write to you when they have decided. You find it here:`,
      }
    case 'decided':
      return {
        ...{ subject, link, after },
        before: (siteName) =>
          `the moderators of ${siteName} have looked at your notice. What came of it: ${outcomeOf(row)}.${said(row)}`,
      }
    case 'countered':
      return {
        subject: `A counter-notice about ${what}`,
        before: () =>
          `the author has answered your notice of copyright about ${what} with a counter-notice, which you can read on this page. ${
            row.returnsAt
              ? `The book is shown again on ${lastDayOf(row.returnsAt)}, unless you tell us on that page before then that you have gone to court:`
              : ''
          }`,
        link,
        after,
      }
  }
}

const nameOf = ({ kind, name }: MailedCase) => (kind === 'person' ? name : `${WHAT[kind]}“${name}”`)

const WHAT = { book: 'the book ', comment: 'a comment on ', list: 'the list ' }

const outcomeOf = ({ outcome }: MailedCase) => (outcome ? OUTCOME_TEXTS[outcome] : 'nothing yet')
const said = ({ words }: MailedCase) => (words ? `\n\n${words}` : '')
