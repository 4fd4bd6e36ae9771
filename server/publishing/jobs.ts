import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { SWEEP_JOB, sweepFiles } from './sweep-files.ts'

export const publishingJobs = (services: Services): Job[] => [
  { name: SWEEP_JOB, schedule: '17 * * * *', run: async () => void (await sweepFiles(services)) },
]
