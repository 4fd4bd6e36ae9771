import { deleteOldAudit } from '#server/platform/audit-log.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { ADDRESS_NOTICE_JOB, sendAddressNotice } from './address-notice.ts'
import { compactCounters } from './counters.ts'
import { recordTotals } from './daily-totals.ts'

export const adminJobs = (services: Services): Job[] => [
  {
    name: ADDRESS_NOTICE_JOB,
    run: ({ userId = '', formerEmail = '' }, jobId) => sendAddressNotice(services, { userId, formerEmail }, jobId),
  },
  { name: 'delete-old-audit', schedule: '53 4 * * *', run: () => deleteOldAudit(services) },
  { name: 'compact-counters', schedule: '29 * * * *', run: () => compactCounters(services) },
  { name: 'record-totals', schedule: '59 * * * *', run: () => recordTotals(services) },
]
