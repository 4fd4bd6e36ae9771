import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_PAGE_EPUBS_JOB, MAKE_TEXT_VIEWS_JOB, makeTextViews } from './make-text-views.ts'

export const textViewJobs = (services: Services): Job[] => [
  {
    name: MAKE_TEXT_VIEWS_JOB,
    schedule: '17 * * * *',
    findsItsWork: true,
    run: async (_data, _id, stopping) => {
      await makeTextViews(services, stopping)
      services.jobs.runSoon(MAKE_PAGE_EPUBS_JOB)
    },
  },
]
