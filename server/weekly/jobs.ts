import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWeeklyMails, sendWeeklyMails, WEEKLY_MAIL_JOB } from './send-weekly-mail.ts'

/** More than once, for a server that was down at six. Nobody gets an edition twice. */
const FRIDAYS = '5 6,12,18 * * 5'

export const weeklyJobs = (services: Services): Job[] => [
  { name: 'queue-weekly-mails', schedule: FRIDAYS, run: () => queueWeeklyMails(services) },
  {
    name: WEEKLY_MAIL_JOB,
    run: ({ edition = '', first = '', last = '' }) =>
      sendWeeklyMails(services, { edition: new Date(edition), first, last }),
  },
]
