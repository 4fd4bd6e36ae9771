import { adminJobs } from './admin/jobs.ts'
import { accountJobs } from './accounts/jobs.ts'
import { appPackageJobs } from './app-package/jobs.ts'
import { backupJobs } from './backup/jobs.ts'
import { bookTextJobs } from './book-texts/jobs.ts'
import { commentJobs } from './comments/jobs.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { sharedRateJobs } from './platform/shared-rates.ts'
import type { Services } from './platform/services.ts'
import { personalData } from './personal-data.ts'
import { moderationJobs } from './moderation/jobs.ts'
import { importingJobs } from './importing/jobs.ts'
import { kosyncJobs } from './kosync/jobs.ts'
import { deviceMailJobs } from './device-mail/jobs.ts'
import { noticeJobs } from './notices/jobs.ts'
import { premiumJobs } from './premium/jobs.ts'
import { publishingJobs } from './publishing/jobs.ts'
import { ratingJobs } from './ratings/jobs.ts'
import { readingJobs } from './reading/jobs.ts'
import { recommendationJobs } from './recommendations/jobs.ts'
import { reportJobs } from './reports/jobs.ts'
import { textViewJobs } from './text-view/jobs.ts'
import { webhookJobs } from './webhooks/jobs.ts'
import { weeklyJobs } from './weekly/jobs.ts'

/** The background jobs of all domains. */
export const allJobs = (services: Services): Job[] => [
  ...accountJobs(services, personalData),
  ...noticeJobs(services),
  ...readingJobs(services),
  ...kosyncJobs(services),
  ...deviceMailJobs(services),
  ...ratingJobs(services),
  ...commentJobs(services),
  ...publishingJobs(services),
  ...importingJobs(services),
  ...premiumJobs(services),
  ...recommendationJobs(services),
  ...bookTextJobs(services),
  ...textViewJobs(services),
  ...appPackageJobs(services),
  ...weeklyJobs(services),
  ...webhookJobs(services),
  ...moderationJobs(services),
  ...reportJobs(services),
  ...backupJobs(services),
  ...adminJobs(services),
  ...sharedRateJobs(services),
]
