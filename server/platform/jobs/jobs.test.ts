import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { type MockInstance, afterAll, expect, test, vi } from 'vitest'
import { type Database, connect } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { MailRejectedError } from '#server/platform/mail/mailer.ts'
import { type Job, type Jobs, pgBossJobs, POLL_SECONDS } from './jobs.ts'

const log = createLog('silent')
const { config, drop } = await createTestDatabase()
afterAll(drop)

/** Queues that are idle are asked for jobs this seldom. */
const POLL_MS = POLL_SECONDS * 1000

const JOBS: Job[] = Array.from({ length: 12 }, (_, i) => ({
  name: `job-${i}`,
  run: async () => {},
  ...(i % 2 ? { schedule: '0 3 * * *' } : {}),
}))
const whileRunning = async <T>(
  jobs: Job[],
  work: (pool: pg.Pool, queue: Jobs, db: Database) => Promise<T>,
  jobLog: Logger = log,
  watch: (pool: pg.Pool) => void = () => {},
) => {
  const { pool, db, close } = connect(config, log)
  watch(pool)
  const started = pgBossJobs(pool, jobLog)
  await started.start(jobs)
  try {
    return await work(pool, started, db)
  } finally {
    await started.stop()
    await close()
  }
}

test('workers that wait for jobs use one connection of the pool', async () => {
  let query: MockInstance<pg.Pool['query']> | undefined
  const polls = () => query?.mock.calls.filter(([text]) => String(text).includes('SKIP LOCKED')).length
  await whileRunning(
    JOBS,
    async (pool) => {
      await expect.poll(polls).toBeGreaterThanOrEqual(JOBS.length)
      expect(pool.totalCount).toBe(1)
    },
    log,
    (pool) => (query = vi.spyOn(pool, 'query')),
  )
})

test('a job that finds its work runs at the start, and once more for all requests during a run', async () => {
  let runs = 0
  let running = 0
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = Promise.withResolvers<void>()
  const run = async () => {
    runs += 1
    running += 1
    expect(running).toBe(1)
    begun[runs - 1]?.resolve()
    await end.promise
    running -= 1
    if (runs === 1) throw new Error('this run failed')
  }
  await whileRunning([{ name: 'finds-its-work', findsItsWork: true, run }], async (_pool, jobs) => {
    await begun[0]?.promise
    jobs.runSoon('finds-its-work')
    jobs.runSoon('finds-its-work')
    expect(runs).toBe(1)
    end.resolve()
    await begun[1]?.promise
  })
  expect(runs).toBe(2)
})

test('a job that finds its work waits until it may', async () => {
  let runs = 0
  const begun = Promise.withResolvers<void>()
  const mayFindWork = Promise.withResolvers<void>()
  const run = async () => {
    runs += 1
    begun.resolve()
  }
  const { pool, close } = connect(config, log)
  const queue = pgBossJobs(pool, log)
  try {
    await queue.start([{ name: 'waits', findsItsWork: true, run }], mayFindWork.promise)
    queue.runSoon('waits')
    await nextTurn()
    expect(runs).toBe(0)
    mayFindWork.resolve()
    await begun.promise
    expect(runs).toBe(1)
  } finally {
    await queue.stop()
    await close()
  }
})

test('a job that finds its work has no part in the request that asked for it', async () => {
  const request = new AsyncLocalStorage<string>()
  const stores = [Promise.withResolvers<string | undefined>(), Promise.withResolvers<string | undefined>()]
  let runs = 0
  const run = async () => stores[runs++]?.resolve(request.getStore())
  await whileRunning([{ name: 'for-a-request', findsItsWork: true, run }], async (_pool, jobs) => {
    await stores[0]?.promise
    await nextTurn()
    request.run('a request', () => jobs.runSoon('for-a-request'))
    expect(await stores[1]?.promise).toBeUndefined()
  })
})

test('a stop ends a job that finds its work, and requests afterwards start none', async () => {
  let runs = 0
  let requestLater = () => {}
  const run: Job['run'] = async (_data, _id, stopping) => {
    runs += 1
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
  }
  await whileRunning([{ name: 'stopped', findsItsWork: true, run }], async (_pool, jobs) => {
    requestLater = () => jobs.runSoon('stopped')
  })
  requestLater()
  expect(runs).toBe(1)
})

test('a start writes no schedule that is stored already, and updates one that has changed', async () => {
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

test('a scheduled job that was missed while no server ran is made up by the next one', async () => {
  const job: Job = { name: 'daily', schedule: '7 3 * * *', run: async () => {} }
  const jobRows = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from pgboss.job where name = 'daily' and state <> 'cancelled'`,
    )
    return rows[0]?.count
  }
  await whileRunning([job], async (pool) => {
    // The last look at the schedules was yesterday, before the time of the job.
    await pool.query(`update pgboss.schedule set created_on = now() - interval '9 days' where name = 'daily'`)
    expect(await jobRows(pool)).toBe(0)
  })
  const { pool, close } = connect(config, log)
  await pool.query(`update pgboss.version set cron_on = now() - interval '25 hours'`)
  await close()
  await whileRunning([job], async (started) => {
    await expect.poll(() => jobRows(started), { timeout: 30_000 }).toBe(1)
  })
})

/** A job that reports each run, and how to wait for a number of runs. */
const recordingJob = (name: string) => {
  const runs: { number: string; at: number }[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const job: Job = {
    name,
    run: async ({ number = '' }) => {
      runs.push({ number, at: performance.now() })
      for (const { count, resolve } of waiting) if (runs.length >= count) resolve()
    },
  }
  const ran = (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve }))
  return { job, runs, ran }
}

test('jobs run when the transaction that enqueued them has committed, and not before', async () => {
  const { job, runs, ran } = recordingJob('after-commit')
  await whileRunning([job], async (_pool, queue, db) => {
    const first = ran(1)
    await queue.enqueue(db, job.name, { number: '0' })
    await first
    // The queue is empty again, and the next poll is far away.
    const all = ran(6)
    await db.transaction().execute(async (trx) => {
      for (const number of ['1', '2', '3', '4', '5']) await queue.enqueue(trx, job.name, { number })
      await trx.executeQuery(CompiledQuery.raw('select pg_sleep(0.5)'))
      expect(runs).toHaveLength(1)
    })
    const committedAt = performance.now()
    await all
    expect(runs.map(({ number }) => number).toSorted()).toEqual(['0', '1', '2', '3', '4', '5'])
    expect((runs.at(-1)?.at ?? Infinity) - committedAt).toBeLessThan(POLL_MS / 2)
  })
})

test('a job that another process enqueued runs at the next poll', async () => {
  const { job, ran } = recordingJob('from-elsewhere')
  await whileRunning([job], () =>
    whileRunning([], async (_pool, elsewhere, db) => {
      const once = ran(1)
      await elsewhere.enqueue(db, job.name, { number: '1' })
      await once
    }),
  )
})

/** What is logged of a job that throws this. */
const logOfFailing = async (error: Error) => {
  const lines: string[] = []
  const failed = Promise.withResolvers<void>()
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      failed.resolve()
      done()
    },
  })
  const run = () => Promise.reject(error)
  await whileRunning(
    [{ name: 'failing', run }],
    async (_pool, queue, db) => {
      await queue.enqueue(db, 'failing', { email: 'ada@example.org' })
      await failed.promise
    },
    pino({ base: null }, sink),
  )
  return lines.join('')
}
const REFUSAL = '550 no mailbox ada@example.org\n    for ada@example.org'

test('a job that fails logs its name, id and attempt, and no message that could name a person', async () => {
  const logged = await logOfFailing(Object.assign(new TypeError(REFUSAL), { code: 'EENVELOPE' }))
  expect(JSON.parse(logged)).toMatchObject({
    level: 40,
    job: 'failing',
    attempt: 1,
    error: 'TypeError',
    code: 'EENVELOPE',
    msg: 'job failed',
    jobId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(logged).not.toContain('ada@')
})

test('a mail that is rejected for good logs with which code, and nothing else of the answer', async () => {
  const cause = Object.assign(new Error(REFUSAL), { code: 'EENVELOPE', responseCode: 550, response: REFUSAL })
  const logged = await logOfFailing(new MailRejectedError(cause))
  expect(JSON.parse(logged)).toMatchObject({ isFinal: true, code: 'EENVELOPE', responseCode: 550, msg: 'job failed' })
  expect(logged).not.toContain('ada@')
})
