import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/platform/testing-database.ts'
import { type Job, pgBossJobs } from './jobs.ts'

const log = createLog('silent')
const { config, drop } = await createTestDatabase()
afterAll(drop)

const JOBS: Job[] = Array.from({ length: 12 }, (_, i) => ({
  name: `job-${i}`,
  run: async () => {},
  ...(i % 2 ? { schedule: '0 3 * * *' } : {}),
}))
const LOOKS_MS = 2500

const whileRunning = async <T>(jobs: Job[], work: (pool: ReturnType<typeof connect>['pool']) => Promise<T>) => {
  const { pool, close } = connect(config, log)
  const started = pgBossJobs(pool, log)
  await started.start(jobs)
  try {
    return await work(pool)
  } finally {
    await started.stop()
    await close()
  }
}

test('many jobs that wait keep one connection busy, not all of them', async () => {
  await whileRunning(JOBS, async (pool) => {
    await pause(LOOKS_MS)
    expect(pool.totalCount).toBe(1)
  })
})

test('a start that knows all its jobs leaves them as they are, and another time of day is taken over', async () => {
  const written = () =>
    whileRunning(JOBS, async (pool) => {
      const { rows } = await pool.query<{ at: string }>('select max(updated_on)::text as at from pgboss.schedule')
      return rows[0]?.at
    })
  const before = await written()
  expect(before).toBeDefined()
  expect(await written()).toBe(before)

  await whileRunning(
    JOBS.map((job) => (job.schedule ? { ...job, schedule: '0 4 * * *' } : job)),
    async (pool) => {
      const { rows } = await pool.query('select distinct cron from pgboss.schedule')
      expect(rows).toEqual([{ cron: '0 4 * * *' }])
    },
  )
})
