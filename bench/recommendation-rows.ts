import { sql } from 'kysely'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { trainRecommendations } from '#server/recommendations/train-recommendations.ts'
import { drive, type DriveResult, type Load, type Request } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'
import { median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const READERS = 1000
/** As many as the home page fetches. */
const LIMIT = 24
const WARM_UP_SECONDS = 3
const LOG = createLog('warn')

/** Whose requests are sent: of readers who rated 111 books on average, of new ones who rated eight, or of new ones. */
type Ratings = 'many' | 'eight' | 'none'

/** These answers are never cached. */
const readRequests = async ({ database }: Site, ratings: Ratings): Promise<Request[]> => {
  const { db, close } = connect(database, LOG)
  try {
    const readers = ratings === 'many' ? await readersWhoRated(db) : await newReaders(db, ratings === 'eight' ? 8 : 0)
    const tokens = await Promise.all(readers.map((id) => startSession({ db, now: () => new Date() }, id, 'bench')))
    return tokens.map((token) => ({ path: `/api/books/recommended?limit=${LIMIT}`, headers: bearer(token) }))
  } finally {
    await close()
  }
}

const readersWhoRated = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where exists (select from ratings where user_id = users.id)
    order by md5(id::text) limit ${READERS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Each with some of the ratings of another reader. They do not count in rankings. */
export const newReaders = async (db: Database, ratings: number): Promise<string[]> => {
  const others = await readersWhoRated(db)
  const { rows } = await sql<{ id: string }>`
    with people as (
      insert into users (username, email, password_hash, verified)
      select id, id || '@example.org', 'none', true
      from (select replace(gen_random_uuid()::text, '-', '') as id from unnest(${others}::uuid[])) as made
      returning id
    ), pairs as (
      select people.id, other
      from (select id, row_number() over () as number from people) as people
      join unnest(${others}::uuid[]) with ordinality as others (other, number) using (number)
    ), rated as (
      insert into ratings (book_id, user_id, stars, ranked)
      select book_id, pairs.id, stars, false
      from pairs cross join lateral (
        select book_id, stars from ratings where user_id = other order by md5(book_id::text) limit ${ratings}::int
      ) as own
    )
    select id from people`.execute(db)
  return rows.map(({ id }) => id)
}

const train = ({ database }: Site) => trainRecommendations({ database, log: LOG, invalidate: () => {} })

const hasModel = async ({ database }: Site): Promise<boolean> => {
  const { db, close } = connect(database, LOG)
  const model = db.selectFrom('recommendationModels').select('version').limit(1).executeTakeFirst()
  return Boolean(await model.finally(close))
}

/** As a site is an hour after its first ratings. */
export const ensureTrained = async (site: Site): Promise<void> => {
  if (!(await hasModel(site))) await train(site)
}

/** Trains again and again. `stop` ends after the running training and resolves to their number. */
export const trainSteadily = (site: Site) => {
  let count = 0
  let isOver = false
  const run = async () => {
    while (!isOver) {
      await train(site)
      count += 1
    }
    return count
  }
  const running = run()
  const stop = () => {
    isOver = true
    return running
  }
  return { stop }
}

/** Runs `work` as before the first training. */
const withoutModel = async <T>({ database }: Site, work: () => Promise<T>): Promise<T> => {
  const { db, close } = connect(database, LOG)
  try {
    const models = await db.deleteFrom('recommendationModels').returningAll().execute()
    return await work().finally(() => db.insertInto('recommendationModels').values(models).execute())
  } finally {
    await close()
  }
}

interface RecommendationRow {
  name: string
  what: string
  ratings?: Ratings
  beside?: 'a training'
  isUntrained?: true
}

const recommendationRow = ({ name, what, ratings = 'many', beside, isUntrained }: RecommendationRow): Row => ({
  name,
  what: `recommendations${what}, ${LIMIT} books for readers in turn, ms at p99 with one connection`,
  goal: { atMost: 10 },
  measure: async (site, { rounds, seconds }) => {
    await ensureTrained(site)
    const load: Load = { address: site.address, requests: await readRequests(site, ratings), connections: 1, seconds }
    const roots = await site.roots()
    const results: DriveResult[] = []
    let cpu = 0
    const measureOnce = async () => {
      const before = await cpuOf(roots)
      const result = await drive(load)
      cpu += ((await cpuOf(roots)) - before) * 1000
      results.push(result)
    }
    const measureRound = async () => {
      // Trainings are an hour apart, so most readers' books are known when one begins.
      await drive({ ...load, seconds: seconds + WARM_UP_SECONDS })
      if (!beside) return measureOnce()
      let isOver = false
      const training = train(site).finally(() => (isOver = true))
      try {
        do await measureOnce()
        while (!isOver)
      } finally {
        await training
      }
    }
    const measureAll = async () => {
      for (let round = 0; round < rounds; round += 1) await measureRound()
    }
    await (isUntrained ? withoutModel(site, measureAll) : measureAll())
    const p50 = `p50 ${median(results.map((round) => round.p50)).toFixed(1)} ms (goal 3)`
    return {
      ours: results.map(({ p99 }) => p99),
      unit: 'ms',
      ...(!beside && { cpu: cpu / results.reduce((sum, { count }) => sum + count, 0) }),
      note: beside ? `${p50}, ${rounds} trainings` : p50,
    }
  },
})

export const recommendationRows = [
  recommendationRow({ name: 'recommendations', what: '' }),
  recommendationRow({ name: 'recommendations-eight', what: ' with eight ratings', ratings: 'eight' }),
  recommendationRow({ name: 'recommendations-none', what: ' without ratings', ratings: 'none' }),
  recommendationRow({ name: 'recommendations-untrained', what: ' before a first training', isUntrained: true }),
  recommendationRow({ name: 'recommendations-while-training', what: ' beside a training', beside: 'a training' }),
]
