import type { Decision, Outcome, ReportKind } from '#contract/reports.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { answerLink } from '#server/moderation/answer-link.ts'
import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import { stopAddresses, stopHeaders, wantsMail } from '#server/notices/notice-settings.ts'
import { recordDecision, TELL_JOB } from '#server/notices/record-event.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'

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
          .select(['email', 'username as name', 'language'])
          .where('id', '=', mail.userId)
          .$if(mail.news === 'decided', (query) => query.where(mayGetMail(now())))
          .executeTakeFirst()
      : await db
          .selectFrom('copyrightNotices')
          .select(['email', 'name', 'language'])
          .where('id', '=', mail.noticeId)
          .executeTakeFirst()
  if (!to?.email) return
  const isOnOwnReport = 'userId' in mail && mail.news === 'decided'
  if (isOnOwnReport && !(await wantsMail({ db }, mail.userId, 'report'))) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, to.language)
  const content =
    'userId' in mail
      ? personContent(services, texts, site.siteName, { news: mail.news, row })
      : await claimantContent(services, texts, site.siteName, { mail, row })
  const signed = { greeting: texts.mails.FRAME.greeting(to), ...content }
  const headers = isOnOwnReport && stopHeaders((await stopAddresses(services))(mail.userId, 'report'))
  await mailer.send({ id: jobId, to: to.email, ...(headers && { headers }), ...renderMail(site, texts, signed) })
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
  before: string
  link: string
  after: string
}

const personContent = (
  { siteUrl }: Services,
  texts: Texts,
  siteName: string,
  { news, row }: { news: PersonNews; row: MailedCase },
): Content => {
  const { REPORTS } = texts.mails
  const named = { what: nameOf(texts, row), siteName, outcome: outcomeOf(texts, row) }
  const of = REPORTS[news]
  return {
    subject: of.subject(named),
    before: personWords(texts, news, row, named),
    link: `${siteUrl.current()}/profile/reports`,
    after: of.after,
  }
}

interface Named {
  what: string
  siteName: string
  outcome: string
}

const personWords = (texts: Texts, news: PersonNews, row: MailedCase, named: Named): string => {
  const {
    mails: { REPORTS },
    day,
  } = texts
  switch (news) {
    case 'decided':
      return REPORTS.decided.before(named) + said(texts, row)
    case 'upheld':
      return REPORTS.upheld.before(named) + said(texts, row)
    case 'countered': {
      const { before, returns } = REPORTS.countered
      return `${before} ${row.returnsAt ? returns({ what: named.what, date: day(row.returnsAt) }) : ''}`
    }
    case 'notice':
    case 'court':
      return REPORTS[news].before(named)
  }
}

const claimantContent = async (
  services: Services,
  texts: Texts,
  siteName: string,
  { mail: { news, noticeId }, row }: { mail: { news: ClaimantNews; noticeId: string }; row: MailedCase },
): Promise<Content> => {
  const { CLAIMS } = texts.mails
  const link = await answerLink(services, { side: 'claimant', id: noticeId })
  const named = { what: nameOf(texts, row), siteName, outcome: outcomeOf(texts, row) }
  const { after } = CLAIMS
  if (news === 'countered') {
    const returns = row.returnsAt ? CLAIMS.returns({ date: texts.day(row.returnsAt) }) : ''
    return { subject: CLAIMS.counteredSubject(named), before: `${CLAIMS.countered(named)} ${returns}`, link, after }
  }
  const before = news === 'received' ? CLAIMS.received(named) : CLAIMS.decided(named) + said(texts, row)
  return { subject: CLAIMS.subject(named), before, link, after }
}

const nameOf = ({ mails: { REPORTS } }: Texts, { kind, name }: MailedCase) =>
  kind === 'person' ? name : REPORTS.what[kind]({ name })

const outcomeOf = ({ mails: { REPORTS } }: Texts, { outcome }: MailedCase) =>
  outcome ? REPORTS.outcomes[outcome] : REPORTS.noOutcome
const said = ({ sentence }: Texts, { words }: MailedCase) => (words ? `\n\n${sentence(words)}` : '')
