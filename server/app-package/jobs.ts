import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { openAppProcess } from './app-process.ts'
import { MAKE_APP_JOB, makeApp, noteFault } from './make-app.ts'
import { sweepApps } from './own-file.ts'

export const appPackageJobs = (services: Services): Job[] => {
  const process = openAppProcess()
  const tellOf = async (error: unknown) => {
    await noteFault(services, 'stopped', String(error))
    throw error
  }
  return [
    // Once an hour too, for what failed.
    {
      name: MAKE_APP_JOB,
      schedule: '41 * * * *',
      findsItsWork: true,
      run: () => makeApp(services, process).catch(tellOf),
    },
    { name: 'sweep-apps', schedule: '53 * * * *', run: () => sweepApps(services) },
  ]
}
