import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { CARRY_COMMENTS_JOB, carryComments } from './carry-comments.ts'

export const commentJobs = (services: Services): Job[] => [
  { name: CARRY_COMMENTS_JOB, findsItsWork: true, run: () => carryComments(services) },
]
