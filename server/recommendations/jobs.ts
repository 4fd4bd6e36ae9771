import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { TRAIN_JOB, trainIfOutdated } from './train-recommendations.ts'

export const recommendationJobs = (services: Services): Job[] => [
  { name: TRAIN_JOB, schedule: '23 * * * *', run: () => trainIfOutdated(services) },
]
