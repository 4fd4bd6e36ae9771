import { sql } from 'kysely'
import { startSession } from '#server/accounts/sessions.ts'
import { connect } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { trainRecommendations } from '#server/recommendations/train-recommendations.ts'
import type { Request } from './drive.ts'
import type { Site } from './library.ts'
import { median, runRounds } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const READERS = 1000
/** As many as the home page fetches. */
const LIMIT = 24
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

/** Trains again and again. Returns a function that stops after the running training and resolves to their number. */
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
  return () => {
    isOver = true
    return running
  }
}

const recommendationRow = ({ name, what, isTraining }: { name: string; what: string; isTraining: boolean }): Row => ({
  name,
  what: `${what}, ${LIMIT} books for readers in turn, ms at p99 with one connection`,
  goal: { atMost: 10 },
  measure: async (site, pace) => {
    await train(site)
    const requests = await readRequests(site)
    const stop = isTraining ? trainSteadily(site) : async () => 0
    const { ours, cpu } = await runRounds(site, pace, { requests, connections: 1 }).finally(stop)
    const p50 = median(ours.map((round) => round.p50)).toFixed(1)
    const trainings = await stop()
    const note = isTraining ? `p50 ${p50} ms, ${trainings} trainings` : `p50 ${p50} ms`
    return { ours: ours.map(({ p99 }) => p99), ...(isTraining ? {} : { cpu }), unit: 'ms', note }
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
