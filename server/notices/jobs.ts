import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { noteRatings } from './note-ratings.ts'
import { pruneNotices } from './prune-notices.ts'
import { TELL_JOB } from './record-event.ts'
import { NOTICE_MAIL_JOB, queueDailyMails, sendNoticeMails } from './send-notice-mails.ts'
import { tellOfEvents } from './tell-of-events.ts'

/** More than once, for a server that was down at six. Nobody gets a notice twice. */
const DAILY = '5 6,9,12 * * *'

/** The delay after which a job looks again for events of a process that was killed. */
const LOOK_AGAIN_MS = 1000

export const noticeJobs = (services: Services): Job[] => [
  {
    name: TELL_JOB,
    schedule: '* * * * *',
    findsItsWork: true,
    run: async (_data, _id, stopping) => {
      if (await tellOfEvents(services, { stopping }))
        setTimeout(() => services.jobs.runSoon(TELL_JOB), LOOK_AGAIN_MS).unref()
    },
  },
  { name: 'note-ratings', schedule: '*/10 * * * *', run: () => noteRatings(services) },
  {
    name: NOTICE_MAIL_JOB,
    run: ({ how, first = '', last = '', before }) =>
      sendNoticeMails(services, {
        how: how === 'daily' ? 'daily' : 'mail',
        first,
        last,
        before: before === undefined ? services.now() : new Date(before),
      }),
  },
  { name: 'queue-daily-notices', schedule: DAILY, run: () => queueDailyMails(services) },
  { name: 'prune-notices', schedule: '29 4 * * *', run: () => pruneNotices(services) },
]
