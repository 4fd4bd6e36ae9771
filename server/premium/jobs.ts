import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { WATCH_JOB, recordTopRated } from './watch-top-rated.ts'

export const premiumJobs = (services: Services): Job[] => [
  { name: WATCH_JOB, schedule: '7 3 * * *', run: () => recordTopRated(services) },
]
