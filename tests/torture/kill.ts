/** Kills the server and PostgreSQL at random moments under writes: `npm run torture -- --kills 20 --database-kills 10`. */
import { watch } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { SUPERUSER } from '#server/platform/embedded-postgres/postgres-cluster.ts'
import { stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/pid-file.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { call, newAgent } from './call.ts'
import { publishAs, startWriting, type Tally } from './clients.ts'
import { openJournal } from './journal.ts'
import { addPeople } from './people.ts'
import { helpersOf, stillRunning } from './processes.ts'
import { seededRandom } from './random.ts'
import { checkIndexes, type Site, verify, verifySwept } from './verify.ts'

const CLIENTS = 8
const RATED_BOOKS = 5
const KILL_MS = { least: 50, most: 1500 }
const KILL_IN_START_MS = { least: 50, most: 900 }
/** About as many as one upload makes, with its PDF and seven forms of its cover. */
const FILE_EVENTS = 40
const FILE_EVENTS_WITHIN_MS = 3000
const SERVES_WITHIN_MS = 3000
const RECOVERS_WITHIN_MS = 5000
/** Of the limits the median is held to: a machine may be busy with something else for a moment. */
const SLOWEST = 3
const GIVES_UP_MS = 20_000
const HELPERS_END_MS = 3000
const PROBE_MS = 20

const { values: asked } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'database-kills': { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const random = seededRandom(Number(asked.seed))
const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-torture-'))
const journal = openJournal(join(dataDir, 'journal.jsonl'))
const agent = newAgent()
const outcomes: boolean[] = []
const times = new Map<string, { limit: number; taken: number[] }>()
const totals: Tally = { written: 0, unavailable: 0, cut: 0, wrong: [], lastAwayAt: 0 }

const report = (name: string, faults: string[], figures = '') => {
  outcomes.push(faults.length === 0)
  console.log(`${faults.length === 0 ? 'ok ' : 'BAD'}  ${name}${figures && `: ${figures}`}`)
  for (const fault of faults.slice(0, 10)) console.log(`     ${fault}`)
}

const time = (kind: string, ms: number, limit: number) => {
  const all = times.get(kind) ?? { limit, taken: [] }
  times.set(kind, all)
  all.taken.push(ms)
  return ms > SLOWEST * limit ? [`${kind} took ${Math.round(ms)} ms`] : []
}

const databaseConfig = async (): Promise<pg.ClientConfig> => {
  const postmaster = await findPostmaster(dataDir)
  const password = await readFile(join(dataDir, 'db-password'), 'utf8')
  return { host: postmaster?.socketFolder ?? '', user: SUPERUSER, password, database: 'postgres' }
}

/** Starts the server and waits until it answers from the database and with a page. */
const startServer = async () => {
  const begun = performance.now()
  const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
  const address = await server.opened()
  const answers = await Promise.all(['/api/books/new', '/'].map((path) => call(agent, address + path)))
  const faults = answers.filter(({ status }) => status !== 200).map(({ status }) => `the first answer was ${status}`)
  return { server, address, ms: performance.now() - begun, faults }
}

const killPostmaster = async () => {
  const postmaster = await findPostmaster(dataDir)
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  return postmaster?.pid
}

const add = (tally: Tally) => {
  for (const key of ['written', 'unavailable', 'cut'] as const) totals[key] += tally[key]
  return tally.wrong
}

const killedServer = async (round: number, { server, address }: Running, crowd: Crowd) => {
  const withDatabase = round % 4 === 0
  const writing = startWriting({ address, journal, random, ...crowd })
  const begun = performance.now()
  const helpers = await momentToKill(server, round % 2 === 0)
  const after = Math.round(performance.now() - begun)
  server.signal('SIGKILL')
  if (withDatabase) await killPostmaster()
  await server.ended
  const tally = await writing.stop()
  const faults = add(tally)
  if (random.chance(0.25)) await killInStart()

  const next = await startServer()
  faults.push(...next.faults)
  if (withDatabase) faults.push(...time('start after both were killed', next.ms, RECOVERS_WITHIN_MS))
  else faults.push(...time('start after the server was killed', next.ms, SERVES_WITHIN_MS))
  faults.push(...(await stillRunning(helpers, HELPERS_END_MS)).map((pid) => `process ${pid} outlived its server`))
  const site = await siteAt(next.address, crowd)
  faults.push(...(await verify(site)), ...(await verifySwept(site)))
  const figures = `after ${after} ms and ${tally.written} writes, serves again in ${Math.round(next.ms)} ms`
  report(`kill ${round} of the ${withDatabase ? 'server and PostgreSQL' : 'server'}`, faults, figures)
  return next
}

/** A random moment, or one at which files are on their way: a row and its file are apart for milliseconds only. */
const momentToKill = async ({ pid }: SpawnedServer, amidFiles: boolean) => {
  await pause(random.whole(KILL_MS.least, KILL_MS.most))
  const helpers = await helpersOf(pid)
  if (amidFiles) await fileEvents(random.whole(1, FILE_EVENTS))
  return helpers
}

const fileEvents = (count: number) =>
  new Promise<void>((resolve) => {
    let left = count
    const done = () => {
      clearTimeout(late)
      watcher.close()
      resolve()
    }
    const late = setTimeout(done, FILE_EVENTS_WITHIN_MS)
    // Every file of an upload begins here, and leaves from here for its final place.
    const watcher = watch(join(dataDir, 'tmp'), () => {
      left -= 1
      if (left === 0) done()
    })
  })

const killInStart = async () => {
  const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' })
  await pause(random.whole(KILL_IN_START_MS.least, KILL_IN_START_MS.most))
  server.signal('SIGKILL')
  await server.ended
}

const killedDatabase = async (round: number, { server, address }: Running, crowd: Crowd) => {
  const whole = round % 2 === 1
  const writing = startWriting({ address, journal, random, ...crowd })
  await pause(random.whole(KILL_MS.least, KILL_MS.most))
  const victim = whole ? undefined : await someBackend()
  const killedAt = performance.now()
  const killed = whole ? await killPostmaster() : process.kill(victim ?? 0, 'SIGKILL') && undefined
  const back = await untilBack(address, crowd, killed)
  await pause(500)
  const tally = await writing.stop()
  const faults = [...add(tally), ...(await hasEnded(server))]
  if (tally.cut > 0) faults.push(`${tally.cut} connections were cut`)
  const ms = Math.max(back, tally.lastAwayAt) - killedAt
  faults.push(...time(`recovery after ${whole ? 'PostgreSQL' : 'one backend'} was killed`, ms, RECOVERS_WITHIN_MS))
  faults.push(...(await verify(await siteAt(address, crowd))))
  const figures = `${tally.written} writes, ${tally.unavailable} times 503, whole again in ${Math.round(ms)} ms`
  report(`kill ${round} of ${whole ? 'PostgreSQL' : 'one of its backends'}`, faults, figures)
}

const someBackend = async () => {
  const client = new pg.Client(await databaseConfig())
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'quillhouse' order by pid`,
  )
  await client.end()
  return random.oneOf(rows).pid
}

/** When a write succeeded, on another postmaster than the one that was killed. */
const untilBack = async (address: string, { publisher, books }: Crowd, killed: number | undefined) => {
  const end = performance.now() + GIVES_UP_MS
  const [path, type] = [`${address}/api/books/${books[0]}/comments`, 'application/json']
  for (let tries = 0; performance.now() < end; tries += 1) {
    const text = `probe ${performance.now()} ${tries}`
    journal.begin({ kind: 'comment', text })
    const answer = await call(agent, path, {
      method: 'POST',
      token: publisher.token,
      type,
      body: JSON.stringify({ text }),
    })
    const now = await findPostmaster(dataDir)
    if (answer.status === 201 && now?.ready && now.pid !== killed) return performance.now()
    await pause(PROBE_MS)
  }
  return performance.now()
}

const hasEnded = async (server: SpawnedServer) => {
  const how = await Promise.race([server.ended, pause(1)])
  return how ? [`the server ended with ${how.code ?? how.signal}`] : []
}

const siteAt = async (address: string, { publisher }: Crowd): Promise<Site> => ({
  ...{ dataDir, address, agent, journal },
  config: await databaseConfig(),
  token: publisher.token,
})

type Running = Pick<Awaited<ReturnType<typeof startServer>>, 'server' | 'address'>
type Crowd = Awaited<ReturnType<typeof addPeople>>

let cleaning: Promise<void> | undefined
const cleaned = () => (cleaning ??= cleanUp())

const cleanUp = async () => {
  running?.server.signal('SIGKILL')
  agent.destroy()
  journal.close()
  await stopPostmaster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
}

const summary = () => {
  const { written, unavailable, cut } = totals
  for (const [kind, { limit, taken }] of times) {
    const sorted = taken.toSorted((a, b) => a - b)
    const [least = 0, median = 0, most = 0] = [0, Math.floor(sorted.length / 2), -1].map((i) =>
      Math.round(sorted.at(i) ?? 0),
    )
    const figures = `median ${median} ms, from ${least} to ${most}, ${taken.length} times`
    report(`${kind} takes ${limit} ms at most`, median > limit ? ['it took longer'] : [], figures)
  }
  console.log(`seed ${asked.seed}: ${written} writes answered, ${unavailable} times 503, ${cut} connections cut`)
}

let running: Running | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await cleaned()
    process.exit(1)
  })
}

try {
  running = await startServer()
  const crowd = await addPeople(await databaseConfig(), CLIENTS, 0)
  for (let i = 0; i < RATED_BOOKS; i += 1)
    crowd.books.push(await publishAs(crowd.publisher, running.address, journal, random))

  for (let round = 1; round <= Number(asked.kills); round += 1) running = await killedServer(round, running, crowd)
  for (let round = 1; round <= Number(asked['database-kills']); round += 1) await killedDatabase(round, running, crowd)

  const firstEnd = await running.server.stop()
  running = await startServer()
  const site = await siteAt(running.address, crowd)
  const faults = [...(await verify(site)), ...(await verifySwept(site))]
  await checkIndexes(site).catch((error: unknown) => faults.push(String(error)))
  const lastEnd = await running.server.stop()
  for (const { code } of [firstEnd, lastEnd]) if (code !== 0) faults.push(`the server ended with ${code}`)
  if (await findPostmaster(dataDir)) faults.push('PostgreSQL outlived its server')
  report('at the end nothing is lost, left over or damaged', faults)
} catch (error) {
  const last = running ? [...(await hasEnded(running.server)), running.server.stdout(), running.server.stderr()] : []
  report('the torture came to its end', [String(error), ...last.map((text) => text.slice(-2000))])
} finally {
  await cleaned()
}

summary()
const failed = outcomes.filter((ok) => !ok).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
