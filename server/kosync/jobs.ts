import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { READ_DIGESTS_JOB, readDigests } from './read-digests.ts'

export const kosyncJobs = (services: Services): Job[] => [
  {
    name: READ_DIGESTS_JOB,
    schedule: '41 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => readDigests(services, stopping),
  },
]
