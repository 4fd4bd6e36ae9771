import type { Job } from '#server/platform/jobs/jobs.ts'
import { CONNECTIONS } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_PAGE_EPUBS_JOB } from '#server/text-view/make-text-views.ts'
import { makePageEpubs } from './page-epubs/make-page-epubs.ts'
import { MAKE_PAPERS_JOB, makePapers } from './paper/make-papers.ts'
import { PREMIUM_NOTICE_JOB, sendPremiumNotice } from './premium-notice.ts'
import { MAKE_COVERS_JOB, makePendingCovers } from './pending-covers.ts'
import { publishDueChapters } from './chapters/publish-chapter.ts'
import { READ_ACCESSIBILITY_JOB, readAccessibility } from './read-accessibility.ts'
import { publishPlanned } from './set-book-state.ts'
import { REMAKE_EDITIONS_JOB, remakeEditions } from './files/remake-editions.ts'
import { SCRUB_JOB, scrubFiles } from './files/scrub-files.ts'
import { SWEEP_JOB, sweepFiles } from './files/sweep-files.ts'

export const publishingJobs = (services: Services): Job[] => [
  {
    name: PREMIUM_NOTICE_JOB,
    concurrency: CONNECTIONS,
    run: ({ userId = '', bookId = '' }, jobId) => sendPremiumNotice(services, { userId, bookId }, jobId),
  },
  { name: 'publish-planned', schedule: '* * * * *', run: () => publishPlanned(services) },
  { name: 'publish-chapters', schedule: '* * * * *', run: () => publishDueChapters(services) },
  { name: SWEEP_JOB, schedule: '17 * * * *', run: async () => void (await sweepFiles(services)) },
  {
    name: READ_ACCESSIBILITY_JOB,
    schedule: '37 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => readAccessibility(services, stopping),
  },
  {
    name: MAKE_PAGE_EPUBS_JOB,
    // A new cover or name of an account withdraws an EPUB until it is made again.
    schedule: '*/5 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => makePageEpubs(services, stopping),
  },
  {
    name: MAKE_PAPERS_JOB,
    schedule: '47 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => makePapers(services, stopping),
  },
  {
    name: MAKE_COVERS_JOB,
    schedule: '*/5 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => makePendingCovers(services, stopping),
  },
  {
    name: REMAKE_EDITIONS_JOB,
    schedule: '57 * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => remakeEditions(services, stopping),
  },
  { name: SCRUB_JOB, schedule: '7 * * * *', run: async () => void (await scrubFiles(services)) },
]
