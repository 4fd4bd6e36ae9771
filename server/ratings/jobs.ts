import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { RANK_JOB, rankRatings } from './rank-ratings.ts'

export const ratingJobs = (services: Services): Job[] => [
  { name: RANK_JOB, schedule: '*/10 * * * *', run: () => rankRatings(services) },
]
