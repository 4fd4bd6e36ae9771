import type { Decision } from '#contract/reports.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { CONNECTIONS } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteOldReports } from './delete-old-reports.ts'
import { reportByRule } from './report-by-rule.ts'
import {
  DECISION_MAILS_JOB,
  queueMailsAbout,
  REPORT_MAIL_JOB,
  type ReportMail,
  sendReportMail,
} from './report-mails.ts'
import { returnBooks } from './return-books.ts'
import { queueMissingMails } from './queue-missing-mails.ts'

export const reportJobs = (services: Services): Job[] => [
  {
    name: REPORT_MAIL_JOB,
    concurrency: CONNECTIONS,
    run: (mail, jobId) => sendReportMail(services, mail as ReportMail, jobId),
  },
  {
    name: DECISION_MAILS_JOB,
    run: ({ caseId = '', decision }) => queueMailsAbout(services, { caseId, decision: decision as Decision }),
  },
  { name: 'return-books', schedule: '*/5 * * * *', run: () => returnBooks(services) },
  { name: 'queue-missing-mails', schedule: '*/5 * * * *', run: () => queueMissingMails(services) },
  { name: 'report-by-rule', schedule: '*/10 * * * *', run: () => reportByRule(services) },
  { name: 'delete-old-reports', schedule: '17 4 * * *', run: () => deleteOldReports(services) },
]
