import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteUnusedAccounts } from './delete-unused-accounts.ts'

export const accountDeletionJobs = (services: Services): Job[] => [
  { name: 'forget-unused-accounts', schedule: '11 4 * * *', run: () => deleteUnusedAccounts(services) },
]
