import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { CARRY_JOB, carryPositions } from './carry-positions.ts'

export const readingJobs = (services: Services): Job[] => [
  { name: CARRY_JOB, findsItsWork: true, run: () => carryPositions(services) },
]
