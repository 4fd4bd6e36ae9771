import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { SCRUB_JOB, scrubFiles } from './scrub-files.ts'
import { SWEEP_JOB, sweepFiles } from './sweep-files.ts'

export const publishingJobs = (services: Services): Job[] => [
  { name: SWEEP_JOB, schedule: '17 * * * *', run: async () => void (await sweepFiles(services)) },
  { name: SCRUB_JOB, schedule: '7 * * * *', run: async () => void (await scrubFiles(services)) },
]
