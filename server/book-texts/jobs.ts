import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_TEXT_VIEWS_JOB } from '#server/text-view/make-text-views.ts'
import { READ_TEXTS_JOB, readBookTexts } from './read-book-texts.ts'
import { REREAD_TEXTS_JOB, rereadBookTexts } from './reread-book-texts.ts'

/** After a fault of the database or the disk. */
const RETRY_MS = 60_000

export const bookTextJobs = (services: Services): Job[] => [
  {
    name: READ_TEXTS_JOB,
    schedule: '47 * * * *',
    findsItsWork: true,
    run: async (_data, _id, stopping) => {
      const runIn = (ms: number) => setTimeout(() => services.jobs.runSoon(READ_TEXTS_JOB), ms).unref()
      try {
        const claimedMs = await readBookTexts(services, stopping)
        services.jobs.runSoon(MAKE_TEXT_VIEWS_JOB)
        if (claimedMs !== undefined) runIn(claimedMs)
      } catch (error) {
        runIn(RETRY_MS)
        throw error
      }
    },
  },
  {
    name: REREAD_TEXTS_JOB,
    schedule: '52 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => rereadBookTexts(services, stopping),
  },
]
