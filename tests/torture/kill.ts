/** Kills the server and PostgreSQL at random moments during writes: `npm run torture -- --kills 20 --database-kills 10`. */
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
import { beginDraftAs, publishAs, startWriting, type WriteResults } from './clients.ts'
import { openJournal } from './journal.ts'
import { addPeople } from './people.ts'
import { helpersOf, stillRunning } from './processes.ts'
import { seededRandom } from './random.ts'
import { checkIndexes, type Site, verify, verifySwept } from './verify.ts'

const CLIENTS = 8
const RATED_BOOKS = 5
const KILL_MS = { least: 50, most: 1500 }
const KILL_IN_START_MS = { least: 50, most: 900 }
/** About the number of file events of one upload: its PDF and seven cover images. */
const FILE_EVENTS = 40
const FILE_EVENTS_TIMEOUT_MS = 3000
const START_LIMIT_MS = 3000
const RECOVERY_LIMIT_MS = 5000
/** On a slow machine the limits are these multiples of a start after a clean stop, measured in the same run. */
const CLEAN_START_FACTOR = 2
const CLEAN_STARTS = 3
/** The median must stay below the limit, each value below this multiple of it: the machine may be busy. */
const SLOWEST_FACTOR = 3
const RECOVERY_TIMEOUT_MS = 20_000
const HELPER_EXIT_TIMEOUT_MS = 3000
const PROBE_INTERVAL_MS = 20

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'database-kills': { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const random = seededRandom(Number(options.seed))
const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-torture-'))
const journal = openJournal(join(dataDir, 'journal.jsonl'))
const agent = newAgent()
const outcomes: boolean[] = []
const times = new Map<string, { limit: number; taken: number[] }>()
const totals: WriteResults = { written: 0, unavailable: 0, cut: 0, wrong: [], lastUnavailableAt: 0 }

const report = (name: string, faults: string[], figures = '') => {
  outcomes.push(faults.length === 0)
  console.log(`${faults.length === 0 ? 'ok ' : 'BAD'}  ${name}${figures && `: ${figures}`}`)
  for (const fault of faults.slice(0, 10)) console.log(`     ${fault}`)
}

let cleanStartMs = 0

const time = (kind: string, ms: number, goal: number) => {
  const limit = Math.max(goal, Math.round(CLEAN_START_FACTOR * cleanStartMs))
  const all = times.get(kind) ?? { limit, taken: [] }
  times.set(kind, all)
  all.taken.push(ms)
  return ms > SLOWEST_FACTOR * limit ? [`${kind} took ${Math.round(ms)} ms`] : []
}

const databaseConfig = async (): Promise<pg.ClientConfig> => {
  const postmaster = await findPostmaster(dataDir)
  const password = await readFile(join(dataDir, 'db-password'), 'utf8')
  return { host: postmaster?.socketFolder ?? '', user: SUPERUSER, password, database: 'postgres' }
}

/** Starts the server and waits for responses of the API and of a page. */
const startServer = async () => {
  const begun = performance.now()
  const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
  const address = await server.opened()
  const answers = await Promise.all(['/api/books/new', '/'].map((path) => call(agent, address + path)))
  const faults = answers.filter(({ status }) => status !== 200).map(({ status }) => `the first response was ${status}`)
  return { server, address, ms: performance.now() - begun, faults }
}

/** Stops and starts the server a few times: the median time of its start. */
const measureCleanStart = async (first: Running) => {
  const taken: number[] = []
  let last = first
  while (taken.length < CLEAN_STARTS) {
    await last.server.stop()
    const started = await startServer()
    taken.push(started.ms)
    last = started
  }
  cleanStartMs = taken.toSorted((a, b) => a - b)[Math.floor(CLEAN_STARTS / 2)] ?? 0
  console.log(`a start after a clean stop takes ${Math.round(cleanStartMs)} ms`)
  return last
}

const killPostmaster = async () => {
  const postmaster = await findPostmaster(dataDir)
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  return postmaster?.pid
}

const add = (results: WriteResults) => {
  for (const key of ['written', 'unavailable', 'cut'] as const) totals[key] += results[key]
  return results.wrong
}

const killServer = async (round: number, { server, address }: Running, people: People) => {
  const withDatabase = round % 4 === 0
  const writing = startWriting({ address, journal, random, ...people })
  const begun = performance.now()
  const helpers = await waitForMoment(server, round % 2 === 0)
  const after = Math.round(performance.now() - begun)
  server.signal('SIGKILL')
  if (withDatabase) await killPostmaster()
  await server.ended
  const results = await writing.stop()
  const faults = add(results)
  if (random.chance(0.25)) await killInStart()

  const next = await startServer()
  faults.push(...next.faults)
  if (withDatabase) faults.push(...time('start after both were killed', next.ms, RECOVERY_LIMIT_MS))
  else faults.push(...time('start after the server was killed', next.ms, START_LIMIT_MS))
  faults.push(
    ...(await stillRunning(helpers, HELPER_EXIT_TIMEOUT_MS)).map((pid) => `process ${pid} outlived its server`),
  )
  const site = await siteAt(next.address, people)
  faults.push(...(await verify(site)), ...(await verifySwept(site)))
  const figures = `after ${after} ms and ${results.written} writes, serves again after ${Math.round(next.ms)} ms`
  report(`kill ${round} of the ${withDatabase ? 'server and PostgreSQL' : 'server'}`, faults, figures)
  return next
}

/** A random moment, or one while files are written: the time between a file and its row is only milliseconds. */
const waitForMoment = async ({ pid }: SpawnedServer, duringFileWrites: boolean) => {
  await pause(random.whole(KILL_MS.least, KILL_MS.most))
  const helpers = await helpersOf(pid)
  if (duringFileWrites) await fileEvents(random.whole(1, FILE_EVENTS))
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
    const late = setTimeout(done, FILE_EVENTS_TIMEOUT_MS)
    // Every file of an upload is created here and then renamed to its final path.
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

const killDatabase = async (round: number, { server, address }: Running, people: People) => {
  const whole = round % 2 === 1
  const writing = startWriting({ address, journal, random, ...people })
  await pause(random.whole(KILL_MS.least, KILL_MS.most))
  const victim = whole ? undefined : await randomBackend()
  const killedAt = performance.now()
  const killed = whole ? await killPostmaster() : process.kill(victim ?? 0, 'SIGKILL') && undefined
  const back = await untilRecovered(address, people, killed)
  await pause(500)
  const results = await writing.stop()
  const faults = [...add(results), ...(await exitFaults(server))]
  if (results.cut > 0) faults.push(`${results.cut} connections broke`)
  const ms = Math.max(back, results.lastUnavailableAt) - killedAt
  faults.push(...time(`recovery after ${whole ? 'PostgreSQL' : 'one backend'} was killed`, ms, RECOVERY_LIMIT_MS))
  faults.push(...(await verify(await siteAt(address, people))))
  const figures = `${results.written} writes, ${results.unavailable} times 503, recovered after ${Math.round(ms)} ms`
  report(`kill ${round} of ${whole ? 'PostgreSQL' : 'one of its backends'}`, faults, figures)
}

const randomBackend = async () => {
  const client = new pg.Client(await databaseConfig())
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'quillhouse' order by pid`,
  )
  await client.end()
  return random.oneOf(rows).pid
}

/** The time of the first successful write on another postmaster than the killed one. */
const untilRecovered = async (address: string, { publisher, books }: People, killed: number | undefined) => {
  const end = performance.now() + RECOVERY_TIMEOUT_MS
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
    await pause(PROBE_INTERVAL_MS)
  }
  return performance.now()
}

const exitFaults = async (server: SpawnedServer) => {
  const how = await Promise.race([server.ended, pause(1)])
  return how ? [`the server exited with ${how.code ?? how.signal}`] : []
}

const siteAt = async (address: string, { publisher }: People): Promise<Site> => ({
  dataDir,
  address,
  agent,
  journal,
  config: await databaseConfig(),
  token: publisher.token,
})

type Running = Pick<Awaited<ReturnType<typeof startServer>>, 'server' | 'address'>
type People = Awaited<ReturnType<typeof addPeople>>

let cleaning: Promise<void> | undefined
const cleanUpOnce = () => (cleaning ??= cleanUp())

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
    report(`${kind} takes at most ${limit} ms`, median > limit ? ['exceeded'] : [], figures)
  }
  console.log(`seed ${options.seed}: ${written} writes succeeded, ${unavailable} times 503, ${cut} connections broken`)
}

let running: Running | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await cleanUpOnce()
    process.exit(1)
  })
}

try {
  running = await startServer()
  const people = await addPeople(await databaseConfig(), CLIENTS, 0)
  for (let i = 0; i < RATED_BOOKS; i += 1)
    people.books.push(await publishAs(people.publisher, running.address, journal, random))
  for (const client of people.clients) await beginDraftAs(client, running.address, journal, random)
  running = await measureCleanStart(running)

  for (let round = 1; round <= Number(options.kills); round += 1) running = await killServer(round, running, people)
  for (let round = 1; round <= Number(options['database-kills']); round += 1) await killDatabase(round, running, people)

  const firstEnd = await running.server.stop()
  running = await startServer()
  const site = await siteAt(running.address, people)
  const faults = [...(await verify(site)), ...(await verifySwept(site))]
  await checkIndexes(site).catch((error: unknown) => faults.push(String(error)))
  const lastEnd = await running.server.stop()
  for (const { code } of [firstEnd, lastEnd]) if (code !== 0) faults.push(`the server exited with ${code}`)
  if (await findPostmaster(dataDir)) faults.push('PostgreSQL outlived its server')
  report('at the end nothing is lost, left over or corrupt', faults)
} catch (error) {
  const last = running ? [...(await exitFaults(running.server)), running.server.stdout(), running.server.stderr()] : []
  report('the run completed', [String(error), ...last.map((text) => text.slice(-2000))])
} finally {
  await cleanUpOnce()
}

summary()
const failed = outcomes.filter((ok) => !ok).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
