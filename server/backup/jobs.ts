import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { BACKUP_ALARM_JOB, sendBackupAlarm, tellOfFailedBackups } from './backup-alarm.ts'
import { backUpIfDue } from './run-backup.ts'

export const backupJobs = (services: Services): Job[] => [
  { name: BACKUP_ALARM_JOB, run: ({ userId = '' }, jobId) => sendBackupAlarm(services, userId, jobId) },
  {
    name: 'make-backup',
    schedule: '*/10 * * * *',
    findsItsWork: true,
    run: async (_data, _jobId, stopping) => {
      if (await backUpIfDue(services, { stopping })) await tellOfFailedBackups(services)
    },
  },
  // A job of its own: a backup that hangs does not end.
  { name: 'watch-backups', schedule: '37 * * * *', run: () => tellOfFailedBackups(services) },
]
