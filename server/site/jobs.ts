import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { sweepApps } from './app-file.ts'

export const siteJobs = (services: Services): Job[] => [
  { name: 'sweep-apps', schedule: '53 * * * *', run: () => sweepApps(services) },
]
