import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { ADDRESS_NOTICE_JOB, sendAddressNotice } from './address-notice.ts'
import { recount } from './counters.ts'

export const adminJobs = (services: Services): Job[] => [
  {
    name: ADDRESS_NOTICE_JOB,
    run: ({ userId = '', formerEmail = '' }, jobId) => sendAddressNotice(services, { userId, formerEmail }, jobId),
  },
  { name: 'count-anew', schedule: '29 * * * *', run: () => recount(services) },
]
