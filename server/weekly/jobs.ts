import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWeeklyMails, sendWeeklyMails, WEEKLY_MAIL_JOB } from './send-weekly-mail.ts'

/** On Fridays; more than once, for a server that was down at six. Who got the week's mail gets no other. */
const FRIDAYS = '5 6,12,18 * * 5'

export const weeklyJobs = (services: Services): Job[] => [
  { name: 'queue-weekly-mails', schedule: FRIDAYS, run: () => queueWeeklyMails(services) },
  {
    name: WEEKLY_MAIL_JOB,
    run: ({ issue = '', first = '', last = '' }) => sendWeeklyMails(services, { issue: new Date(issue), first, last }),
  },
]
