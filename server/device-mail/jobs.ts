import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { DEVICE_CODE_JOB, sendDeviceCode } from './device-address.ts'
import { DEVICE_BOOK_JOB, endOldBooks, sendBook } from './send-book.ts'

/** For a large book to a slow mail server. */
const SEND_SECONDS = 900

export const deviceMailJobs = (services: Services): Job[] => {
  const verify = createFileVerifier(services)
  return [
    {
      name: DEVICE_CODE_JOB,
      run: ({ userId = '', requestedAt = '' }, jobId) => sendDeviceCode(services, { userId, requestedAt }, jobId),
    },
    {
      // One at a time: a book is in memory while it is sent.
      name: DEVICE_BOOK_JOB,
      expireInSeconds: SEND_SECONDS,
      run: ({ asked = '' }, jobId) => sendBook(services, verify, { asked }, jobId),
    },
    { name: 'end-old-device-books', schedule: '27 * * * *', run: () => endOldBooks(services) },
  ]
}
