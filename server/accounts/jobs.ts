import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { sendVerification, VERIFY_JOB } from './verify-email.ts'

export const accountJobs = (services: Services): Job[] => [
  { name: VERIFY_JOB, run: ({ userId = '' }, jobId) => sendVerification(services, userId, jobId) },
]
