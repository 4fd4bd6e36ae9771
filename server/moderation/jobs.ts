import type { Job } from '#server/platform/jobs/jobs.ts'
import { CONNECTIONS } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { endPassedModeration } from './end-passed-moderation.ts'
import { HIDING_NOTICE_JOB, sendHidingNotice } from './hiding-notice.ts'
import type { HiddenKind } from './hidden-kinds.ts'
import { sendSuspensionNotice, SUSPENSION_NOTICE_JOB } from './suspension-notice.ts'

export const moderationJobs = (services: Services): Job[] => [
  {
    name: HIDING_NOTICE_JOB,
    concurrency: CONNECTIONS,
    run: ({ kind, id = '', userId = '', change }, jobId) =>
      sendHidingNotice(
        services,
        { kind: kind as HiddenKind, id, userId, change: change as 'hidden' | 'changed' | 'shown' },
        jobId,
      ),
  },
  {
    name: SUSPENSION_NOTICE_JOB,
    concurrency: CONNECTIONS,
    run: ({ userId = '', change }, jobId) =>
      sendSuspensionNotice(services, { userId, change: change as 'suspended' | 'ended' }, jobId),
  },
  { name: 'end-passed-moderation', schedule: '* * * * *', run: () => endPassedModeration(services) },
]
