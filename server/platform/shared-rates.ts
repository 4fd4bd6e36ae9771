import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from './database/connect.ts'
import type { Job } from './jobs/jobs.ts'
import type { Rate } from './limiter.ts'
import { withinDatabaseTime } from './request-context.ts'

/** Rates that guard secrets and cost: counted for all processes on one database together. */
export interface SharedRates {
  /**
   * Counts a call of the key, and throws a 429 with Retry-After beyond the rate. Inside a transaction `db` must be that
   * transaction, which would otherwise wait for a second connection.
   */
  take: (key: string, rate: Rate, db?: Database) => Promise<void>
  /** Counts a call and returns whether it was within the rate, for responses that must not differ. */
  allows: (key: string, rate: Rate, db?: Database) => Promise<boolean>
  /** Takes back one counted call of the key. */
  release: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
}

interface Counted {
  count: number
  secondsLeft: number
}

interface Waiting {
  resolve: (counted: Counted) => void
  reject: (error: unknown) => void
}

/** A rejected key is rejected without asking the database for so long, so that a client in a loop costs no statements. */
const REJECTED_MS = 1000
const MAX_REJECTED = 10_000

/** Counts in fixed windows of the database's clock; if `isOn` is false nothing is counted. */
export const createSharedRates = (isOn: boolean, db: Database): SharedRates => {
  const waitingByKey = new Map<string, Waiting[]>()
  const rejected = new LRUCache<string, Counted>({ max: MAX_REJECTED })
  // One statement counts the calls of several requests, so it has no part in the limited time of one of them.
  const outsideRequests = AsyncLocalStorage.snapshot()

  const countAll = async (key: string, seconds: number, waiting: Waiting[]) => {
    while (waiting.length > 0) {
      const counting = waiting.splice(0)
      try {
        const { count, secondsLeft } = await add(db, key, seconds, counting.length)
        for (const [i, { resolve }] of counting.entries())
          resolve({ count: count - counting.length + 1 + i, secondsLeft })
      } catch (error) {
        for (const { reject } of counting) reject(error)
      }
    }
    waitingByKey.delete(key)
  }

  /** Calls of a key that arrive while the database counts are counted by one statement, in the order of their arrival. */
  const countInOrder = (key: string, seconds: number) =>
    new Promise<Counted>((resolve, reject) => {
      const waiting = waitingByKey.get(key)
      if (waiting) return void waiting.push({ resolve, reject })
      const first = [{ resolve, reject }]
      waitingByKey.set(key, first)
      void outsideRequests(countAll, key, seconds, first)
    })

  const count = async (key: string, { max, seconds }: Rate, trx: Database | undefined): Promise<Counted> => {
    const known = rejected.get(key)
    if (known && known.count > max) return known
    const counted = await (trx ? add(trx, key, seconds, 1) : withinDatabaseTime(() => countInOrder(key, seconds)))
    const endsInMs = Math.ceil(counted.secondsLeft * 1000)
    if (counted.count > max && endsInMs > 0) rejected.set(key, counted, { ttl: Math.min(REJECTED_MS, endsInMs) })
    return counted
  }

  return {
    take: async (key, rate, trx) => {
      if (!isOn) return
      const counted = await count(key, rate, trx)
      if (counted.count > rate.max)
        throw new Problem('rateLimited', { retryAfter: Math.max(1, Math.ceil(counted.secondsLeft)) })
    },
    allows: async (key, rate, trx) => !isOn || (await count(key, rate, trx)).count <= rate.max,
    release: async (key) => {
      rejected.delete(key)
      if (isOn)
        await sql`update shared_rates set count = count - 1 where key = ${keyHash(key)} and count > 0`.execute(db)
    },
    forget: async (key) => {
      rejected.delete(key)
      if (isOn) await db.deleteFrom('sharedRates').where('key', '=', keyHash(key)).execute()
    },
  }
}

const keyHash = (key: string) => hash('sha256', key, 'buffer')

const add = async (db: Database, key: string, seconds: number, calls: number): Promise<Counted> => {
  const { rows } = await sql<Counted>`
    insert into shared_rates as known (key, count, ends_at)
    values (${keyHash(key)}, ${calls}, clock_timestamp() + ${seconds} * interval '1 second')
    on conflict (key) do update set
      count = case when known.ends_at < clock_timestamp() then 0 else known.count end + excluded.count,
      ends_at = case when known.ends_at < clock_timestamp() then excluded.ends_at else known.ends_at end
    returning count, extract(epoch from ends_at - clock_timestamp())::float8 as seconds_left`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a rate was not counted')
  return counted
}

export const sharedRateJobs = ({ db }: { db: Database }): Job[] => [
  {
    name: 'delete-ended-rates',
    schedule: '23 * * * *',
    run: async () => {
      await sql`delete from shared_rates where ends_at < clock_timestamp()`.execute(db)
    },
  },
]
