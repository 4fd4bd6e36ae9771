import type { Job } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { sweepImports } from './imports.ts'
import { IMPORT_JOB } from './import-state.ts'
import { runImports } from './run-imports.ts'

export const importingJobs = (services: Services): Job[] => [
  {
    name: IMPORT_JOB,
    schedule: '* * * * *',
    findsItsWork: true,
    run: (_data, _id, stopping) => runImports(services, stopping),
  },
  { name: 'sweep-imports', schedule: '47 3 * * *', run: () => sweepImports(services) },
]
