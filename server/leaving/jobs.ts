import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { forgetUnused } from './forget-unused.ts'

export const leavingJobs = (services: Services): Job[] => [
  { name: 'forget-unused-accounts', schedule: '11 4 * * *', run: () => forgetUnused(services) },
]
