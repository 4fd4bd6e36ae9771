import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '#server/platform/database/tables.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** What has to be done for one kind of job. It runs at least once, so it must be safe to repeat. */
export interface Job {
  name: string
  run: (data: Record<string, string>, jobId: string) => Promise<void>
  /** Five words of cron, for a job that nothing causes but the time. */
  schedule?: string
}

export interface Jobs {
  /** Leaves a job in the transaction that causes it: both happen, or neither. */
  enqueue: (trx: Transaction<Tables> | Kysely<Tables>, name: string, data: Record<string, string>) => Promise<void>
  start: (jobs: Job[]) => Promise<void>
  stop: () => Promise<void>
}

const POLL_SECONDS = 1
const RETRIES = { retryLimit: 12, retryDelay: 60, retryBackoff: true, retryDelayMax: 86_400 }
/** In seconds: a job that a killed server was at is begun again after this. */
const SHORT_WORK = { expireInSeconds: 120 }
const STOP_MS = 10_000

/** Jobs kept in the database and done in this process. */
export const pgBossJobs = (pool: pg.Pool, log: Logger): Jobs => {
  // One statement at a time: otherwise the queues, which all poll together, would open every connection of the pool.
  const limitStatements = createConcurrencyLimit({ concurrency: 1 })
  const executeSql = (text: string, values?: unknown[]) => limitStatements(() => pool.query(text, values))
  const boss = new PgBoss({ db: { executeSql }, persistWarnings: false })
  boss.on('error', ({ message }) => log.warn({ reason: message }, 'jobs are waiting for the database'))
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => {})

  return {
    enqueue: async (trx, name, data) => {
      await started.promise
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
        return { rows }
      }
      await boss.send(name, data, { db: { executeSql } })
    },
    start: async (jobs) => {
      await boss.start()
      const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
      // Only what is new is written: a start that writes nothing waits for no disk.
      const begin = async ({ name, run, schedule }: Job) => {
        if (!queues.some((queue) => queue.name === name))
          await boss.createQueue(name, { ...RETRIES, ...(schedule ? { policy: 'stately' } : SHORT_WORK) })
        await boss.work<Record<string, string>>(name, { pollingIntervalSeconds: POLL_SECONDS }, async ([job]) => {
          if (job) await run(job.data ?? {}, job.id)
        })
        const isKnown = schedules.some((known) => known.name === name && known.cron === schedule)
        if (schedule && !isKnown) await boss.schedule(name, schedule)
      }
      await Promise.all(jobs.map(begin))
      started.resolve()
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: false }),
  }
}
