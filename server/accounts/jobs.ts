import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { RESET_JOB, sendReset } from './reset-password.ts'
import { removeDeadSessions } from './sessions.ts'
import { sweepPictures } from './sweep-pictures.ts'
import { PASSWORD_NOTICE_JOB, sendPasswordNotice } from './update-password.ts'
import { sendVerification, VERIFY_JOB } from './verify-email.ts'

export const accountJobs = (services: Services): Job[] => [
  { name: VERIFY_JOB, run: ({ userId = '' }, jobId) => sendVerification(services, userId, jobId) },
  { name: RESET_JOB, run: ({ userId = '' }, jobId) => sendReset(services, userId, jobId) },
  { name: PASSWORD_NOTICE_JOB, run: ({ userId = '' }, jobId) => sendPasswordNotice(services, userId, jobId) },
  { name: 'remove-dead-sessions', schedule: '43 3 * * *', run: () => removeDeadSessions(services) },
  { name: 'sweep-pictures', schedule: '37 * * * *', run: () => sweepPictures(services) },
]
