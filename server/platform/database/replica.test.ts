import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listBooks, newBooks, searchBooks } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { recommendedBooks, relatedBooks } from '#contract/recommendations.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { migrate } from './migrate.ts'
import type { Replica } from './replica.ts'
import { startReplication } from './testing-standby.ts'
import { MIGRATIONS } from '#server/open-services.ts'

/** Changes that cross reads; .ci/run sets 1,000. */
const CROSSINGS = Number(process.env['CROSSINGS'] ?? 40)
const CHANGED_BOOKS = 4
const CANCELLED = 10
/** As late as the next change, and much later. */
const [LATE_MS, LAG_MS] = [60, 10_000]
/** What clients send after a write. */
const AFTER_WRITE = { 'cache-control': 'max-age=0' }
const OWN_WRITE_MS = 2000
const COMMAND_LINE = join(import.meta.dirname, '..', '..', 'commands/command-line.ts')

let servers: Awaited<ReturnType<typeof startReplication>>
let one: TestSite
let two: TestSite
let author: Person
let reader: Person
let book: string
let origins: [string, string]

const replicaOf = ({ services }: TestSite): Replica => {
  if (!services.replica) throw new Error('the site has no replica')
  return services.replica
}

const openSite = (replicaUrl: string, sharing?: TestSite) =>
  openTestSite({
    env: { DATABASE_URL: servers.config.connectionString, DATABASE_REPLICA_URL: replicaUrl },
    ...(sharing ? { sharing } : { database: servers.config }),
  })

beforeAll(async () => {
  servers = await startReplication({ standbySettings: { max_standby_streaming_delay: '30s' } })
  await migrate(servers.config, MIGRATIONS)
  one = await openSite(servers.config.connectionString)
  two = await openSite(servers.standbyUrl(), one)
  author = await one.anAuthor()
  reader = await one.aReader()
  book = await one.aBookRow(author, { title: 'Crossing 0' })
  origins = (await Promise.all([one, two].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))) as never
})
afterAll(async () => {
  await two?.close()
  await one?.close()
  await servers?.stop()
})

interface Asked {
  token?: string
  headers?: Record<string, string>
}

const ask = async (origin: string, path: string, { token, headers }: Asked = {}) => {
  const answer = await fetch(origin + path, {
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: answer.status, text: await answer.text() }
}

/** Reads until the replica answers. */
const untilReplicaAnswers = async (site: TestSite, path = addressOf(newBooks)) => {
  const before = replicaOf(site).reads().answered
  const answered = async () => {
    site.services.cache.invalidate(['site'])
    const { status } = await ask(origins[site === one ? 0 : 1], path, { token: reader.token })
    expect([path, status]).toEqual([path, 200])
    return replicaOf(site).reads().answered
  }
  await expect.poll(answered, { timeout: 2 * LAG_MS, interval: 50 }).toBeGreaterThan(before)
}

beforeEach(async () => {
  await servers.delayStandby(0)
  await Promise.all([untilReplicaAnswers(one), untilReplicaAnswers(two)])
})

test('lists, searches and recommendations are read from the replica, whichever the order of its hosts', async () => {
  for (const site of [one, two]) {
    for (const path of [
      addressOf(listBooks),
      `${addressOf(searchBooks)}?query=crossing`,
      addressOf(recommendedBooks),
      addressOf(relatedBooks, { params: { id: book } }),
    ])
      await untilReplicaAnswers(site, path)
    expect(replicaOf(site).reads().failed).toBe(0)
  }
})

test(
  'with a replica that is ten seconds late nobody sees a list without their own book',
  { timeout: 180_000 },
  async () => {
    await servers.delayStandby(LAG_MS)
    const paths = (title: string) => [
      addressOf(listBooks),
      addressOf(newBooks),
      `${addressOf(searchBooks)}?query=${encodeURIComponent(title)}`,
    ]
    for (const round of [1, 2]) {
      const { _id, title } = await one.aBook(author, { title: `Nightfall ${round} of ${crypto.randomUUID()}` })
      const written = performance.now()
      const expectBook = async (origin: string, headers?: Record<string, string>) => {
        for (const path of paths(title)) {
          const { text } = await ask(origin, path, { token: author.token, ...(headers && { headers }) })
          expect([path, text.includes(_id)]).toEqual([path, true])
        }
      }
      // At once: through the same process, and through another one with what browsers send.
      await expectBook(origins[0])
      await expectBook(origins[1], AFTER_WRITE)
      // Afterwards browsers send it no longer, and the replica does not have the book yet.
      await pause(OWN_WRITE_MS)
      for (let n = 0; n < 20; n += 1) await Promise.all(origins.map((origin) => expectBook(origin)))
      expect(performance.now() - written).toBeLessThan(LAG_MS)
      const [onStandby] = await servers.askStandby(`select count(*)::int as count from books where id = '${_id}'`)
      expect(onStandby).toEqual({ count: 0 })
    }
  },
)

/** Reads a list in both processes while titles change in process one: the answers that were older than what their process was told of. */
const crossChanges = async (books: string[], changes: number) => {
  const changed = new Map(books.map((id) => [id, 0]))
  const told = new Map(changed)
  const known = [changed, told]
  let isOver = false
  const late: string[] = []
  const invalidate = two.services.cache.invalidate
  const onInvalidate = vi.spyOn(two.services.cache, 'invalidate').mockImplementation((tags, options) => {
    invalidate(tags, options)
    for (const id of books) if (tags.includes(`book:${id}`)) told.set(id, changed.get(id) ?? 0)
  })
  onTestFinished(() => onInvalidate.mockRestore())
  const read = async (process: 0 | 1, limit: number) => {
    while (!isOver) {
      const least = [...(known[process] ?? [])]
      const { text } = await ask(origins[process], `${addressOf(newBooks)}?limit=${limit}`)
      const shown = new Map(
        (JSON.parse(text) as { _id: string; title: string }[]).map(({ _id, title }) => [_id, title]),
      )
      for (const [id, change] of least) {
        const title = shown.get(id) ?? 'absent'
        if (!(Number(/^Crossing (\d+)$/.exec(title)?.[1]) >= change)) late.push(`${title} after ${change}`)
      }
    }
  }
  const write = async (id: string) => {
    for (let change = 1; change <= changes / books.length; change += 1) {
      await one.services.db
        .updateTable('books')
        .set({ title: `Crossing ${change}` })
        .where('id', '=', id)
        .execute()
      one.services.invalidate([`book:${id}`, 'lists'])
      changed.set(id, change)
      await expect.poll(() => told.get(id), { timeout: 5000, interval: 2 }).toBe(change)
      // Some changes meet a replica that has the last one.
      await pause(Math.random() * 60)
    }
  }
  const readers = ([0, 1] as const).flatMap((process) => [books.length, 40].map((limit) => read(process, limit)))
  await Promise.all(books.map(write)).finally(() => {
    isOver = true
  })
  await Promise.all(readers)
  return late
}

describe.each([LATE_MS, LAG_MS])('with a replica that is %s ms late', (lag) => {
  test('no answer is older than a change that its process was told of', { timeout: 900_000 }, async () => {
    const books: string[] = []
    for (let n = 0; n < CHANGED_BOOKS; n += 1) books.push(await one.aBookRow(author, { title: 'Crossing 0' }))
    one.services.invalidate(['lists'])
    await Promise.all([untilReplicaAnswers(one), untilReplicaAnswers(two)])
    await servers.delayStandby(lag)
    const before = { ...replicaOf(two).reads() }
    const late = await crossChanges(books, CROSSINGS)
    const after = replicaOf(two).reads()
    const [answered, behind] = [after.answered - before.answered, after.behind - before.behind]
    console.log(`${lag} ms late: ${answered} answered by the replica, ${behind} times behind`)
    expect(late).toEqual([])
    expect(after.failed).toBe(before.failed)
    expect(lag === LAG_MS ? behind : answered).toBeGreaterThan(0)
  })
})

test('who wrote through this process a moment ago reads from the primary, in whatever state the replica is', async () => {
  const { dismissBook } = await import('#contract/recommended-book-actions.ts')
  await servers.delayStandby(LAG_MS)
  const other = await one.aBookRow(author)
  one.services.invalidate(['lists'])
  await servers.delayStandby(0)
  await untilReplicaAnswers(one)
  await servers.delayStandby(LAG_MS)
  const path = `${addressOf(recommendedBooks)}?limit=40`
  expect((await ask(origins[0], path, { token: reader.token })).text).toContain(other)
  // This invalidates nothing, because no other person sees it.
  await one.api(reader)(dismissBook, { params: { id: other } })
  const until = performance.now() + 2 * OWN_WRITE_MS
  while (performance.now() < until)
    expect((await ask(origins[0], path, { token: reader.token })).text).not.toContain(other)
})

test.each(['40001', '57014', '57P01', '42703'])(
  'a read that fails with %s on the replica is made again on the primary',
  async (code) => {
    const { db, replica } = one.services
    const fail = (from: typeof db) =>
      sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(from)
    await servers.delayStandby(0)
    await untilReplicaAnswers(one)
    const before = replicaOf(one).reads().failed
    const read = replica?.read<unknown>(
      () => fail(replicaOf(one).db),
      async () => 'from the primary',
    )
    expect(await read).toBe('from the primary')
    expect(replicaOf(one).reads().failed).toBe(before + 1)
  },
)

test('readers whose statements the standby cancels all the time get their lists', async () => {
  const client = new pg.Client(servers.standbyUrl())
  await client.connect()
  let isOver = false
  const cancel = async () => {
    while (!isOver)
      await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'quillhouse'`)
  }
  const cancelling = cancel()
  const failed = replicaOf(two).reads().failed
  const read = async () => {
    const { status } = await ask(origins[1], `${addressOf(searchBooks)}?query=crosing`)
    expect(status).toBe(200)
  }
  const readUntilCancelled = async () => {
    while (replicaOf(two).reads().failed < failed + CANCELLED) await read()
  }
  await Promise.all([readUntilCancelled(), readUntilCancelled(), readUntilCancelled()]).finally(() => {
    isOver = true
  })
  await cancelling
  await client.end()
})

test('a replica that hangs costs the reads of one moment a second, and no others; when it answers again it is used', async () => {
  await servers.freezeStandby()
  const timed = async () => {
    const begun = performance.now()
    const { status } = await ask(origins[1], `${addressOf(searchBooks)}?query=crossing`)
    return { status, ms: performance.now() - begun }
  }
  try {
    const isUsable = async () => {
      const reads = await Promise.all(Array.from({ length: 20 }, timed))
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
      expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(2250)
      return replicaOf(two).isUsable()
    }
    // The first ones may find that the latest invalidations are not known yet, and ask the primary.
    await expect.poll(isUsable, { timeout: 5000 }).toBe(false)
    const before = { ...replicaOf(two).reads() }
    for (let n = 0; n < 20; n += 1) expect((await timed()).status).toBe(200)
    expect(replicaOf(two).reads()).toEqual(before)
  } finally {
    await servers.thawStandby()
  }
  await untilReplicaAnswers(two)
})

/** The figures of process one, by name and labels. */
const figures = async () => {
  const { text } = await ask(origins[0], '/metrics')
  return new Map([...text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]))
}
const READS = 'quillhouse_replica_reads_total'
const LAG = 'quillhouse_replica_lag_seconds'

test('the metrics have the reads on the replica and on the primary', async () => {
  const before = await figures()
  expect(before.get('quillhouse_replica_usable')).toBe(1)
  expect(before.get(`${READS}{result="answered"}`)).toBeGreaterThan(0)
  await servers.delayStandby(LAG_MS)
  await one.aBookRow(author)
  one.services.invalidate(['lists'])
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask(origins[0], `${addressOf(newBooks)}?limit=${n + 1}`)))
  const after = await figures()
  const rise = (result: string) =>
    (after.get(`${READS}{result="${result}"}`) ?? 0) - (before.get(`${READS}{result="${result}"}`) ?? 0)
  expect(rise('answered')).toBe(0)
  expect(rise('behind') + rise('not_asked')).toBe(20)
})

test('the metrics have the seconds that the replica is behind: none if it has everything', async () => {
  await servers.delayStandby(LAG_MS)
  await one.aBookRow(author)
  await expect.poll(async () => (await figures()).get(LAG), { timeout: LAG_MS }).toBeGreaterThan(1)
  await servers.delayStandby(0)
  await expect.poll(async () => (await figures()).get(LAG), { timeout: LAG_MS }).toBe(0)
  await servers.freezeStandby()
  try {
    expect((await figures()).get(LAG)).toBeNaN()
  } finally {
    await servers.thawStandby()
  }
})

test('doctor connects to the standby, and reports an address that leads to none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const doctor = async (replicaUrl: string) => {
    const DATABASE_URL = servers.config.connectionString
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL, DATABASE_REPLICA_URL: replicaUrl }
    const child = promisify(execFile)(process.execPath, [COMMAND_LINE, 'doctor'], { cwd: folder, env })
    return (await child.catch((error: { stdout: string }) => error)).stdout
  }
  expect(await doctor(servers.standbyUrl())).toMatch(
    /^ok {3}replica {4}PostgreSQL 18\.\d+, a standby at DATABASE_REPLICA_URL/m,
  )
  const primary = servers.config.connectionString.replace(/,.*\//, '/')
  expect(await doctor(primary)).toMatch(/^BAD {2}replica {4}this server is not a standby$/m)
})

test('without a usable replica the primary answers, from the start', async () => {
  const nowhere = await openSite('postgres://postgres@127.0.0.1:1/postgres', one)
  onTestFinished(() => nowhere.close())
  const primary = servers.config.connectionString.replace(/,.*\//, '/')
  const notStandby = await openSite(primary, one)
  onTestFinished(() => notStandby.close())
  for (const site of [nowhere, notStandby]) {
    expect(await site.api(reader)(listBooks)).toMatchObject({ currentPage: 1 })
    expect(replicaOf(site).isUsable()).toBe(false)
    expect(replicaOf(site).reads()).toEqual({ answered: 0, behind: 0, failed: 0 })
  }
})

test('when the replica fails and when it is promoted, the site goes on', async () => {
  await servers.killPrimary()
  await servers.watch()
  const answer = async () => (await ask(origins[0], `${addressOf(searchBooks)}?query=crossing`)).status
  await expect.poll(answer, { timeout: 5000, interval: 50 }).toBe(200)
  await servers.replacePrimary()
  await untilReplicaAnswers(one)
  await servers.killStandby()
  for (let n = 0; n < 20; n += 1) expect(await answer()).toBe(200)
})
