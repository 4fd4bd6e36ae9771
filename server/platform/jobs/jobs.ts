import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '#server/platform/database/tables.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'

/** A kind of job and its handler. A job runs at least once, so the handler must be idempotent. */
export interface Job {
  name: string
  run: (data: Record<string, string>, jobId: string, stopping: AbortSignal) => Promise<void>
  /** A cron expression, for a job that runs on a schedule. */
  schedule?: string
  /**
   * For a job that finds its work itself, however long that takes: it runs in this process once after the workers have
   * started, when its schedule says so, and after `runSoon`.
   */
  findsItsWork?: true
  /** How many jobs of this kind run at the same time; one by default. The next ones begin when all of these have ended. */
  concurrency?: number
  /** A job that runs for longer has failed: by default two minutes, or 15 for a job with a schedule. */
  expireInSeconds?: number
}

/** Thrown by a job that would fail again at each retry. */
export class UnrecoverableError extends Error {}

export interface Jobs {
  /** Inserts a job in the caller's transaction. The worker of this process starts it as soon as that commits. */
  enqueue: (trx: Transaction<Tables> | Kysely<Tables>, name: string, data: Record<string, string>) => Promise<void>
  /** Runs a job that finds its work in this process now, if the workers run; once more if it is running. */
  runSoon: (name: string) => void
  /** Deletes the jobs about these people, done or not, in the transaction that deletes their accounts. */
  deleteAbout: (trx: Transaction<Tables> | Kysely<Tables>, userIds: string[]) => Promise<void>
  /** The jobs that find their work run for the first time when `mayFindWork` is fulfilled, by default at once. */
  start: (jobs: Job[], mayFindWork?: Promise<unknown>) => Promise<void>
  stop: () => Promise<void>
}

/** How long a job waits that another process enqueued. */
export const POLL_SECONDS = 15
/** For jobs that only the schedule enqueues. */
const SCHEDULED_POLL_SECONDS = 60
/** The delay doubles from one minute to a day, with jitter: after twelve retries some three days have passed. */
const RETRIES = { retryLimit: 12, retryDelay: 60, retryBackoff: true, retryDelayMax: 86_400 }
/** How long a job is stored after it is done or has failed for good. */
const DELETION = { deleteAfterSeconds: 86_400 }
/** A job whose server was killed is retried after this time. */
const EXPIRY = { expireInSeconds: 120 }
/** What was missed while no server ran is made up by one run when one starts. */
const MISSED = { missed: 'once' } as const
/** The jobs that still run then are retried by the next process. */
const STOP_MS = 4_000

/** A job queue in the database, with a worker for each kind of job in this process. */
export const pgBossJobs = (pool: pg.Pool, log: Logger): Jobs => {
  // One statement at a time: otherwise the queues, which all poll together, would open every connection of the pool.
  const limitStatements = createConcurrencyLimit({ concurrency: 1 })
  const executeSql = (text: string, values?: unknown[]) => limitStatements(() => pool.query(text, values))
  const boss = new PgBoss({ db: { executeSql }, persistWarnings: false, maintenanceIntervalSeconds: 3600 })
  boss.on('error', ({ message }) => log.warn({ reason: message }, 'jobs are waiting for the database'))
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => {})
  const workerIds = new Map<string, string>()
  const wakeWorker = (name: string) => boss.notifyWorker(workerIds.get(name) ?? '')
  const stopping = new AbortController()
  const runs = createRuns(stopping.signal, log)
  const wakeAfterCommit = onCommit(pool, wakeWorker)

  const attempt = async (
    { name, run, findsItsWork }: Job,
    job: JobWithMetadata<Record<string, string>>,
  ): Promise<JobResult> => {
    try {
      if (findsItsWork) runs.runSoon(name)
      else await run(job.data ?? {}, job.id, stopping.signal)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const reason = withoutMessage(error)
      const isFinal = error instanceof UnrecoverableError
      log.warn({ job: name, jobId: job.id, attempt: job.retryCount + 1, isFinal, ...reason }, 'job failed')
      return { id: job.id, status: isFinal ? 'deadletter' : 'failed', output: reason }
    }
  }

  const work = async (kind: Job) => {
    const { name, schedule, concurrency = 1 } = kind
    const options = {
      pollingIntervalSeconds: schedule ? SCHEDULED_POLL_SECONDS : POLL_SECONDS,
      batchSize: concurrency,
      includeMetadata: true as const,
      perJobResults: true as const,
    }
    const workerId = await boss.work(name, options, async (batch: JobWithMetadata<Record<string, string>>[]) => {
      // The next jobs of this queue start right after these.
      wakeWorker(name)
      return Promise.all(batch.map((job) => attempt(kind, job)))
    })
    workerIds.set(name, workerId)
  }

  return {
    enqueue: async (trx, name, data) => {
      await started.promise
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
        return { rows }
      }
      await boss.send(name, data, { db: { executeSql } })
      await wakeAfterCommit(trx, name)
    },
    deleteAbout: async (trx, userIds) => {
      const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(
        trx,
      )
      if (rows[0]?.exists) await sql`delete from pgboss.job where data ->> 'userId' = any(${userIds})`.execute(trx)
    },
    start: async (jobs, mayFindWork) => {
      await boss.start()
      const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
      // Writes only what is new: a start that changes nothing waits for no disk.
      const begin = async (job: Job) => {
        const { name, schedule, expireInSeconds } = job
        const queue = queues.find((known) => known.name === name)
        const byKind = schedule ? { policy: 'stately' as const } : EXPIRY
        const expiry = expireInSeconds && { expireInSeconds }
        if (!queue) await boss.createQueue(name, { ...RETRIES, ...DELETION, ...byKind, ...expiry })
        else if (queue.deleteAfterSeconds !== DELETION.deleteAfterSeconds) await boss.updateQueue(name, DELETION)
        await work(job)
        const isKnown = schedules.some(
          (known) => known.name === name && known.cron === schedule && known.options?.missed === MISSED.missed,
        )
        if (schedule && !isKnown) await boss.schedule(name, schedule, null, MISSED)
      }
      await Promise.all(jobs.map(begin))
      started.resolve()
      if (mayFindWork) void mayFindWork.then(() => runs.start(jobs))
      else runs.start(jobs)
    },
    runSoon: runs.runSoon,
    stop: async () => {
      stopping.abort()
      // Before `boss.stop`, which looks only twice a second whether the workers have stopped.
      const workersEnded = [...workerIds.keys()].map((name) => boss.offWork(name))
      const ended = Promise.all([runs.ended(), ...workersEnded]).then(() => true)
      const graceful = await Promise.race([ended, pause(STOP_MS, false, { ref: false })])
      await boss.stop({ graceful, close: false })
    },
  }
}

/** The runs of jobs that find their work: they have no row in the queue. */
const createRuns = (stopping: AbortSignal, log: Logger) => {
  const kinds = new Map<string, Job>()
  const requested = new Set<string>()
  const running = new Map<string, Promise<void>>()
  // A run has no part in the request that asked for it, whose time for the database is limited.
  const outsideRequests = AsyncLocalStorage.snapshot()
  const runRequested = async ({ name, run }: Job) => {
    while (!stopping.aborted && requested.delete(name))
      await run({}, '', stopping).catch((error: unknown) => {
        if (!stopping.aborted) log.warn({ job: name, ...withoutMessage(error) }, 'job failed')
      })
    running.delete(name)
  }
  const runSoon = (name: string) => {
    const kind = kinds.get(name)
    if (!kind) return
    requested.add(name)
    if (!running.has(name)) running.set(name, outsideRequests(runRequested, kind))
  }
  return {
    start: (jobs: Job[]) => {
      const own = jobs.filter(({ findsItsWork }) => findsItsWork)
      for (const job of own) kinds.set(job.name, job)
      for (const { name } of own) runSoon(name)
    },
    runSoon,
    ended: () => Promise.all(running.values()),
  }
}

/** Calls `wake` when the transaction has ended, which is when the pool gets its connection back. */
const onCommit = (pool: pg.Pool, wake: (name: string) => void) => {
  const queuesByBackend = new Map<number, Set<string>>()
  pool.on('release', (_error, client) => {
    const { processID: pid } = client as { processID?: number }
    const names = pid === undefined ? undefined : queuesByBackend.get(pid)
    if (pid === undefined || !names) return
    queuesByBackend.delete(pid)
    names.forEach(wake)
  })
  return async (trx: Transaction<Tables> | Kysely<Tables>, name: string) => {
    if (!trx.isTransaction) return wake(name)
    const { rows } = await trx.executeQuery<{ pid: number }>(CompiledQuery.raw('select pg_backend_pid() as pid'))
    const pid = rows[0]?.pid ?? 0
    queuesByBackend.set(pid, (queuesByBackend.get(pid) ?? new Set()).add(name))
  }
}

/** What the log may hold of an error, or of its cause. Messages can contain mail addresses. */
const withoutMessage = (thrown: unknown) => {
  const { name, code, responseCode, stack, cause } = Object(thrown) as Failure
  const of: Partial<Failure> = Object(cause)
  return {
    error: name,
    code: code ?? of.code,
    responseCode: responseCode ?? of.responseCode,
    stack: stack?.split('\n').filter((line) => /^\s+at /.test(line)),
  }
}

/** `responseCode` is the answer of a mail server. */
type Failure = NodeJS.ErrnoException & { responseCode?: number }
