import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { TRAIN_JOB, trainIfOutdated } from './train-recommendations.ts'

/** A training of a large library may take most of an hour. */
const EXPIRY_SECONDS = 3600

export const recommendationJobs = (services: Services): Job[] => [
  { name: TRAIN_JOB, schedule: '23 * * * *', expireInSeconds: EXPIRY_SECONDS, run: () => trainIfOutdated(services) },
]
