import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Endpoint } from '#contract/api/endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { readReplicaLag } from '#server/platform/database/replica-lag.ts'
import { createCallNames } from './call-names.ts'

/** In seconds: from a cached response to the longest wait. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 3, 10]

/** Not a number before the first backup, and while the database does not answer. */
const BACKUP_FIGURES = [
  ['age', 'quillhouse_backup_age_seconds', 'Since the last whole backup began.'],
  ['bytes', 'quillhouse_backup_bytes', 'Size of the last whole backup.'],
  ['failed', 'quillhouse_backup_failed', 'Whether the last attempt to make a backup failed or found damage.'],
] as const
type BackupFigure = (typeof BACKUP_FIGURES)[number][0]

/** What other parts of the server count themselves. */
export interface FigureSources {
  served: readonly Endpoint[]
  connections: () => { open: number; requests: number }
  refused: () => number
  waitingCalls: () => number
}

export type FigureServices = Pick<Services, 'db' | 'databaseLoad' | 'replica' | 'cache' | 'settings'>

/** The figures of this process, and the library that writes them. It is loaded with the first request for them. */
export const createFigures = (
  { db, databaseLoad, replica, cache, settings }: FigureServices,
  { served, connections, refused, waitingCalls }: FigureSources,
) => {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  collectDefaultMetrics({ register })
  const nameOf = createCallNames(served)

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })

  const times = new Histogram({
    name: 'quillhouse_request_seconds',
    help: 'Requests by call and status, and the time until the last byte was sent.',
    registers,
    labelNames: ['call', 'status'],
    buckets: BUCKETS,
  })
  const uploads = new Counter({
    name: 'quillhouse_upload_bytes_total',
    help: 'Size of the forms with files, by call and status.',
    registers,
    labelNames: ['call', 'status'],
  })
  const cached = new Counter({
    name: 'quillhouse_cache_requests_total',
    help: 'Requests by what the response cache had for them.',
    registers,
    labelNames: ['result'],
  })
  counter('quillhouse_requests_total', 'Requests, cached ones included.', () => connections().requests)
  counter('quillhouse_refused_total', 'Requests that were refused under overload.', refused)
  gauge('quillhouse_connections', 'Open connections.', () => connections().open)
  gauge('quillhouse_waiting_calls', 'Calls that wait for their turn.', waitingCalls)
  gauge('quillhouse_cache_bytes', 'Size of the response cache.', cache.size)
  new Gauge({
    name: 'quillhouse_database_connections',
    help: 'Connections to the database, and calls that wait for one.',
    registers,
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(databaseLoad())) this.set({ state }, count)
    },
  })
  if (replica) {
    new Gauge({
      name: 'quillhouse_replica_lag_seconds',
      help: 'How far the replica is behind: 0 if it has every change, not a number while it does not answer.',
      registers,
      async collect() {
        this.set(await readReplicaLag(db, replica))
      },
    })
    gauge('quillhouse_replica_usable', 'Whether the replica of the database is used.', () => Number(replica.isUsable()))
    new Counter({
      name: 'quillhouse_replica_reads_total',
      help: 'Reads for the replica: answered; or made on the primary, because it was behind, failed or was not asked.',
      registers,
      labelNames: ['result'],
      collect() {
        this.reset()
        for (const [result, count] of Object.entries({ ...replica.reads(), not_asked: replica.notAsked() }))
          this.inc({ result }, count)
      },
    })
  }
  new Gauge({
    name: 'quillhouse_jobs',
    help: 'Jobs of all processes by queue and state. Queues of mails end in -mail; done jobs are deleted after a day.',
    registers,
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset()
      for (const { queue, state, count } of await jobs(db)) this.set({ queue, state }, count)
    },
  })
  for (const [figure, name, help] of settings.backup.to ? BACKUP_FIGURES : [])
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await lastBackup(db))[figure] ?? NaN)
      },
    })
  new Gauge({
    name: 'quillhouse_disk_free_bytes',
    help: 'Free space of the disk with DATA_DIR.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(settings.dataDir)
      this.set(bavail * bsize)
    },
  })

  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    /** To be called when a request arrives. */
    observe: ({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse) => {
      const begun = performance.now()
      response.once('close', () => {
        // 499 is what proxies log for a client that has left.
        const status = response.writableFinished ? response.statusCode : 499
        const labels = { call: nameOf(method, url.split('?', 1)[0] ?? ''), status }
        times.observe(labels, (performance.now() - begun) / 1000)
        if (headers['content-type']?.startsWith('multipart/'))
          uploads.inc(labels, Number(headers['content-length'] ?? 0) || 0)
      })
    },
    observeCache: (isServed: boolean) => cached.inc({ result: isServed ? 'served' : 'missed' }),
  }
}

export type Figures = ReturnType<typeof createFigures>

const lastBackup = async (db: Services['db']): Promise<Partial<Record<BackupFigure, number | null>>> => {
  const found = sql<Record<BackupFigure, number | null>>`
    select
      (select extract(epoch from now() - max(started_at))::int from backups where snapshot is not null) as age,
      (select bytes from backups where snapshot is not null order by started_at desc limit 1) as bytes,
      (select (fault is not null)::int from backups where ended_at is not null order by started_at desc limit 1) as failed`
  return found.execute(db).then(
    ({ rows }) => rows[0] ?? {},
    () => ({}),
  )
}

/** Empty while the database does not answer: the other figures are wanted most then. */
const jobs = async (db: Services['db']) => {
  try {
    const { rows } = await sql<{ queue: string; state: string; count: number }>`
      select name as queue, state::text as state, count(*) as count from pgboss.job group by name, state`.execute(db)
    return rows
  } catch {
    return []
  }
}
