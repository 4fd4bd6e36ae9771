import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest, forgotPassword } from '#contract/accounts.ts'
import { topRatedBooks } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { problemOf } from '#server/platform/http/response/errors.ts'
import { databaseHosts } from './database-hosts.ts'
import { openClient } from './driver.ts'
import { migrate } from './migrate.ts'
import { startReplication } from './testing-standby.ts'

/** .ci/run sets ten. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 2)
const OUTAGE_MS = 3000
/** On a slow machine the limit is this multiple of the time until the standby is promoted. */
const PROMOTION_FACTOR = 3
const WRITERS = 6
const WRITES = 40
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')

let servers: Awaited<ReturnType<typeof startReplication>>
let one: TestSite
let two: TestSite
let reader: Person
let book: string
let origins: string[]

beforeAll(async () => {
  servers = await startReplication({ isSynchronous: true })
  await migrate(servers.config, MIGRATIONS)
  one = await openTestSite({ database: servers.config })
  two = await openTestSite({ sharing: one })
  await one.startJobs()
  const author = await one.anAuthor()
  reader = await one.aReader()
  book = await one.aBookRow(author)
  origins = await Promise.all([one, two].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
})
afterAll(async () => {
  await two?.close()
  await one?.close()
  await servers?.stop()
})

/** Clients that create guests until `stop`, and what they were answered. */
const startWriters = () => {
  const acknowledged: string[] = []
  const failures: { status: number; retryAfter: string | null }[] = []
  let lastKill = Infinity
  let firstAfter: number | undefined
  let isOver = false
  const write = async (n: number) => {
    while (!isOver) {
      const begun = performance.now()
      const response = await fetch(`${origins[n % 2]}/api${createGuest.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      const body = (await response.json()) as { user?: { _id: string } }
      if (body.user) acknowledged.push(body.user._id)
      else failures.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
      if (body.user && begun > lastKill) firstAfter ??= performance.now()
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, n) => write(n))
  return {
    acknowledged,
    failures,
    /** Resolves when this many more writes were acknowledged. */
    progress: async (writes: number) => {
      const goal = acknowledged.length + writes
      while (acknowledged.length < goal) await pause(10)
    },
    killed: () => {
      lastKill = performance.now()
    },
    /** Between the kill and the first acknowledged write that began after it. */
    outage: () => (firstAfter ?? Infinity) - lastKill,
    stop: async () => {
      isOver = true
      await Promise.all(writers)
    },
  }
}

test('whatever the order of the hosts, connections lead to the primary; without one the error is that it is unavailable', async () => {
  const inRecovery = async (connectionString: string) => {
    const client = await openClient({ connectionString }, { application_name: 'test' })
    const { rows } = await client.query('select pg_is_in_recovery() as is').finally(() => client.end())
    return rows[0]?.is
  }
  const [primary, standby] = databaseHosts(servers.config.connectionString)
  const swapped = servers.config.connectionString.replace(/@(.*),(.*)\//, '@$2,$1/')
  expect(databaseHosts(swapped)).toEqual([standby, primary])
  expect(await inRecovery(servers.config.connectionString)).toBe(false)
  expect(await inRecovery(swapped)).toBe(false)
  const onlyStandby = swapped.replace(/,.*\//, ',127.0.0.1:1/')
  const error = await inRecovery(onlyStandby).catch((thrown: unknown) => thrown)
  expect(problemOf(error)).toMatchObject({ status: 503, retryAfter: 2 })
})

test(
  'when the primary fails under writes and a standby is promoted, no acknowledged write is lost and the site goes on',
  { timeout: 120_000 + 30_000 * FAILOVERS },
  async () => {
    for (let round = 1; round <= FAILOVERS; round += 1) {
      const writers = startWriters()
      await writers.progress(WRITES)
      await servers.killPrimary()
      writers.killed()
      const killedAt = performance.now()
      await servers.watch()
      const promotionMs = performance.now() - killedAt
      await writers.progress(WRITES)
      await writers.stop()
      const { acknowledged, failures } = writers
      const outage = Math.round(writers.outage())
      console.log(
        `round ${round}: promoted after ${Math.round(promotionMs)} ms, writes again after ${outage} ms, ${acknowledged.length} acknowledged, ${failures.length} × 503`,
      )
      expect(outage).toBeLessThan(Math.max(OUTAGE_MS, PROMOTION_FACTOR * promotionMs))
      expect(failures.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([])
      const found = await one.services.db.selectFrom('users').select('id').where('id', 'in', acknowledged).execute()
      expect(found).toHaveLength(acknowledged.length)

      // The other process is told of a change, and jobs run.
      const stars = (round % 5) + 1
      await one.api(reader)(rateBook, { params: { id: book }, body: { rating: stars } })
      const rating = async () =>
        ((await (await fetch(`${origins[1]}${addressOf(topRatedBooks)}`)).json()) as { Rating: number }[])[0]?.Rating
      await expect.poll(rating, { interval: 20 }).toBe(stars)
      await one.api()(forgotPassword, { body: { email: reader.email } })
      await one.post.mailTo(reader.email, round)

      await servers.replacePrimary()
    }
  },
)
