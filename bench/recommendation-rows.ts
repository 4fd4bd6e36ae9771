import { sql } from 'kysely'
import { startSession } from '#server/accounts/sessions.ts'
import { connect } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { trainRecommendations } from '#server/recommendations/train-recommendations.ts'
import { drive, type DriveResult, type Load, type Request } from './drive.ts'
import type { Site } from './library.ts'
import { median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const READERS = 1000
/** As many as the home page fetches. */
const LIMIT = 24
const WARM_UP_SECONDS = 3
const LOG = createLog('warn')

/** Requests of readers who have rated, 111 books on average: these answers are never cached. */
const readRequests = async ({ database }: Site): Promise<Request[]> => {
  const { db, close } = connect(database, LOG)
  try {
    const { rows: readers } = await sql<{ id: string }>`
      select id from users where exists (select from ratings where user_id = users.id)
      order by md5(id::text) limit ${READERS}`.execute(db)
    const tokens = await Promise.all(readers.map(({ id }) => startSession({ db, now: () => new Date() }, id, 'bench')))
    return tokens.map((token) => ({ path: `/api/books/recommended?limit=${LIMIT}`, headers: bearer(token) }))
  } finally {
    await close()
  }
}

const train = ({ database }: Site) => trainRecommendations({ database, log: LOG, invalidate: () => {} })

const hasModel = async ({ database }: Site): Promise<boolean> => {
  const { db, close } = connect(database, LOG)
  const model = db.selectFrom('recommendationModels').select('version').limit(1).executeTakeFirst()
  return Boolean(await model.finally(close))
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

const recommendationRow = ({ name, what, isTraining }: { name: string; what: string; isTraining: boolean }): Row => ({
  name,
  what: `${what}, ${LIMIT} books for readers in turn, ms at p99 with one connection`,
  goal: { atMost: 10 },
  measure: async (site, { rounds, seconds }) => {
    if (!(await hasModel(site))) await train(site)
    const load: Load = { address: site.address, requests: await readRequests(site), connections: 1, seconds }
    const results: DriveResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Trainings are an hour apart, so most readers' books are known when one begins.
      await drive({ ...load, seconds: seconds + WARM_UP_SECONDS })
      if (!isTraining) {
        results.push(await drive(load))
        continue
      }
      let isOver = false
      const training = train(site).finally(() => (isOver = true))
      try {
        do results.push(await drive(load))
        while (!isOver)
      } finally {
        await training
      }
    }
    const p50 = `p50 ${median(results.map((round) => round.p50)).toFixed(1)} ms`
    return { ours: results.map(({ p99 }) => p99), unit: 'ms', note: isTraining ? `${p50}, ${rounds} trainings` : p50 }
  },
})

export const recommendationRows = [
  recommendationRow({ name: 'recommendations', what: 'recommendations', isTraining: false }),
  recommendationRow({
    name: 'recommendations-while-training',
    what: 'recommendations beside a training',
    isTraining: true,
  }),
]
