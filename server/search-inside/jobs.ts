import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { READ_TEXTS_JOB, readBookTexts } from './read-book-texts.ts'

export const searchInsideJobs = (services: Services): Job[] => [
  {
    name: READ_TEXTS_JOB,
    schedule: '47 * * * *',
    findsItsWork: true,
    run: async (_data, _id, stopping) => {
      const claimedMs = await readBookTexts(services, stopping)
      if (claimedMs !== undefined) setTimeout(() => services.jobs.runSoon(READ_TEXTS_JOB), claimedMs).unref()
    },
  },
]
