import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/values/durations.ts'
import type { Services } from '#server/platform/services.ts'
import { lowerPriority } from '#server/platform/lower-priority.ts'

export const TRAIN_JOB = 'train-recommendations'

const WORKER = fileURLToPath(new URL('train-worker.ts', import.meta.url))
const HEAP_MB = 1024
/** A model is replaced when this share of the ratings or books is new, and at the latest after a day. */
const NEW_SHARE = 0.01

type Outcome = { books: number; ratings: number; peakMegabytes: number } | { error: string }

/** Computes a new model where the last one is outdated. */
export const trainIfOutdated = async (services: Services): Promise<void> => {
  if (await isOutdated(services)) await trainRecommendations(services)
}

/** Computes a new model in a process of its own, which ends. */
export const trainRecommendations = async ({
  database,
  log,
  invalidate,
}: Pick<Services, 'database' | 'log' | 'invalidate'>): Promise<void> => {
  const startedAt = performance.now()
  const child = fork(WORKER, {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    let received: Outcome = { error: 'the process ended early' }
    child.once('spawn', () => {
      lowerPriority(child.pid)
      child.send(database)
    })
    child.once('message', (message) => (received = message as Outcome))
    child.once('error', reject)
    child.once('exit', () => resolve(received))
  })
  if ('error' in outcome) throw new Error(`Recommendations were not trained: ${outcome.error}`)
  log.info({ ...outcome, seconds: Math.round((performance.now() - startedAt) / 1000) }, 'recommendations trained')
  invalidate(['lists'])
}

const isOutdated = async ({ db, now }: Services): Promise<boolean> => {
  const last = await db
    .selectFrom('recommendationModels')
    .select(['trainedAt', 'books', 'ratings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || now().getTime() - last.trainedAt.getTime() >= DAY_MS) return true
  const { rows } = await sql<{ ratings: number; books: number }>`
    select
      (select coalesce(sum(ratings), 0) from book_days where day >= ${last.trainedAt}::date)::int as ratings,
      (select count(*) from books where created_at > ${last.trainedAt})::int as books`.execute(db)
  const added = rows[0] ?? { ratings: 0, books: 0 }
  return added.ratings > last.ratings * NEW_SHARE || added.books > last.books * NEW_SHARE
}
